package store

import (
	"context"
	"database/sql"
	"errors"
	"net/url"

	"proofdesk/app/fault"
)

// CopyTo writes a consistent copy of a SQLite database into a new file while the program keeps writing.
func (s *Store) CopyTo(ctx context.Context, path string) error {
	if s.dialect.name != "sqlite" {
		return fault.New(fault.Invalid,
			"only a SQLite database can be backed up with this command: use the tools of PostgreSQL")
	}
	c, err := s.readers.Conn(ctx)
	if err != nil {
		return s.dialect.fault(err)
	}
	// With query_only a connection can't write to another file either.
	if _, err = c.ExecContext(ctx, `PRAGMA query_only = 0`); err == nil {
		_, err = c.ExecContext(ctx, `VACUUM INTO ?`, path)
	}
	_, back := c.ExecContext(context.WithoutCancel(ctx), `PRAGMA query_only = 1`)
	return s.dialect.fault(errors.Join(err, back, c.Close()))
}

// CheckSQLite returns an error for a file that is not an undamaged database.
func CheckSQLite(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite3", "file:"+(&url.URL{Path: path}).EscapedPath()+"?mode=ro")
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return fault.New(fault.Invalid, "the database is damaged: %s", verdict)
	}
	return nil
}
