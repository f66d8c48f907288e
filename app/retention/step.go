package retention

import (
	"cmp"
	"context"
	"errors"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/store"
)

const (
	perStep   = 100              // jobs in one transaction: some milliseconds of the writer's time
	workName  = "retention"      // of the lease
	workLease = 30 * time.Second // longer than any step takes
)

const filesStay = "files of removed captures could not be deleted: they can't be opened, and deletion is retried " +
	"every hour"

// step removes one batch of a run and returns the run's new state. moved is false where another node holds the lease or
// has continued the run: the caller reads it again.
func (k *Sweeper) step(ctx context.Context, r store.RetentionRun) (next store.RetentionRun, moved bool, err error) {
	due, err := k.due(ctx, r)
	if err != nil {
		return r, false, err
	}
	var objects []string
	ours := false
	err = k.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if ours, err = tx.HoldWork(ctx, workName, k.holder(), tx.Now.Add(workLease)); err != nil || !ours {
			return err
		}
		next, objects, err = k.remove(ctx, tx, r, due)
		return err
	})
	if errors.Is(err, errMovedOn) {
		return r, false, nil
	}
	if err != nil || !ours {
		return r, false, err
	}
	left := k.Safe.Discard(ctx, k.Store, k.Log, r.Company, objects)
	if left > 0 && next.Stage == store.RetentionRunning && ctx.Err() == nil {
		return k.fail(ctx, next, filesStay)
	}
	return next, true, nil
}

// due returns the next jobs of a run's phase; none where the phase is complete.
func (k *Sweeper) due(ctx context.Context, r store.RetentionRun) ([]store.DueJob, error) {
	old := scopeOf(r)
	if old.Before.IsZero() {
		return nil, nil
	}
	return k.Store.DueJobs(ctx, old, r.After, cmp.Or(k.batch, perStep))
}

// scopeOf returns what a run removes in its phase.
func scopeOf(r store.RetentionRun) store.RetentionScope {
	if r.Phase == store.RemovingCaptures {
		return store.RetentionScope{Company: r.Company, Before: r.CapturesBefore, Captured: true}
	}
	return store.RetentionScope{Company: r.Company, Before: r.JobsBefore}
}

// remove removes those jobs of a batch that are still due and writes the run's progress, in one transaction.
func (k *Sweeper) remove(
	ctx context.Context, tx *store.Tx, r store.RetentionRun, due []store.DueJob,
) (next store.RetentionRun, objects []string, err error) {
	next = r
	for _, job := range due {
		names, gone, err := removeJob(ctx, tx, r, job.ID)
		if err != nil {
			return r, nil, err
		}
		if gone && r.Phase == store.RemovingJobs {
			next.Jobs++
		}
		objects = append(objects, names...)
		next.After = job.Seq
	}
	next.Captures += len(objects)
	switch {
	case len(due) > 0:
	case r.Phase == store.RemovingJobs:
		next.Phase, next.After = store.RemovingCaptures, 0
	default:
		next.Stage, next.FinishedAt = store.RetentionDone, tx.Now
		return next, nil, k.finish(ctx, tx, r)
	}
	kept, err := tx.StepRetentionRun(ctx, next)
	if err == nil && !kept {
		err = errMovedOn
	}
	next.Step++
	return next, objects, err
}

// errMovedOn reports that another node has continued or ended a run meanwhile.
var errMovedOn = fault.New(fault.Conflict,
	"this removal was continued or ended elsewhere: reload the page to see where it is")

// finish ends a run that has removed all that was due, and releases the lease.
func (k *Sweeper) finish(ctx context.Context, tx *store.Tx, r store.RetentionRun) error {
	ended, err := end(ctx, tx, r.Actor, r, store.RetentionDone, "")
	if err != nil {
		return err
	}
	if !ended {
		return errMovedOn
	}
	_, err = tx.HoldWork(ctx, workName, k.holder(), tx.Now)
	return err
}

// removeJob removes one job or its captures, unless it may no longer be removed.
func removeJob(
	ctx context.Context, tx *store.Tx, r store.RetentionRun, id string,
) (objects []string, gone bool, err error) {
	if _, err := tx.TakeJob(ctx, r.Company, id); err != nil && !fault.Is(err, fault.NotFound) {
		return nil, false, err
	}
	disposition, err := tx.DispositionOf(ctx, r.Company, id, scopeOf(r).Before)
	if fault.Is(err, fault.NotFound) || err == nil && disposition != store.DispositionDue {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	if r.Phase == store.RemovingCaptures {
		objects, err = tx.RemoveCaptures(ctx, r.Company, id)
	} else {
		objects, err = tx.EraseJob(ctx, r.Company, id)
	}
	return objects, true, err
}

// fail ends a run that can't continue. ended is false where it was ended elsewhere.
func (k *Sweeper) fail(
	ctx context.Context, r store.RetentionRun, problem string,
) (failed store.RetentionRun, ended bool, err error) {
	err = k.Store.Write(ctx, func(tx *store.Tx) (err error) {
		ended, err = end(ctx, tx, r.Actor, r, store.RetentionFailed, problem)
		return err
	})
	if err != nil || !ended {
		return r, false, err
	}
	r.Stage, r.Error = store.RetentionFailed, problem
	return r, true, nil
}
