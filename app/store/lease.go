package store

import "context"

// ReleaseLeases makes everything that a worker held due at once. It is for the start of a program that has the database to
// itself: whoever held a lease is gone.
func (s *Store) ReleaseLeases(ctx context.Context) error {
	return s.Write(ctx, func(tx *Tx) error {
		now := millis(tx.Now)
		if err := tx.insert(ctx, `UPDATE jobs SET lease = '', due_at = ? WHERE status = 'PROCESSING'`, now); err != nil {
			return err
		}
		return tx.insert(ctx, `UPDATE deliveries SET lease = '', due_at = ? WHERE state = 'pending' AND lease <> ''`, now)
	})
}
