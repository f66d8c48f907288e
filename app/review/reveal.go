package review

import (
	"context"
	"time"

	"proofdesk/app/store"
)

// RevealTime is how long a reveal lasts.
const RevealTime = time.Minute

// Reveal unmasks a job's values and pictures for the agent and returns until when. Each reveal is audited; one that
// still lasts is not renewed.
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

// Exported records that the agent took a job with its captures out of the program.
func (d *Desk) Exported(ctx context.Context, a Agent, jobID string, captures int) error {
	return d.Store.Write(ctx, func(tx *store.Tx) error {
		return tx.Audit(ctx, a.entry("job.export", jobID, map[string]int{"captures": captures}))
	})
}

// RevealedUntil returns until when a job is unmasked for the agent; the zero time where it is not.
func (d *Desk) RevealedUntil(ctx context.Context, a Agent, jobID string) (time.Time, error) {
	return d.Store.RevealedUntil(ctx, a.Company, jobID, a.ID)
}
