package store

import "context"

// What the tests of query texts need: how placeholders are numbered for PostgreSQL, its fragments by the dialect's field,
// and the one function that builds a part of a query text.
var (
	Rebind    = (&dialect{numbered: true}).rebind
	Fragments = map[string]string{"skipLocked": postgresSkipLocked, "forUpdate": postgresForUpdate}
	Qualify   = qualify
)

// QueueDepth is how many writes may wait.
const QueueDepth = queueDepth

// Waiting returns how many writes wait for SQLite's writer.
func Waiting(s *Store) int { return len(s.writer.(*groupCommit).queue) }

// AssertDurable is what a database has to pass before it is written to.
var AssertDurable = assertDurable

// Synchronous returns the level at which SQLite's writer commits.
func (tx *Tx) Synchronous(ctx context.Context) (level int, err error) {
	return level, tx.row(ctx, "PRAGMA synchronous").scan(&level)
}

// EndTransaction rolls back the transaction that requests share, as SQLite itself does where it has to.
func (tx *Tx) EndTransaction() error {
	_, err := tx.db.ExecContext(context.Background(), "ROLLBACK")
	return err
}

// ScanCases is how many cases one count of a filtered queue looks at.
const ScanCases = scanCases
