package review_test

import (
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

func TestAnEscalationIsUndoneWithItsNoteUntilTheJobIsClaimed(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 3)
		anna, ben, sam := agent(t, st, "Anna",
			access.Agent), agent(t, st, "Ben", access.Agent), agent(t, st, "Sam", access.Senior)
		escalate := func() {
			t.Helper()
			c, err := d.Take(t.Context(), anna, jobs[0])
			if err != nil {
				t.Fatal(err)
			}
			sent := decision(c, "")
			sent.Note = "looks exchanged"
			if err := d.Escalate(t.Context(), anna, sent); err != nil {
				t.Fatal(err)
			}
			now.Advance(time.Second)
		}
		escalate()
		if err := d.Undo(t.Context(), ben, jobs[0], ""); !fault.Is(err, fault.Forbidden) {
			t.Fatalf("another agent took it back: %v", err)
		}
		if ahead, err := d.Ahead(t.Context(), sam, ""); err != nil || ahead.JobID != jobs[0] {
			t.Fatalf("laid ready for the senior: %s, %v", ahead.JobID, err)
		}
		if err := d.Undo(t.Context(), anna, jobs[0], ""); err != nil {
			t.Fatalf("what is only laid ready can't be taken back: %v", err)
		}
		dossier, err := d.Inspect(t.Context(), anna, jobs[0])
		if err != nil || !dossier.Held(anna) || dossier.Case.State != store.CaseOpen ||
			dossier.Draft.Note != "looks exchanged" || dossier.Reviews[0].UndoneAt.IsZero() {
			t.Fatalf("%+v, draft %+v, reviews %+v, %v", dossier.Case, dossier.Draft, dossier.Reviews, err)
		}
		if err := d.Release(t.Context(), anna, jobs[0]); err != nil {
			t.Fatal(err)
		}
		escalate()
		if c := next(t, d, sam, ""); c.JobID != jobs[0] {
			t.Fatalf("the senior got %s", c.JobID)
		}
		if err := d.Undo(t.Context(), anna, jobs[0], ""); !fault.Is(err, fault.Conflict) {
			t.Fatalf("while the senior holds it: %v", err)
		}
		if err := d.Release(t.Context(), sam, jobs[0]); err != nil {
			t.Fatal(err)
		}
		if err := d.Undo(t.Context(), anna, jobs[0], ""); !fault.Is(err, fault.Conflict) {
			t.Fatalf("after the senior gave it back: %v", err)
		}
		raised, err := st.Escalations(t.Context(), company, jobs)
		if err != nil || len(raised) != 1 || raised[jobs[0]].AgentName != "Anna" ||
			raised[jobs[0]].Note != "looks exchanged" {
			t.Errorf("escalations %+v, %v", raised, err)
		}
	})
}
