package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"syscall"

	"github.com/mattn/go-sqlite3"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
)

const (
	sqliteReaders  = 6
	sqliteWriteDSN = "?_journal_mode=WAL&_synchronous=FULL&_busy_timeout=5000&_txlock=immediate&_foreign_keys=on" +
		"&_cache_size=-65536&_stmt_cache_size=256&_auto_vacuum=incremental&_secure_delete=on"
	sqliteReadDSN = "?_query_only=1&_busy_timeout=5000&_cache_size=-16384&_stmt_cache_size=256"
)

func openSQLite(ctx context.Context, o Options) (*Store, error) {
	path, err := SQLitePath(o)
	if err != nil {
		return nil, err
	}
	if err := ensureDir(path); err != nil {
		return nil, fmt.Errorf("data folder: %w", err)
	}
	release, err := lockFile(path + ".lock")
	if err != nil {
		return nil, err
	}
	s, err := openLockedSQLite(ctx, o, "file:"+(&url.URL{Path: path}).EscapedPath())
	if err != nil {
		_ = release()
		return nil, err
	}
	s.release = release
	return s, nil
}

func openLockedSQLite(ctx context.Context, o Options, file string) (*Store, error) {
	db, err := sql.Open("sqlite3", file+sqliteWriteDSN)
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	db.SetMaxOpenConns(1)
	if err := errors.Join(assertDurable(ctx, db), assertKeys(ctx, db)); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if err := migrate(ctx, db, "sqlite"); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	readers, err := sql.Open("sqlite3", file+sqliteReadDSN)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	readers.SetMaxOpenConns(sqliteReaders)
	readers.SetMaxIdleConns(sqliteReaders)
	d := &dialect{name: "sqlite", classify: classifySQLite}
	s := &Store{
		queries:  queries{db: readers, dialect: d},
		timeline: timeline{clock: o.Clock, seq: ids.NewSequence(o.Node)},
		node:     o.Node,
		readers:  readers,
	}
	s.writer, err = startGroupCommit(ctx, db, s)
	if err != nil {
		return nil, errors.Join(err, readers.Close(), db.Close())
	}
	return s, nil
}

// assertDurable returns an error for a connection that does not wait until a commit is on the disk.
func assertDurable(ctx context.Context, db *sql.DB) error {
	var level int
	if err := db.QueryRowContext(ctx, "PRAGMA synchronous").Scan(&level); err != nil {
		return fmt.Errorf("read synchronous: %w", err)
	}
	if level != 2 {
		return fmt.Errorf("database runs with synchronous=%d, want 2 (FULL)", level)
	}
	return nil
}

// assertKeys returns an error for a connection that does not check foreign keys.
func assertKeys(ctx context.Context, db *sql.DB) error {
	var checks bool
	if err := db.QueryRowContext(ctx, "PRAGMA foreign_keys").Scan(&checks); err != nil {
		return fmt.Errorf("read foreign_keys: %w", err)
	}
	if !checks {
		return errors.New("database runs with foreign_keys=0, want 1")
	}
	return nil
}

// lockFile takes an exclusive lock on a file, so that no second process uses the data folder, and returns the function
// that ends it.
func lockFile(path string) (func() error, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock data folder: %w", err)
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		return nil, fmt.Errorf("another process holds the data folder (%s): %w", path, ErrLocked)
	}
	return f.Close, nil
}

// ErrLocked is the cause where another process uses the data folder.
var ErrLocked = errors.New("data folder is in use")

func classifySQLite(err error) fault.Code {
	var e sqlite3.Error
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		return fault.Unavailable
	}
	if !errors.As(err, &e) {
		return fault.Internal
	}
	switch e.Code {
	case sqlite3.ErrConstraint:
		switch e.ExtendedCode {
		case sqlite3.ErrConstraintUnique, sqlite3.ErrConstraintPrimaryKey:
			return fault.Conflict
		case sqlite3.ErrConstraintForeignKey:
			return fault.NotFound
		}
	case sqlite3.ErrFull:
		return fault.StorageFull
	case sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrInterrupt:
		return fault.Unavailable
	}
	return fault.Internal
}
