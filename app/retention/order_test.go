package retention_test

import (
	"testing"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/retention"
	"proofdesk/app/store"
)

// TestCapturesOfAJobThatWasCreatedBeforeTheRemovedOnesGoToo guards that the captures are looked for from the first job
// on, once whole jobs have been removed: who was created first may have been decided last.
func TestCapturesOfAJobThatWasCreatedBeforeTheRemovedOnesGoToo(t *testing.T) {
	each(t, func(h *house) {
		waits := h.job(onboarding.Review)
		h.jobs(1)
		h.now.Advance(40 * day)
		h.write(func(tx *store.Tx) error {
			job, err := tx.Job(t.Context(), company, waits)
			if err != nil {
				return err
			}
			_, err = tx.ReviewJob(t.Context(), company, waits, onboarding.ReviewApproved, job.Version, tx.Now)
			return err
		})
		h.now.Advance(10 * day)
		h.rule(30, 5)
		h.turn()
		h.want(1, 0)
	})
}

func TestAScheduledRunDoesNotStartBesideAnother(t *testing.T) {
	each(t, func(h *house) {
		h.rule(1, 0)
		h.jobs(2)
		h.now.Advance(2 * day)
		h.must(h.Start(t.Context(), "agent:ada", company, 1))
		h.turn()
		if runs := h.runs(); len(runs) != 1 || runs[0].Stage != store.RetentionDone {
			t.Errorf("%+v", runs)
		}
		h.want(0, 0)
	})
}

func TestMoreLinksThanAreListedAtOnceAreSettled(t *testing.T) {
	each(t, func(h *house) {
		const links = 101
		for range links {
			h.linked()
		}
		h.now.Advance(time.Hour + retention.UnusedFor)
		h.turn()
		h.want(links, 0)
	})
}
