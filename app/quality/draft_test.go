package quality_test

import (
	"testing"
	"time"

	tenant "proofdesk/app/company"
	"proofdesk/app/draft"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/quality"
	"proofdesk/app/store"
)

// typed is what an agent has saved about the job of a check.
type typed struct {
	*room
	draft.Owner
}

func (w typed) saved() draft.Draft {
	w.t.Helper()
	d, err := draft.Read(w.t.Context(), w.store, w.Owner)
	if err != nil {
		w.t.Fatal(err)
	}
	return d
}

func (w typed) merge(d draft.Draft) {
	w.t.Helper()
	if err := w.store.Write(w.t.Context(), func(tx *store.Tx) error {
		_, err := draft.Merge(w.t.Context(), tx, w.Owner, d)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
}

// eachTyped runs a test in which Ben holds a check and has typed "alpha" in one browser.
func eachTyped(t *testing.T, test func(w typed, ben quality.Agent, held store.QualityCheck)) {
	each(t, func(r *room) {
		r.rates(tenant.Rates{onboarding.ReviewApproved: 100})
		r.decided(r.agent("Anna"), onboarding.ReviewApproved, 0)
		r.drawn()
		ben := r.agent("Ben")
		job, err := r.desk.Next(r.t.Context(), ben)
		if err != nil {
			r.t.Fatal(err)
		}
		held, _, _ := r.desk.Held(r.t.Context(), ben, job)
		w := typed{r, draft.Owner{Company: ben.Company, JobID: job, AgentID: ben.ID}}
		w.merge(draft.Draft{Note: "alpha", Rev: "a1"})
		test(w, ben, held)
	})
}

func TestAJudgementNeverDropsWordsThatItsPageHadNotShown(t *testing.T) {
	eachTyped(t, func(w typed, ben quality.Agent, held store.QualityCheck) {
		judge := func(seen ...string) error {
			sent := quality.Filled{Outcome: onboarding.ReviewApproved, Note: "beta", Seen: seen}
			return w.desk.Judge(w.t.Context(), ben, held.JobID, held.Claim, sent, noon, quality.Grounds{Reasons: known})
		}
		if err := judge(); !fault.Is(err, fault.Invalid) || w.saved().Note != "alpha" {
			w.t.Errorf("judging without having seen alpha: %v, saved %q", err, w.saved().Note)
		}
		if err := judge("a1"); err != nil || !w.saved().Empty() {
			w.t.Errorf("judging after having seen it: %v, saved %+v", err, w.saved())
		}
	})
}

func TestADraftThatArrivesAfterItsJudgementIsNotUnsent(t *testing.T) {
	eachTyped(t, func(w typed, ben quality.Agent, held store.QualityCheck) {
		sent := quality.Filled{Outcome: onboarding.ReviewApproved, Note: "alpha and omega", Seen: []string{"a1"}}
		grounds := quality.Grounds{Reasons: known}
		if err := w.desk.Judge(w.t.Context(), ben, held.JobID, held.Claim, sent, noon, grounds); err != nil {
			w.t.Fatal(err)
		}
		w.merge(draft.Draft{Note: "alpha and", Rev: "a2", Claim: held.Claim})
		if got := w.saved(); !got.Empty() {
			w.t.Errorf("words that the judgement has are kept as %+v", got)
		}
		w.merge(draft.Draft{Note: "gamma", Rev: "a3", Claim: held.Claim})
		if got := w.saved().Note; got != "gamma" {
			w.t.Errorf("the words that it does not have are kept as %q", got)
		}
	})
}

func TestTheDraftOfACheckStaysAsLongAsItsAgentHoldsTheCheck(t *testing.T) {
	eachTyped(t, func(w typed, ben quality.Agent, held store.QualityCheck) {
		w.now.Advance(draft.Life + time.Hour)
		purge := func() {
			w.write(func(tx *store.Tx) error {
				return tx.PurgeDrafts(w.t.Context(), ben.Company, tx.Now, tx.Now.Add(-draft.Life))
			})
		}
		purge()
		if got := w.saved().Note; got != "alpha" {
			w.t.Errorf("the draft of the check that Ben holds is %q", got)
		}
		if err := w.desk.Release(w.t.Context(), ben, held.JobID); err != nil {
			w.t.Fatal(err)
		}
		purge()
		if got := w.saved(); !got.Empty() {
			w.t.Errorf("a month after the check was released its draft is %+v", got)
		}
	})
}

func TestWordsOfACheckStayTheirAgentsWhoeverTakesIt(t *testing.T) {
	for _, ended := range []struct {
		how string
		end func(w typed, ben quality.Agent, job string) error
	}{
		{"skipped", func(w typed, ben quality.Agent, job string) error {
			return w.desk.Skip(w.t.Context(), ben, job)
		}},
		{"left for another page", func(w typed, ben quality.Agent, job string) error {
			return w.desk.Release(w.t.Context(), ben, job)
		}},
		{"lapsed", func(w typed, _ quality.Agent, _ string) error {
			w.now.Advance(quality.Lease + time.Second)
			return nil
		}},
	} {
		t.Run(ended.how, func(t *testing.T) {
			eachTyped(t, func(w typed, ben quality.Agent, held store.QualityCheck) {
				if err := ended.end(w, ben, held.JobID); err != nil {
					w.t.Fatal(err)
				}
				cleo := w.agent("Cleo")
				if job, err := w.desk.Next(w.t.Context(), cleo); err != nil || job != held.JobID {
					w.t.Fatalf("Cleo takes %q, %v", job, err)
				}
				if got := w.saved().Note; got != "alpha" {
					w.t.Errorf("Ben's words are %q", got)
				}
				hers := typed{w.room, draft.Owner{Company: cleo.Company, JobID: held.JobID, AgentID: cleo.ID}}
				if got := hers.saved(); !got.Empty() {
					w.t.Errorf("Cleo sees %+v", got)
				}
			})
		})
	}
}
