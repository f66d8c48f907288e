package store

import (
	"context"
	"errors"
)

// EmptyLog empties the log of SQLite, in which what was removed can still be read, and reports whether it did: not
// while somebody reads for longer than writers may wait, as a backup does. PostgreSQL has a vacuum of its own.
func (s *Store) EmptyLog(ctx context.Context) (emptied bool, err error) {
	if s.dialect.name != "sqlite" {
		return true, nil
	}
	c, err := s.readers.Conn(ctx)
	if err != nil {
		return false, s.dialect.fault(err)
	}
	var busy, frames, moved int
	if _, err = c.ExecContext(ctx, `PRAGMA busy_timeout = 500`); err == nil { // in which nobody can write
		err = c.QueryRowContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`).Scan(&busy, &frames, &moved)
	}
	_, back := c.ExecContext(context.WithoutCancel(ctx), `PRAGMA busy_timeout = 5000`)
	return busy == 0, s.dialect.fault(errors.Join(err, back, c.Close()))
}
