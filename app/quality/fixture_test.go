package quality_test

import (
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	tenant "proofdesk/app/company"
	"proofdesk/app/ids"
	"proofdesk/app/keyring"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/quality"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/vault"
)

func TestMain(m *testing.M) { storetest.Main(m) }

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

const company = "acme"

// known are the reasons that may be given.
var known = []onboarding.ReviewReason{
	{Code: "fraud.copy", Band: onboarding.Fraud, Text: "Copy"},
	{Code: "data.expired", Band: onboarding.Data, Text: "Expired"},
}

// room is a company with its people and a draw.
type room struct {
	t     *testing.T
	now   *clock.Manual
	store *store.Store
	desk  *quality.Checker
	draw  *quality.Sampler

	overriding []policy.Override // of the decisions that are added
	sandbox    onboarding.Status // of the jobs that are added: how their client asked them to end
}

func each(t *testing.T, test func(r *room)) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		keys := &keyring.Keys{Store: st, Master: vault.Ephemeral()}
		r := &room{
			t:     t,
			now:   now,
			store: st,
			desk:  &quality.Checker{Store: st, Clock: now},
			draw:  &quality.Sampler{Store: st, Clock: now, Keys: keys},
		}
		r.write(func(tx *store.Tx) error {
			return tx.InsertCompany(t.Context(), tenant.Company{
				Slug:       company,
				Name:       "Acme",
				WrappedKey: keys.NewCompanyKey(company),
			})
		})
		test(r)
	})
}

func (r *room) write(fn func(tx *store.Tx) error) {
	r.t.Helper()
	if err := r.store.Write(r.t.Context(), fn); err != nil {
		r.t.Fatal(err)
	}
}

func (r *room) agent(name string) quality.Agent { return r.user(name, access.Agent) }

func (r *room) admin(name string) quality.Agent { return r.user(name, access.Admin) }

func (r *room) user(name string, role access.Role) quality.Agent {
	r.t.Helper()
	id := ids.UUID()
	r.write(func(tx *store.Tx) error {
		return tx.InsertAgent(r.t.Context(), store.Agent{
			Company:      company,
			ID:           id,
			Email:        id + "@acme.test",
			DisplayName:  name,
			Role:         role,
			PasswordHash: "x",
		})
	})
	return quality.Agent{Company: company, ID: id}
}

// rates sets what is drawn.
func (r *room) rates(rates tenant.Rates) {
	r.t.Helper()
	storetest.ChangeSettings(r.t, r.store, company, func(s *tenant.Settings) { s.Quality.Rates = rates })
}

// decided adds a job that an agent has decided now; undone says that they took it back.
func (r *room) decided(by quality.Agent, outcome onboarding.Status, held time.Duration, reasons ...string) string {
	r.t.Helper()
	id := ids.UUID()
	r.write(func(tx *store.Tx) error {
		job := onboarding.Job{
			ID:         id,
			Seq:        tx.NextSeq(),
			Company:    company,
			Function:   onboarding.IDValidation,
			Flavor:     "LITE",
			Line:       onboarding.CurrentLine,
			SDKVersion: "11.1",
			Status:     onboarding.Review,
			Sandbox:    r.sandbox,
			CreatedAt:  tx.Now,
		}
		if err := tx.InsertJob(r.t.Context(), job); err != nil {
			return err
		}
		if err := r.closed(tx, by, id); err != nil {
			return err
		}
		if _, err := tx.ReviewJob(r.t.Context(), company, id, outcome, 1, tx.Now.Add(held)); err != nil {
			return err
		}
		review := store.Review{
			ID:          ids.UUID(),
			Company:     company,
			JobID:       id,
			AgentID:     by.ID,
			Kind:        store.ReviewDecision,
			Outcome:     outcome,
			Reasons:     []onboarding.ReviewReason{},
			Overrides:   r.overriding,
			StartedAt:   tx.Now,
			CompletedAt: tx.Now,
		}
		for _, code := range reasons {
			review.Reasons = append(review.Reasons, onboarding.ReviewReason{Code: code})
		}
		return tx.InsertReview(r.t.Context(), review)
	})
	return id
}

// closed adds the case of a job, which an agent has claimed and closed.
func (r *room) closed(tx *store.Tx, by quality.Agent, job string) error {
	c := store.ReviewCase{Company: company, JobID: job, Seq: tx.NextSeq(), Function: onboarding.IDValidation}
	if err := tx.OpenReviewCase(r.t.Context(), c); err != nil {
		return err
	}
	claim := store.Claim{Company: company, Agent: by.ID, Secret: "s", Until: tx.Now.Add(time.Minute)}
	claimed, err := tx.ClaimCase(r.t.Context(), claim, job)
	if err != nil {
		return err
	}
	lock := store.CaseLock{Company: company, JobID: job, Agent: by.ID, Claim: "s", Version: claimed.Version}
	return tx.CloseCase(r.t.Context(), lock)
}

// drawn draws after every hold is over.
func (r *room) drawn() int {
	r.t.Helper()
	r.now.Advance(time.Minute)
	n, err := r.draw.Draw(r.t.Context())
	if err != nil {
		r.t.Fatal(err)
	}
	return n
}

// judge lets an agent take the next check and judge it.
func (r *room) judge(a quality.Agent, outcome onboarding.Status, reasons ...string) string {
	r.t.Helper()
	job, err := r.desk.Next(r.t.Context(), a)
	if err != nil {
		r.t.Fatal(err)
	}
	held, ok, err := r.desk.Held(r.t.Context(), a, job)
	if err != nil || !ok {
		r.t.Fatal("not held", err)
	}
	if err := r.desk.Judge(r.t.Context(), a, job, held.Claim, quality.Filled{Outcome: outcome, Reasons: reasons},
		r.now.Now(), quality.Grounds{Reasons: known}); err != nil {
		r.t.Fatal(err)
	}
	return held.ID
}
