package review_test

import (
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	tenant "proofdesk/app/company"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// twoAgents makes the company require a second agent for an outcome.
func twoAgents(t *testing.T, st *store.Store, outcome onboarding.Status) {
	t.Helper()
	storetest.ChangeSettings(t, st, company, func(s *tenant.Settings) { s.SecondReview = []onboarding.Status{outcome} })
}

func TestAProposalWaitsForAnotherAgentAndIsReportedOnce(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 1)
		twoAgents(t, st, onboarding.ReviewSuspicious)
		anna, ben := agent(t, st, "Anna", access.Agent), agent(t, st, "Ben", access.Agent)
		done, err := d.Decide(t.Context(), anna,
			decision(next(t, d, anna, ""), onboarding.ReviewSuspicious, "fraud.known"))
		if err != nil || !done.Proposed {
			t.Fatalf("%+v, %v", done, err)
		}
		job, _ := st.Job(t.Context(), company, jobs[0])
		events, _ := st.EventsOfJob(t.Context(), company, jobs[0])
		if job.Status != onboarding.Review || len(events) != 0 {
			t.Fatalf("job %s, %d events: a proposal tells nobody", job.Status, len(events))
		}
		if _, err := d.Next(t.Context(), anna, ""); !fault.Is(err, fault.NotFound) {
			t.Fatalf("the proposer got their own proposal: %v", err)
		}
		if _, err := d.Take(t.Context(), anna, jobs[0]); !fault.Is(err, fault.Forbidden) {
			t.Fatalf("the proposer took it: %v", err)
		}
		done, err = d.Decide(t.Context(), ben,
			decision(next(t, d, ben, ""), onboarding.ReviewSuspicious, "fraud.known"))
		if err != nil || done.Proposed {
			t.Fatalf("%+v, %v", done, err)
		}
		var payload onboarding.Payload
		if err := st.ReadJobDoc(t.Context(), company, jobs[0], store.DocPayload, &payload); err != nil {
			t.Fatal(err)
		}
		r := payload.ReviewDetails
		if r.Reviewer.DisplayName != "Anna" || r.SecondReview == nil || r.SecondReview.Reviewer.DisplayName != "Ben" {
			t.Errorf("reviewers %+v", r)
		}
		events, _ = st.EventsOfJob(t.Context(), company, jobs[0])
		if len(events) != 1 {
			t.Errorf("%d events", len(events))
		}
	})
}

func TestAnOutcomeOtherThanTheProposedOneConfirmsNothing(t *testing.T) {
	now := clock.NewManual(noon)
	st := storetest.SQLite(t, now)
	d, jobs := desk(t, st, now, 1)
	twoAgents(t, st, onboarding.ReviewApproved)
	anna, ben := agent(t, st, "Anna", access.Agent), agent(t, st, "Ben", access.Agent)
	if _, err := d.Decide(t.Context(), anna, decision(next(t, d, anna, ""), onboarding.ReviewApproved)); err != nil {
		t.Fatal(err)
	}
	done, err := d.Decide(t.Context(), ben, decision(next(t, d, ben, ""), onboarding.ReviewDeclined, "data.expired"))
	if err != nil || done.Proposed {
		t.Fatalf("%+v, %v", done, err)
	}
	var payload onboarding.Payload
	if err := st.ReadJobDoc(t.Context(), company, jobs[0], store.DocPayload, &payload); err != nil {
		t.Fatal(err)
	}
	if r := payload.ReviewDetails; r.Reviewer.DisplayName != "Ben" || r.SecondReview != nil {
		t.Errorf("the decision is told as that of %s, seconded by %+v", r.Reviewer.DisplayName, r.SecondReview)
	}
	if err := d.Undo(t.Context(), ben, jobs[0], ""); err != nil {
		t.Fatal(err)
	}
	c, err := st.ReviewCase(t.Context(), company, jobs[0])
	if err != nil || c.State != store.CaseProposed || c.Proposer != anna.ID {
		t.Fatalf("after the undo: %+v, %v", c, err)
	}
	if _, err := d.Decide(t.Context(), anna, review.DecisionRequest{
		JobID:   jobs[0],
		Claim:   c.Claim,
		Version: c.Version,
		Digest:  c.EvidenceDigest,
		Outcome: onboarding.ReviewApproved,
	}); !fault.Is(
		err, fault.Forbidden) {
		t.Fatalf("the proposer confirmed: %v", err)
	}
}
