package retention

import (
	"context"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// CommandLine is the actor of a purge in the audit log.
const CommandLine = "cli"

// waitTurn is how long a purge waits before it checks again whether another node holds the lease.
const waitTurn = 200 * time.Millisecond

// Purge removes a company's jobs that finished more than so many days ago, whatever its rule says, and waits until they
// are removed. It returns the run.
func (k *Sweeper) Purge(ctx context.Context, company string, days int) (store.RetentionRun, error) {
	if days < 1 {
		return store.RetentionRun{}, fault.BadField("days", "range", "enter a whole number of days, 1 or more")
	}
	if _, err := k.Store.Company(ctx, company); err != nil {
		return store.RetentionRun{}, err
	}
	if err := k.sweep(ctx); err != nil {
		return store.RetentionRun{}, err
	}
	plan, err := k.Plan(ctx, store.RetentionRule{Company: company, JobDays: days})
	if err != nil {
		return store.RetentionRun{}, err
	}
	var run store.RetentionRun
	err = k.Store.Write(ctx, func(tx *store.Tx) error {
		run = newRun(plan, CommandLine, tx.Now)
		return tx.InsertRetentionRun(ctx, run)
	})
	if err != nil {
		return run, err
	}
	return k.await(ctx, run)
}

// await continues a run, or waits for the node that does, until it ends.
func (k *Sweeper) await(ctx context.Context, run store.RetentionRun) (store.RetentionRun, error) {
	for run.Stage == store.RetentionRunning {
		next, moved, err := k.step(ctx, run)
		if err != nil {
			return run, err
		}
		if run = next; moved {
			continue
		}
		select {
		case <-ctx.Done():
			return run, ctx.Err()
		case <-time.After(waitTurn):
		}
		if run, err = k.Store.RetentionRun(ctx, run.Company, run.ID); err != nil {
			return run, err
		}
	}
	if run.Stage != store.RetentionDone {
		return run, fault.New(fault.Internal, "the purge ended early after %d jobs: %s", run.Jobs, run.Error)
	}
	return run, nil
}
