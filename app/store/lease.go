package store

import "context"

const (
	// releaseJobs names the statuses of the index jobs_due as that does; else SQLite reads every job.
	releaseJobs = `UPDATE jobs SET lease = '', due_at = ? WHERE status = 'PROCESSING' AND status
		IN ('QUEUED', 'PROCESSING')`
	releaseWork       = `UPDATE singletons SET lease_until = 0 WHERE lease_until > 0`
	releaseDeliveries = `UPDATE deliveries SET lease = '', due_at = ? WHERE state = 'pending' AND lease <> ''`
)

// ReleaseLeases makes everything that a worker held due at once. It is for the start of a program that has the database
// to itself: whoever held a lease is gone.
func (s *Store) ReleaseLeases(ctx context.Context) error {
	return s.Write(ctx, func(tx *Tx) error {
		now := millis(tx.Now)
		if err := tx.insert(ctx, releaseJobs, now); err != nil {
			return err
		}
		if err := tx.insert(ctx, releaseWork); err != nil {
			return err
		}
		return tx.insert(ctx, releaseDeliveries, now)
	})
}
