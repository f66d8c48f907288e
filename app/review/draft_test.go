package review_test

import (
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/draft"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// A draft that an older program saved names no version.
func TestADraftWithoutANameOfItsVersionIsSeenByThePageThatShowsIt(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 1)
		anna := agent(t, st, "Anna", access.Agent)
		err := st.Write(t.Context(), func(tx *store.Tx) error {
			return tx.PutDraft(t.Context(), company, jobs[0], anna.ID, `{"note":"older"}`)
		})
		if err != nil {
			t.Fatal(err)
		}
		merge := func(note, rev string, seen ...string) error {
			_, err := d.MergeDraft(t.Context(), anna, jobs[0], draft.Draft{Note: note, Rev: rev, Seen: seen})
			return err
		}
		if err := merge("other", "b1"); !fault.Is(err, fault.Conflict) {
			t.Errorf("from a page that did not show it: %v", err)
		}
		shown, err := d.Gather(t.Context(), anna, jobs[0])
		if err != nil || shown.Draft.Rev == "" {
			t.Fatalf("%+v is shown, %v", shown.Draft, err)
		}
		if err := merge("older, newer", "a1", shown.Draft.Rev); err != nil {
			t.Errorf("from the page that showed it: %v", err)
		}
	})
}

func TestADraftNeverReplacesAVersionThatItsBrowserHasNotSeen(t *testing.T) {
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		d, jobs := desk(t, st, now, 1)
		anna := agent(t, st, "Anna", access.Agent)
		saved := func() draft.Draft {
			t.Helper()
			found, err := d.Gather(t.Context(), anna, jobs[0])
			if err != nil {
				t.Fatal(err)
			}
			return found.Draft
		}
		merge := func(note, rev string, seen ...string) (draft.Draft, error) {
			return d.MergeDraft(t.Context(), anna, jobs[0], draft.Draft{Note: note, Rev: rev, Seen: seen})
		}
		steps := []struct {
			rule, note, rev string
			seen            []string
			conflict        bool
			after           string
		}{
			{"the first version", "one", "a1", nil, false, "one"},
			{"the next one of the same browser", "one two", "a2", []string{"a1"}, false, "one two"},
			{"one of a browser that has seen nothing", "other", "b1", nil, true, "one two"},
			{
				"a beacon that overtook the answer to the one before", "one two three", "a3",
				[]string{"a1", "a2"},
				false,
				"one two three",
			},
			{"the same version once more", "one two three", "a3", nil, false, "one two three"},
			{"the same text under another name", "one two three", "b2", nil, false, "one two three"},
			{"one of the other browser after it was shown that", "both", "b3", []string{"b1", "b2"}, false, "both"},
		}
		for _, step := range steps {
			other, err := merge(step.note, step.rev, step.seen...)
			if fault.Is(err, fault.Conflict) != step.conflict || !step.conflict && err != nil {
				t.Errorf("%s: %v", step.rule, err)
			}
			if step.conflict && other.Note != step.after {
				t.Errorf("%s: it is shown %q", step.rule, other.Note)
			}
			if got := saved(); got.Note != step.after || got.Rev == "" || got.SavedAt.IsZero() {
				t.Errorf("%s: %+v is saved", step.rule, got)
			}
		}
		if err := d.SaveDraft(t.Context(), anna, jobs[0], draft.Draft{Note: "without script"}); err != nil {
			t.Fatal(err)
		}
		if rev := saved().Rev; rev == "" || rev == "b3" {
			t.Errorf("a draft that the server saves is version %q", rev)
		}
	})
}
