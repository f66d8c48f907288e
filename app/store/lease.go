package store

import "context"

const (
	// releaseJobs repeats the condition of the index jobs_due, without which SQLite reads every job.
	releaseJobs = `
		UPDATE jobs
		SET lease = '', due_at = ?
		WHERE status = 'PROCESSING' AND status IN ('QUEUED', 'PROCESSING')`
	releaseWork       = `UPDATE singletons SET lease_until = 0 WHERE lease_until > 0`
	releaseDeliveries = `UPDATE deliveries SET lease = '', due_at = ? WHERE state = 'pending' AND lease <> ''`
)

// ReleaseLeases ends every lease, so that all claimed work is due at once. It is for the start of a program that has
// the database to itself: no holder of a lease is running any more.
func (s *Store) ReleaseLeases(ctx context.Context) error {
	return s.Write(ctx, func(tx *Tx) error {
		now := millis(tx.Now)
		if err := tx.change(ctx, releaseJobs, now); err != nil {
			return err
		}
		if err := tx.change(ctx, releaseWork); err != nil {
			return err
		}
		return tx.change(ctx, releaseDeliveries, now)
	})
}
