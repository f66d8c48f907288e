package retention

import (
	"context"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

const (
	// AbandonedFor is how long the captures of a job are kept that its client does not submit, since the last of them
	// came: an applicant who left, or cancelled, has not asked for anything to be done with them.
	AbandonedFor   = 7 * 24 * time.Hour
	abandonedAtOne = 100
)

// abandon removes what clients of every company sent for jobs that they never submitted, whatever the rules say. A job
// for which that fails keeps none of the others waiting, and is tried again an hour later.
func (k *Sweeper) abandon(ctx context.Context) error {
	before := k.Clock.Now().Add(-AbandonedFor)
	var last store.AbandonedJob
	for {
		jobs, err := k.Store.AbandonedJobs(ctx, before, last.Seq, abandonedAtOne)
		if err != nil {
			return err
		}
		for _, last = range jobs {
			err := k.abandonJob(ctx, last)
			switch {
			case err == nil:
			case ctx.Err() != nil, fault.Is(err, fault.Unavailable):
				return err
			default:
				k.Log.ErrorContext(ctx, "remove captures of abandoned job failed", "company", last.Company,
					"job", last.ID, "error", err)
			}
		}
		if len(jobs) < abandonedAtOne {
			return nil
		}
	}
}

// abandonJob removes the captures that a job's client sent, unless it was submitted meanwhile or another one came.
func (k *Sweeper) abandonJob(ctx context.Context, job store.AbandonedJob) error {
	var objects []string
	err := k.Store.Write(ctx, func(tx *store.Tx) error {
		objects = nil
		open, err := tx.HoldCapturing(ctx, job.Company, job.ID)
		if err != nil || !open {
			return err
		}
		captures, err := tx.Captures(ctx, job.Company, job.ID)
		if err != nil {
			return err
		}
		for _, c := range captures {
			if !c.CreatedAt.Before(tx.Now.Add(-AbandonedFor)) {
				return nil
			}
		}
		if objects, err = tx.RemoveSent(ctx, job.Company, job.ID, ""); err != nil || len(objects) == 0 {
			return err
		}
		return tx.Audit(ctx, audit.NewEntry(job.Company, System, "job.abandon", "job:"+job.ID,
			map[string]int{"captures": len(objects)}))
	})
	if err == nil {
		k.Safe.Discard(ctx, k.Store, k.Log, job.Company, objects)
	}
	return err
}
