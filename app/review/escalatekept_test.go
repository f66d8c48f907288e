package review_test

import (
	"maps"
	"slices"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// All that the form held comes back: what a colleague would read of the escalation, and what only the form had.
func TestAnUndoneEscalationGivesBackEverythingThatWasFilledIn(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 1)
		anna := agent(t, st, "Anna", access.Agent)
		c, err := d.Take(t.Context(), anna, jobs[0])
		if err != nil {
			t.Fatal(err)
		}
		sent := decision(c, onboarding.Declined, "fraud.face_mismatch")
		sent.Note, sent.Comment = "looks exchanged", "Dear client, the picture was exchanged."
		sent.Overrides = map[string]string{"liveness": "live"}
		if err := d.Escalate(t.Context(), anna, sent); err != nil {
			t.Fatal(err)
		}
		raised, err := st.Escalations(t.Context(), company, jobs)
		if err != nil || raised[jobs[0]].Comment != sent.Comment {
			t.Errorf("the senior reads the comment %q, %v", raised[jobs[0]].Comment, err)
		}
		if err := d.Undo(t.Context(), anna, jobs[0], ""); err != nil {
			t.Fatal(err)
		}
		dossier, err := d.Gather(t.Context(), anna, jobs[0])
		if err != nil {
			t.Fatal(err)
		}
		kept := dossier.Draft
		if kept.Note != sent.Note || kept.Comment != sent.Comment || !maps.Equal(kept.Overrides, sent.Overrides) ||
			!slices.Equal(kept.Reasons, sent.Reasons) || kept.Outcome != string(sent.Outcome) {
			t.Errorf("the form came back as %+v", kept)
		}
	})
}
