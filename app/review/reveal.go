package review

import (
	"context"
	"time"

	"proofdesk/app/store"
)

// RevealTime is how long a reveal uncovers a job.
const RevealTime = time.Minute

// Reveal uncovers a job's values and pictures for the agent until the time that it gives. Each one stands in the trail;
// one that still lasts is not renewed.
func (d *Desk) Reveal(ctx context.Context, a Agent, jobID string) (time.Time, error) {
	var until time.Time
	err := d.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.Job(ctx, a.Company, jobID); err != nil {
			return err
		}
		until = tx.Now.Add(RevealTime)
		fresh, err := tx.Reveal(ctx, a.Company, jobID, a.ID, until)
		if err != nil {
			return err
		}
		if !fresh {
			until, err = tx.RevealedUntil(ctx, a.Company, jobID, a.ID)
			return err
		}
		return tx.Audit(ctx, a.entry("job.reveal", jobID, nil))
	})
	return until, err
}

// RevealedUntil tells until when a job is uncovered for the agent; the zero time where it is not.
func (d *Desk) RevealedUntil(ctx context.Context, a Agent, jobID string) (time.Time, error) {
	return d.Store.RevealedUntil(ctx, a.Company, jobID, a.ID)
}
