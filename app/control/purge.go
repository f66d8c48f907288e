package control

import (
	"context"
	"os"
	"path/filepath"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// Purged is the result of purge.
type Purged struct {
	Jobs     int `json:"jobs"`
	Captures int `json:"captures"`
}

const purgeBatch = 100

// purge removes finished jobs older than so many days with all that belongs to them: rows in bounded batches, then the
// captures' files. Their keys are destroyed, so that backups can't open the captures either.
func (c *Commands) purge(ctx context.Context, company string, days int) (any, error) {
	if days < 1 {
		return nil, fault.BadField("days", "minimum", "say after how many days, at least 1")
	}
	if _, err := c.Store.Company(ctx, company); err != nil {
		return nil, err
	}
	var total Purged
	for {
		var batch store.PurgedJobs
		err := c.Store.Write(ctx, func(tx *store.Tx) (err error) {
			batch, err = tx.PurgeJobs(ctx, company, tx.Now.Add(-time.Duration(days)*24*time.Hour), purgeBatch)
			return err
		})
		if err != nil {
			return total, err
		}
		for _, object := range batch.Objects {
			if err := os.Remove(filepath.Join(c.Captures, filepath.FromSlash(object))); err != nil && !os.IsNotExist(err) {
				return total, err
			}
		}
		total.Jobs, total.Captures = total.Jobs+batch.Jobs, total.Captures+len(batch.Objects)
		if batch.Jobs < purgeBatch {
			break
		}
	}
	return total, c.Store.Write(ctx, func(tx *store.Tx) error {
		return tx.Audit(ctx, audit.Entry{Company: company, Actor: actor, Action: "jobs.purge", Target: "company:" + company, Detail: map[string]int{"days": days, "jobs": total.Jobs}})
	})
}
