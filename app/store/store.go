package store

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
)

// Options are where the data is stored, and by which node.
type Options struct {
	URL     string // sqlite:PATH or postgres://…; empty for sqlite:DataDir/proofdesk.db
	DataDir string
	Clock   clock.Clock
	Node    uint8 // number of this node, for ids.Sequence
}

// Store is the database.
type Store struct {
	queries
	timeline
	node    uint8
	readers *sql.DB
	writer  writer
	release func() error // ends the lock on the data folder
}

// timeline is the clock of transactions and the source of the numbers that order what they write.
type timeline struct {
	clock clock.Clock
	seq   *ids.Sequence
}

// writer runs a function in a durable transaction, its own or one that it shares.
type writer interface {
	write(ctx context.Context, t timeline, fn func(*Tx) error) error
	close() error
}

// Open opens the database, brings its schema up to date and starts the writer.
func Open(ctx context.Context, o Options) (*Store, error) {
	if o.Clock == nil {
		o.Clock = clock.System{}
	}
	if strings.HasPrefix(o.URL, "postgres:") || strings.HasPrefix(o.URL, "postgresql:") {
		return openPostgres(ctx, o)
	}
	return openSQLite(ctx, o)
}

// SQLitePath returns the file that a sqlite: URL names, or the default in the data folder.
func SQLitePath(o Options) (string, error) {
	if o.URL == "" {
		return filepath.Join(o.DataDir, "proofdesk.db"), nil
	}
	path, ok := strings.CutPrefix(o.URL, "sqlite:")
	if !ok || path == "" {
		return "", fmt.Errorf("database URL %q: want sqlite:PATH or postgres://…", redactURL(o.URL))
	}
	return strings.TrimPrefix(path, "//"), nil
}

func redactURL(raw string) string {
	u, err := url.Parse(raw)
	if err != nil {
		return "(unreadable)"
	}
	return u.Redacted()
}

func ensureDir(path string) error {
	return os.MkdirAll(filepath.Dir(path), 0o700)
}

// Write runs fn in a transaction and returns once it is durable. fn may run more than once and must have no effect but
// through tx. Where fn returns an error, everything that it wrote is rolled back.
func (s *Store) Write(ctx context.Context, fn func(tx *Tx) error) error {
	fn = s.watched(ctx, fn)
	if j, ok := ctx.Value(journalKey{}).(*Journal); ok {
		return s.recorded(ctx, j, fn)
	}
	return s.writer.write(ctx, s.timeline, fn)
}

// At returns a view of the store whose transactions take their time from another clock. It is the same database: what
// one view writes the other reads, and closing either closes both. The clocks must never show the same time, because
// the numbers that order rows are unique for one clock only.
func (s *Store) At(c clock.Clock) *Store {
	view := *s
	view.timeline = timeline{clock: c, seq: ids.NewSequence(s.node)}
	return &view
}

// Change runs fn and writes the audit entry e in one transaction: both become durable, or neither.
func (s *Store) Change(ctx context.Context, e audit.Entry, fn func(tx *Tx) error) error {
	return s.Write(ctx, func(tx *Tx) error {
		if err := fn(tx); err != nil {
			return err
		}
		return tx.Audit(ctx, e)
	})
}

// NextSeq returns a new number that orders rows by time.
func (s *Store) NextSeq() int64 { return s.timeline.seq.Next(s.clock.Now()) }

// Dialect returns the name of the engine: "sqlite" or "postgres".
func (s *Store) Dialect() string { return s.dialect.name }

// Ping reports whether the database answers.
func (s *Store) Ping(ctx context.Context) error {
	var one int
	if err := s.readers.QueryRowContext(ctx, "SELECT 1").Scan(&one); err != nil {
		return fault.Wrap(err, fault.Unavailable, "the database is not answering: try again in a minute")
	}
	return nil
}

// Close stops the writer once all waiting writes are done, then closes the readers.
func (s *Store) Close() error {
	err := s.writer.close()
	if e := s.readers.Close(); err == nil {
		err = e
	}
	if s.release != nil {
		if e := s.release(); err == nil {
			err = e
		}
	}
	return err
}

// Tx is one transaction. Now is its time, at which everything in it happens.
type Tx struct {
	queries
	Now     time.Time
	seq     *ids.Sequence
	dirty   bool          // whether anything was written
	entries []audit.Entry // that were written to the audit trail
}

// NextSeq returns a new number that orders rows by time.
func (tx *Tx) NextSeq() int64 { return tx.seq.Next(tx.Now) }

// exec runs a statement and returns the number of rows that it changed.
func (tx *Tx) exec(ctx context.Context, query string, args ...any) (int64, error) {
	if err := unfit(args); err != nil {
		return 0, err
	}
	tx.dirty = true
	result, err := tx.db.ExecContext(ctx, tx.dialect.rebind(query), args...)
	if err != nil && removes(query) && tx.dialect.classify(err) == fault.NotFound {
		return 0, fault.Wrap(err, fault.Internal, refused) // a row is left that refers to what is removed
	}
	if err != nil {
		return 0, tx.dialect.fault(err)
	}
	n, err := result.RowsAffected()
	if err != nil {
		return 0, tx.dialect.fault(err)
	}
	return n, nil
}

// removes reports whether a statement removes rows.
func removes(query string) bool { return strings.HasPrefix(strings.TrimSpace(query), "DELETE") }

// change runs a statement that may change any number of rows.
func (tx *Tx) change(ctx context.Context, query string, args ...any) error {
	_, err := tx.exec(ctx, query, args...)
	return err
}

// mustChange runs a statement that has to change exactly one row; otherwise it is a NotFound with the message.
func (tx *Tx) mustChange(ctx context.Context, message, query string, args ...any) error {
	n, err := tx.exec(ctx, query, args...)
	if err == nil && n != 1 {
		return fault.New(fault.NotFound, "%s", message)
	}
	return err
}

// changing runs a statement with RETURNING and returns its one row to scan.
func (tx *Tx) changing(ctx context.Context, query string, args ...any) *row {
	tx.dirty = true
	return tx.row(ctx, query, args...)
}
