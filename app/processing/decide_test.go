package processing

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/company"
	"proofdesk/app/gallery"
	"proofdesk/app/ids"
	"proofdesk/app/keyring"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/vault"
)

var decidedAt = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// enrolling returns a worker and the id of an enrolment that was submitted to it.
func enrolling(t *testing.T, sandbox onboarding.Status, settings company.Settings) (*Worker, string) {
	t.Helper()
	now := clock.NewManual(decidedAt)
	st := storetest.SQLite(t, now)
	keys := &keyring.Keys{Store: st, Master: vault.Ephemeral()}
	job := onboarding.Job{
		ID:           ids.UUID(),
		Company:      "acme",
		Function:     onboarding.Enrollment,
		UniqueNumber: "4471",
		Status:       onboarding.Capturing,
		ClientID:     "sdk",
		Sandbox:      sandbox,
		CreatedAt:    decidedAt,
	}
	write(t, st, func(ctx context.Context, tx *store.Tx) error {
		err := tx.InsertCompany(ctx, company.Company{
			Slug:       "acme",
			Name:       "Acme",
			WrappedKey: keys.NewCompanyKey("acme"),
			Settings:   settings,
		})
		if err != nil {
			return err
		}
		job.Seq = tx.NextSeq()
		if err := tx.InsertJob(ctx, job); err != nil {
			return err
		}
		_, err = tx.SubmitJob(ctx, job.Company, job.ID)
		return err
	})
	w := &Worker{
		Store:    st,
		Clock:    now,
		Keys:     keys,
		Gallery:  &gallery.Gallery{Store: st, Keys: keys},
		Log:      slog.New(slog.DiscardHandler),
		Deadline: 4 * time.Hour,
		Lease:    time.Minute,
	}
	return w, job.ID
}

func write(t *testing.T, st *store.Store, fn func(context.Context, *store.Tx) error) {
	t.Helper()
	if err := st.Write(t.Context(), func(tx *store.Tx) error { return fn(t.Context(), tx) }); err != nil {
		t.Fatal(err)
	}
}

// concluded submits an enrolment, gathers what belongs to it, and writes the consequences of an outcome.
func concluded(t *testing.T, outcome, sandbox onboarding.Status, settings company.Settings) (*Worker, string) {
	t.Helper()
	w, id := enrolling(t, sandbox, settings)
	claimed, ok := w.claim(t.Context())
	if !ok {
		t.Fatal("the job was not claimed")
	}
	d := &dossier{job: claimed.Job}
	if err := w.gather(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	d.decision = policy.Decision{Outcome: outcome}
	if err := w.conclude(t.Context(), claimed, d); err != nil {
		t.Fatal(err)
	}
	return w, id
}

func TestAnApprovedSandboxJobEnrolsNobody(t *testing.T) {
	for sandbox, want := range map[onboarding.Status]int{"": 1, onboarding.Approved: 0} {
		w, _ := concluded(t, onboarding.Approved, sandbox, company.Settings{})
		enrolled, err := w.Store.Customers(t.Context(), "acme", 0, 10)
		if err != nil || len(enrolled) != want {
			t.Errorf("the sandbox outcome %q enrols %d customers, want %d, %v", sandbox, len(enrolled), want, err)
		}
	}
}

func TestAReviewIsDueByTheCompanysOwnDeadline(t *testing.T) {
	for _, tt := range []struct {
		deadlines onboarding.Deadlines
		want      time.Duration
	}{
		{nil, 4 * time.Hour},
		{onboarding.Deadlines{"": 60}, time.Hour},
		{onboarding.Deadlines{"": 60, onboarding.Enrollment: 15}, 15 * time.Minute},
	} {
		w, job := concluded(t, onboarding.Review, "", company.Settings{Deadlines: tt.deadlines})
		c, err := w.Store.ReviewCase(t.Context(), "acme", job)
		if err != nil || !c.DeadlineAt.Equal(decidedAt.Add(tt.want)) {
			t.Errorf("with %v a review is due at %s, want %s later, %v", tt.deadlines, c.DeadlineAt, tt.want, err)
		}
	}
}

func TestAJobThatCanNotBeProcessedEndsInErrorAtItsLastTry(t *testing.T) {
	for _, request := range []string{"damaged", `{"settings": {"focusThreshold": "sharp"}}`} {
		w, job := enrolling(t, "", company.Settings{})
		write(t, w.Store, func(ctx context.Context, tx *store.Tx) error {
			return tx.PutJobDoc(ctx, "acme", job, store.DocRequest, []byte(request))
		})
		for try := 1; try <= maxAttempts; try++ {
			w.Turn(t.Context())
			j, err := w.Store.Job(t.Context(), "acme", job)
			if err != nil || j.Status.Is(onboarding.Errored) != (try == maxAttempts) {
				t.Errorf("%s: after try %d of %d the job is %s, %v", request, try, maxAttempts, j.Status, err)
			}
			advance(w, retryDelay)
		}
	}
}

func TestOnlyAnApprovedApplicantOfAFunctionThatEnrolsIsEnrolled(t *testing.T) {
	for _, tt := range []struct {
		function onboarding.Function
		outcome  onboarding.Status
		want     int
	}{
		{onboarding.Enrollment, onboarding.Approved, 1},
		{onboarding.Enrollment, onboarding.Declined, 0},
		{onboarding.Enrollment, onboarding.ExistingCustomer, 0},
		{onboarding.IDValidation, onboarding.Approved, 0},
	} {
		w, _ := enrolling(t, "", company.Settings{})
		claimed, _ := w.claim(t.Context())
		claimed.Function = tt.function
		d := &dossier{job: claimed.Job, decision: policy.Decision{Outcome: tt.outcome}}
		if err := w.conclude(t.Context(), claimed, d); err != nil {
			t.Fatal(err)
		}
		if n := customers(t, w); n != tt.want {
			t.Errorf("%s that is %s enrols %d customers, want %d", tt.function, tt.outcome, n, tt.want)
		}
	}
}

func TestAWorkerThatLostItsJobWritesNothing(t *testing.T) {
	w, job := enrolling(t, "", company.Settings{})
	late, _ := w.claim(t.Context())
	advance(w, w.Lease)
	if _, again := w.claim(t.Context()); !again {
		t.Fatal("the job was not given to the next")
	}
	d := &dossier{job: late.Job, decision: policy.Decision{Outcome: onboarding.Approved}}
	if err := w.conclude(t.Context(), late, d); err != nil {
		t.Fatal(err)
	}
	entries, err := w.Store.AuditOf(t.Context(), "acme", "job:"+job, "", 9)
	if err != nil || len(entries) != 0 || customers(t, w) != 0 {
		t.Errorf("the audit trail has %+v, %d are enrolled, %v", entries, customers(t, w), err)
	}
}

func TestTheEngineJudgesByTheDayOfTheDecisionAndTheCompanysRules(t *testing.T) {
	w, _ := enrolling(t, "", company.Settings{})
	claimed, _ := w.claim(t.Context())
	advance(w, 48*time.Hour)
	keyed(t, w, claimed.ID)
	d := &dossier{job: claimed.Job, policy: policy.Policy{MinimumAge: 21}}
	s, err := w.submission(t.Context(), d)
	if err != nil || !s.Today.Equal(w.Clock.Now()) || s.MinimumAge != 21 {
		t.Errorf("the engine is asked on %s about at least %d years, %v", s.Today, s.MinimumAge, err)
	}
}

// keyed adds the key of a job's captures.
func keyed(t *testing.T, w *Worker, job string) {
	t.Helper()
	key, _, err := w.Keys.NewApplicantKey(t.Context(), "acme", job)
	if err != nil {
		t.Fatal(err)
	}
	write(t, w.Store, func(ctx context.Context, tx *store.Tx) error { return tx.InsertApplicantKey(ctx, key) })
}

// advance moves a worker's clock.
func advance(w *Worker, by time.Duration) { w.Clock.(*clock.Manual).Advance(by) }
