package retention_test

import (
	"testing"
	"time"

	"proofdesk/app/retention"
	"proofdesk/app/store"
)

// abandoned counts the entries of a job's trail that say that its captures were removed as nobody submitted it.
func (h *house) abandoned(job string) (n int) {
	h.t.Helper()
	rows, err := h.store.AuditOf(h.t.Context(), company, "job:"+job, "", 50)
	h.must(err)
	for _, r := range rows {
		if r.Action == "job.abandon" && r.Actor == retention.System {
			n++
		}
	}
	return n
}

func TestCapturesOfAJobThatIsNeverSubmittedAreRemovedWithoutARule(t *testing.T) {
	each(t, func(h *house) {
		left, gone, sent := h.begun(), h.begun(), h.begun()
		for _, job := range []string{left, gone, sent} {
			h.capture(job, "", "")
		}
		h.now.Advance(retention.AbandonedFor - time.Hour)
		h.capture(gone, "", "") // of somebody who goes on
		h.write(func(tx *store.Tx) error {
			_, err := tx.SubmitJob(h.t.Context(), company, sent)
			return err
		})
		h.turn()
		h.want(3, 4)
		h.now.Advance(time.Hour + time.Minute)
		h.turn()
		captures, err := h.store.Captures(h.t.Context(), company, left)
		h.must(err)
		if len(captures) != 0 || h.abandoned(left) != 1 || h.abandoned(gone)+h.abandoned(sent) != 0 {
			h.t.Errorf("captures %v, entries %d, %d and %d", captures, h.abandoned(left), h.abandoned(gone),
				h.abandoned(sent))
		}
		h.now.Advance(retention.AbandonedFor)
		h.turn()
		if h.abandoned(left) != 1 || h.abandoned(gone) != 1 || h.abandoned(sent) != 0 {
			h.t.Errorf("entries %d, %d and %d", h.abandoned(left), h.abandoned(gone), h.abandoned(sent))
		}
		h.capture(left, "", "") // the job still takes some
		if captures, err = h.store.Captures(h.t.Context(), company, left); err != nil || len(captures) != 1 {
			h.t.Errorf("captures %v, %v", captures, err)
		}
	})
}
