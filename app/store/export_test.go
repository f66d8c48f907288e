package store

import (
	"context"
	"database/sql"
)

// What the tests of query texts need: how placeholders are numbered for PostgreSQL, its fragments by the dialect's
// field, and the one function that builds a part of a query text.
var (
	Rebind    = (&dialect{numbered: true}).rebind
	Fragments = map[string]string{
		"skipLocked": postgresSkipLocked,
		"forUpdate":  postgresForUpdate,
		"forShare":   postgresForShare,
		"forKey":     postgresForKey,
		"forRemoval": postgresForRemoval,
	}
	Qualify = qualify
)

// QueueDepth is how many writes may wait.
const QueueDepth = queueDepth

// Waiting returns how many writes wait for SQLite's writer.
func Waiting(s *Store) int { return len(s.writer.(*groupCommit).queue) }

// AssertDurable and AssertKeys are what a database has to pass before it is written to.
var (
	AssertDurable = assertDurable
	AssertKeys    = assertKeys
)

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

// rewriting is a connection whose statements are changed before they are sent.
type rewriting struct {
	conn
	rewrite func(query string) string
}

// ExecContext runs a statement as rewrite returns it.
func (r rewriting) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	return r.conn.ExecContext(ctx, r.rewrite(query), args...)
}

// QueryContext runs a query as rewrite returns it.
func (r rewriting) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	return r.conn.QueryContext(ctx, r.rewrite(query), args...)
}

// QueryRowContext runs a query for one row as rewrite returns it.
func (r rewriting) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	return r.conn.QueryRowContext(ctx, r.rewrite(query), args...)
}

// rewritingWriter is a writer whose transactions have their statements changed.
type rewritingWriter struct {
	writer
	rewrite func(query string) string
}

func (w rewritingWriter) write(ctx context.Context, t timeline, fn func(*Tx) error) error {
	return w.writer.write(ctx, t, func(tx *Tx) error {
		tx.db = rewriting{conn: tx.db, rewrite: w.rewrite}
		return fn(tx)
	})
}

// Rewrite passes each statement of a store through rewrite before it is sent.
func Rewrite(s *Store, rewrite func(query string) string) {
	s.db = rewriting{conn: s.db, rewrite: rewrite}
	s.writer = rewritingWriter{writer: s.writer, rewrite: rewrite}
}

// Bare returns the connection of a transaction, for statements that are not rewritten.
func Bare(tx *Tx) conn {
	if r, ok := tx.db.(rewriting); ok {
		return r.conn
	}
	return tx.db
}

// Wrote reports whether a transaction ran a statement that may change rows.
func Wrote(tx *Tx) bool { return tx.dirty }

// Run runs a statement of a test's own in a transaction.
var Run = (*Tx).change
