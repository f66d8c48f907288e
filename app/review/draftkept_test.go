package review_test

import (
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/draft"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// bench is a desk with one waiting job and Anna, who has claimed it and saved "alpha" in one browser.
type bench struct {
	*testing.T
	st   *store.Store
	now  *clock.Manual
	desk *review.Desk
	jobs []string
	anna review.Agent
	held store.ReviewCase
}

func eachBench(t *testing.T, run func(b *bench)) {
	t.Helper()
	now := clock.NewManual(noon)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		b := &bench{T: t, st: st, now: now}
		b.desk, b.jobs = desk(t, st, now, 3)
		b.anna = agent(t, st, "Anna", access.Senior)
		b.held = b.takes(b.anna, b.jobs[0])
		_, err := b.desk.MergeDraft(t.Context(), b.anna, b.jobs[0], draft.Draft{Note: "alpha", Rev: "a1"})
		b.must(err)
		run(b)
	})
}

func (b *bench) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

func (b *bench) takes(a review.Agent, job string) store.ReviewCase {
	b.Helper()
	c, err := b.desk.Take(b.Context(), a, job)
	b.must(err)
	return c
}

func (b *bench) draft() draft.Draft {
	b.Helper()
	found, err := b.desk.Gather(b.Context(), b.anna, b.jobs[0])
	b.must(err)
	return found.Unsent(b.anna)
}

func TestADraftOutlivesAJobThatSomebodyElseDecided(t *testing.T) {
	eachBench(t, func(b *bench) {
		b.must(b.desk.Leave(b.Context(), b.anna, b.jobs[0], b.held.Claim))
		b.now.Advance(time.Hour)
		ben := agent(b, b.st, "Ben", access.Senior)
		_, err := b.desk.Decide(b.Context(), ben, decision(b.takes(ben, b.jobs[0]), onboarding.ReviewApproved))
		b.must(err)
		b.now.Advance(time.Hour)
		b.must(b.desk.PurgeDrafts(b.Context()))
		if got := b.draft().Note; got != "alpha" {
			b.Errorf("after an hour the draft is %q", got)
		}
		b.now.Advance(draft.Life)
		b.must(b.desk.PurgeDrafts(b.Context()))
		if got := b.draft().Note; got != "" {
			b.Errorf("after its life the draft is %q", got)
		}
	})
}

func TestADraftThatWasSentIsNotShownAndRemoved(t *testing.T) {
	eachBench(t, func(b *bench) {
		sent := decision(b.held, onboarding.ReviewApproved)
		sent.Note = "alpha"
		_, err := b.desk.Decide(b.Context(), b.anna, sent)
		b.must(err)
		if got := b.draft(); !got.Empty() {
			b.Errorf("%+v is shown although it was sent", got)
		}
		b.must(b.desk.PurgeDrafts(b.Context()))
		if _, err := b.st.Draft(b.Context(), company, b.jobs[0], b.anna.ID); err != nil {
			b.Errorf("the draft is gone while the decision can be undone: %v", err)
		}
		b.now.Advance(time.Hour)
		b.must(b.desk.PurgeDrafts(b.Context()))
		if _, err := b.st.Draft(b.Context(), company, b.jobs[0], b.anna.ID); !fault.Is(err, fault.NotFound) {
			b.Errorf("the draft is still there: %v", err)
		}
	})
}

func TestAFormThatHasNotShownADraftNeverDropsItsWords(t *testing.T) {
	sent := func(b *bench, note string, seen ...string) review.DecisionRequest {
		d := decision(b.held, onboarding.ReviewApproved)
		d.Note, d.Seen = note, seen
		return d
	}
	for _, form := range []struct {
		name string
		send func(b *bench, d review.DecisionRequest) error
	}{
		{"a decision", func(b *bench, d review.DecisionRequest) error {
			_, err := b.desk.Decide(b.Context(), b.anna, d)
			return err
		}},
		{"a proposal", func(b *bench, d review.DecisionRequest) error {
			twoAgents(b.T, b.st, onboarding.ReviewApproved)
			_, err := b.desk.Decide(b.Context(), b.anna, d)
			return err
		}},
		{"an escalation", func(b *bench, d review.DecisionRequest) error {
			return b.desk.Escalate(b.Context(), b.anna, d)
		}},
	} {
		t.Run(form.name, func(t *testing.T) {
			eachBench(t, func(b *bench) {
				if err := form.send(b, sent(b, "beta")); !fault.Is(err, fault.Invalid) {
					b.Fatalf("without having seen the draft: %v", err)
				}
				if got := b.draft().Note; got != "alpha" {
					b.Errorf("the draft is %q", got)
				}
				b.must(form.send(b, sent(b, "beta", "a1")))
			})
		})
	}
}

func TestAFormThatIsKeptJoinsTheWordsThatItHasNotShown(t *testing.T) {
	for _, tt := range []struct {
		rule, note string
		seen       []string
		want       string
	}{
		{"of a page that had not seen them", "beta", nil, "beta\nalpha"},
		{"of a page that had seen them", "beta", []string{"a1"}, "beta"},
		{"of an empty page that had not seen them", "", nil, "alpha"},
		{"of a page that has them too", "alpha and beta", nil, "alpha and beta"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			eachBench(t, func(b *bench) {
				b.must(b.desk.SaveDraft(b.Context(), b.anna, b.jobs[0], draft.Draft{Note: tt.note, Seen: tt.seen}))
				if got := b.draft().Note; got != tt.want {
					b.Errorf("%q is saved, not %q", got, tt.want)
				}
			})
		})
	}
}
