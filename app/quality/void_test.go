package quality_test

import (
	"strings"
	"testing"
	"time"

	"proofdesk/app/audit"
	tenant "proofdesk/app/company"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/quality"
	"proofdesk/app/store"
)

func TestACheckThatNobodyIsLeftToJudgeIsClosedWithARecord(t *testing.T) {
	each(t, func(r *room) {
		r.rates(tenant.Rates{onboarding.ReviewApproved: 100})
		anna, ben, cleo := r.agent("Anna"), r.agent("Ben"), r.agent("Cleo")
		seen, fresh := r.decided(anna, onboarding.ReviewApproved, 0), r.decided(anna, onboarding.ReviewApproved, 0)
		r.drawn()
		r.look(ben, seen)
		if n, err := r.draw.Void(t.Context()); n != 0 || err != nil {
			t.Fatalf("%d closed while Cleo may take them, %v", n, err)
		}
		r.disable(cleo)
		if n, err := r.draw.Void(t.Context()); n != 1 || err != nil {
			t.Fatalf("%d closed, %v, want the one that Ben has seen", n, err)
		}
		c, err := r.store.QualityCheckOf(t.Context(), company, seen)
		if err != nil || c.State != store.CheckVoid {
			t.Errorf("state %s, %v", c.State, err)
		}
		if c, err := r.store.QualityCheckOf(t.Context(), company, fresh); err != nil || c.State != store.CheckOpen {
			t.Errorf("the check that Ben may take is %s, %v", c.State, err)
		}
		entries, err := r.store.AuditOf(t.Context(), company, "check:"+c.ID, "", 10)
		if err != nil || len(entries) != 1 || entries[0].Action != "quality.void" ||
			!strings.Contains(entries[0].Detail, store.VoidNobodyLeft) {
			t.Errorf("recorded %+v, %v", entries, err)
		}
		now, lead := r.now.Now(), quality.Agent{Company: company}
		f, err := r.desk.Figures(t.Context(), lead, now.Add(-time.Hour), now.Add(time.Hour))
		if err != nil || f.Void != 1 || f.Open != 1 || f.Table.Total() != 0 {
			t.Errorf("%d void, %d open, %d judged, %v", f.Void, f.Open, f.Table.Total(), err)
		}
		if n, err := r.draw.Void(t.Context()); n != 0 || err != nil {
			t.Errorf("%d closed again, %v", n, err)
		}
	})
}

func TestACheckThatSomebodyHoldsIsNotClosed(t *testing.T) {
	each(t, func(r *room) {
		r.rates(tenant.Rates{onboarding.ReviewApproved: 100})
		anna, ben := r.agent("Anna"), r.agent("Ben")
		job := r.decided(anna, onboarding.ReviewApproved, 0)
		r.drawn()
		if _, err := r.desk.Next(t.Context(), ben); err != nil {
			t.Fatal(err)
		}
		r.look(ben, job)
		if n, err := r.draw.Void(t.Context()); n != 0 || err != nil {
			t.Fatalf("%d closed, %v", n, err)
		}
		r.now.Advance(quality.Lease + time.Second)
		if n, err := r.draw.Void(t.Context()); n != 1 || err != nil {
			t.Fatalf("%d closed after the lease, %v", n, err)
		}
		if _, err := r.desk.Next(t.Context(), ben); !fault.Is(err, fault.NotFound) {
			t.Errorf("the closed check is still given away: %v", err)
		}
	})
}

// An administrator may take checks, but one who never reviews keeps none waiting for longer than a day.
func TestACheckWaitsOnlyADayForAnAdministratorWhoDoesNotReview(t *testing.T) {
	for name, reviews := range map[string]bool{"an idle one": false, "one who reviews": true} {
		t.Run(name, func(t *testing.T) {
			each(t, func(r *room) {
				r.rates(tenant.Rates{onboarding.ReviewApproved: 100})
				anna, admin := r.agent("Anna"), r.admin("Ada")
				if reviews {
					r.decided(admin, onboarding.ReviewApproved, 0)
				}
				job := r.decided(anna, onboarding.ReviewApproved, 0)
				r.drawn()
				if _, err := r.draw.Void(t.Context()); err != nil {
					t.Fatal(err)
				}
				c, err := r.store.QualityCheckOf(t.Context(), company, job)
				if err != nil || c.State != store.CheckOpen {
					t.Fatalf("%s on the first day, %v", c.State, err)
				}
				r.now.Advance(25 * time.Hour)
				if _, err := r.draw.Void(t.Context()); err != nil {
					t.Fatal(err)
				}
				want := store.CheckVoid
				if reviews {
					want = store.CheckOpen
				}
				if c, err := r.store.QualityCheckOf(t.Context(), company, job); err != nil || c.State != want {
					t.Errorf("%s after a day, %v, want %s", c.State, err, want)
				}
			})
		})
	}
}

// look records that an agent looked at a job outside a check.
func (r *room) look(a quality.Agent, job string) {
	r.write(func(tx *store.Tx) error {
		return tx.Audit(r.t.Context(), audit.Entry{
			Company: company,
			Actor:   "agent:" + a.ID,
			Action:  "job.view",
			Target:  "job:" + job,
		})
	})
}

// disable takes an agent's access away.
func (r *room) disable(a quality.Agent) {
	r.write(func(tx *store.Tx) error { return tx.SetAgentState(r.t.Context(), company, a.ID, "DISABLED") })
}
