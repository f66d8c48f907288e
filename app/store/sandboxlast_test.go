package store_test

import (
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
)

// A sandbox job comes after all others, however much is at stake; it counts in no pace, and no check is made of it.
func TestSandboxJobsComeLastAndCountNowhere(t *testing.T) {
	now := clock.NewManual(queueTime)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		var trial onboarding.Job
		write(t, st, func(tx *store.Tx) error {
			trial = newJob(tx, "acme")
			trial.Sandbox = "REVIEW"
			if err := tx.InsertJob(ctx, trial); err != nil {
				return err
			}
			return tx.OpenReviewCase(ctx, store.ReviewCase{
				Company:        "acme",
				JobID:          trial.ID,
				Seq:            trial.Seq,
				Function:       trial.Function,
				DeadlineAt:     queueTime.Add(time.Hour),
				EvidenceDigest: "d",
			})
		})
		genuine := stakedCases(t, st, now, 3, 1)
		want := []string{genuine[1], genuine[0], trial.ID}
		f, listed := store.QueueFilter{View: store.ViewOpen}, []string{}
		for after := (store.QueueCursor{}); len(listed) < len(want); {
			rows := must(st.Queue(ctx, "acme", "anna", f, now.Now(), after, 1))(t)
			if len(rows) == 0 {
				break
			}
			listed, after = append(listed, rows[0].JobID), f.CursorAfter(rows[0])
		}
		same(t, "listed", listed, want)
		var claimed []string
		for range want {
			write(t, st, func(tx *store.Tx) error {
				c, err := tx.ClaimNext(ctx, store.Claim{
					Company: "acme",
					Agent:   "anna",
					Secret:  ids.UUID(),
					Until:   tx.Now.Add(time.Hour),
				}, store.CaseOpen)
				claimed = append(claimed, c.JobID)
				return err
			})
		}
		same(t, "claimed", claimed, want)
		for _, id := range want {
			write(t, st, func(tx *store.Tx) error {
				return tx.InsertReview(ctx, store.Review{
					ID:          ids.UUID(),
					Company:     "acme",
					JobID:       id,
					AgentID:     "anna",
					Kind:        store.ReviewDecision,
					Outcome:     onboarding.ReviewApproved,
					StartedAt:   tx.Now,
					CompletedAt: tx.Now,
				})
			})
		}
		handled := must(st.HandledBy(ctx, "acme", "anna", queueTime, now.Now().Add(time.Hour), 9))(t)
		same(t, "handled", len(handled), len(genuine))
		undrawn := must(st.UndrawnReviews(ctx, now.Now().Add(time.Hour), 9))(t)
		same(t, "undrawn", len(undrawn), len(want))
		for _, u := range undrawn {
			if u.Sandbox != (u.Review.JobID == trial.ID) {
				t.Errorf("%s: sandbox %v", u.Review.JobID, u.Sandbox)
			}
		}
	})
}
