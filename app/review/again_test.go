package review_test

import (
	"sync"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	tenant "proofdesk/app/company"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// keyed fills in what a page with a form of a key would send.
func keyed(c store.ReviewCase, key string, outcome onboarding.Status, reasons ...string) review.DecisionRequest {
	sent := decision(c, outcome, reasons...)
	sent.Key = key
	return sent
}

func TestADecisionSentAgainIsAnsweredAsBeforeAndCarriedOutOnce(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 1)
		anna := agent(t, st, "Anna", access.Agent)
		sent := keyed(next(t, d, anna, ""), "form-1", "declined", "data.expired")
		sent.Comment, sent.Note = "Expired.", "seen twice"
		first, err := d.Decide(t.Context(), anna, sent)
		if err != nil {
			t.Fatal(err)
		}
		now.Advance(time.Second)
		again, err := d.Decide(t.Context(), anna, sent)
		if err != nil || again != first {
			t.Errorf("sent again: %+v, %v; at first %+v", again, err, first)
		}
		if reviews, err := st.Reviews(t.Context(), company, jobs[0]); err != nil || len(reviews) != 1 {
			t.Errorf("%d reviews, %v", len(reviews), err)
		}
		if events, err := st.EventsOfJob(t.Context(), company, jobs[0]); err != nil || len(events) != 1 {
			t.Errorf("%d events, %v", len(events), err)
		}
	})
}

func TestEqualDecisionsAtTheSameInstantAreBothAnsweredAndCarriedOutOnce(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 1)
		anna := agent(t, st, "Anna", access.Agent)
		sent := keyed(next(t, d, anna, ""), "form-1", onboarding.ReviewApproved)
		var all sync.WaitGroup
		done, failed := make([]review.Decided, 8), make([]error, 8)
		for i := range done {
			all.Go(func() { done[i], failed[i] = d.Decide(t.Context(), anna, sent) })
		}
		all.Wait()
		for i := range done {
			if failed[i] != nil || done[i] != done[0] {
				t.Errorf("request %d: %+v, %v; the first %+v", i, done[i], failed[i], done[0])
			}
		}
		if events, err := st.EventsOfJob(t.Context(), company, jobs[0]); err != nil || len(events) != 1 {
			t.Errorf("%d events, %v", len(events), err)
		}
	})
}

func TestAFormThatWasChangedOrUndoneSinceIsNotTakenForTheSame(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 1)
		anna := agent(t, st, "Anna", access.Agent)
		ben := agent(t, st, "Ben", access.Agent)
		sent := keyed(next(t, d, anna, ""), "form-1", onboarding.ReviewDeclined, "data.expired")
		sent.Note = "as first sent"
		if _, err := d.Decide(t.Context(), anna, sent); err != nil {
			t.Fatal(err)
		}
		for name, change := range map[string]func(*review.DecisionRequest){
			"another outcome": func(d *review.DecisionRequest) { d.Outcome = onboarding.ReviewSuspicious },
			"another reason":  func(d *review.DecisionRequest) { d.Reasons = []string{"data.underage"} },
			"another note":    func(d *review.DecisionRequest) { d.Note = "typed since" },
			"another comment": func(d *review.DecisionRequest) { d.Comment = "typed since" },
			"another key":     func(d *review.DecisionRequest) { d.Key = "form-2" },
			"no key":          func(d *review.DecisionRequest) { d.Key = "" },
		} {
			changed := sent
			change(&changed)
			if _, err := d.Decide(t.Context(), anna, changed); !fault.Is(err, fault.Conflict) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := d.Decide(t.Context(), ben, sent); !fault.Is(err, fault.Conflict) {
			t.Errorf("by somebody else: %v", err)
		}
		if err := d.Undo(t.Context(), anna, jobs[0], ""); err != nil {
			t.Fatal(err)
		}
		if _, err := d.Decide(t.Context(), anna, sent); !fault.Is(err, fault.Conflict) {
			t.Errorf("after an undo: %v", err)
		}
		if job, err := st.Job(t.Context(), company, jobs[0]); err != nil || job.Status != onboarding.Review {
			t.Errorf("the job is %s, %v", job.Status, err)
		}
	})
}

func TestAFormThatEscalatedAJobHasNotDecidedIt(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 1)
		anna := agent(t, st, "Anna", access.Agent)
		sent := keyed(next(t, d, anna, ""), "form-1", onboarding.ReviewDeclined, "data.expired")
		if err := d.Escalate(t.Context(), anna, sent); err != nil {
			t.Fatal(err)
		}
		if done, err := d.Decide(t.Context(), anna, sent); !fault.Is(err, fault.Conflict) {
			t.Errorf("decided: %+v, %v", done, err)
		}
		if job, err := st.Job(t.Context(), company, jobs[0]); err != nil || job.Status != onboarding.Review {
			t.Errorf("the job is %s, %v", job.Status, err)
		}
	})
}

func TestAProposalAndAnEscalationSentAgainAreCarriedOutOnce(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 2)
		storetest.ChangeSettings(t, st, company, func(s *tenant.Settings) {
			s.SecondReview = []onboarding.Status{onboarding.ReviewDeclined}
		})
		anna := agent(t, st, "Anna", access.Agent)
		proposal := keyed(next(t, d, anna, ""), "form-1", onboarding.ReviewDeclined, "data.expired")
		for range 2 {
			if done, err := d.Decide(t.Context(), anna, proposal); err != nil || !done.Proposed {
				t.Errorf("proposed: %+v, %v", done, err)
			}
		}
		escalation := keyed(next(t, d, anna, ""), "form-2", "")
		for range 2 {
			if err := d.Escalate(t.Context(), anna, escalation); err != nil {
				t.Errorf("escalated: %v", err)
			}
		}
		for _, job := range jobs {
			if reviews, err := st.Reviews(t.Context(), company, job); err != nil || len(reviews) != 1 {
				t.Errorf("%d reviews, %v", len(reviews), err)
			}
		}
	})
}
