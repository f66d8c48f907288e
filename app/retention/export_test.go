package retention

import (
	"context"

	"proofdesk/app/store"
)

// InSteps makes a sweeper remove so many jobs in one transaction, so that tests of several steps need few jobs.
func (k *Sweeper) InSteps(of int) *Sweeper {
	k.batch = of
	return k
}

// StepAfter removes the rows of a run's next jobs once something else has happened after they were listed.
func (k *Sweeper) StepAfter(ctx context.Context, r store.RetentionRun, happens func()) error {
	due, err := k.due(ctx, r)
	if err != nil {
		return err
	}
	happens()
	return k.Store.Write(ctx, func(tx *store.Tx) error {
		_, _, err := k.remove(ctx, tx, r, due)
		return err
	})
}
