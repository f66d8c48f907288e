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

// CheckSQLite returns an error for a file that is not an undamaged database of this program.
func CheckSQLite(ctx context.Context, path string) error {
	db, err := openCopy(path)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	var verdict string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
		return err
	}
	if verdict != "ok" {
		return fault.New(fault.Invalid, "the database is damaged: %s", verdict)
	}
	return nil
}

// openCopy opens a database that nobody writes, and leaves no file beside it.
func openCopy(path string) (*sql.DB, error) {
	return sql.Open("sqlite3", "file:"+(&url.URL{Path: path}).EscapedPath()+"?mode=ro&immutable=1")
}

// objectsOfCopy reads all companies and every row, as only the check of a whole copy may.
const objectsOfCopy = `WITH copied AS (
		SELECT object FROM captures
		UNION ALL
		SELECT object FROM capture_parts
		UNION ALL
		SELECT object FROM preset_media
	)
	SELECT object
	FROM copied
	WHERE object <> ''
	ORDER BY object`

// ObjectsIn lists the files that the rows of a copied SQLite database name.
func ObjectsIn(ctx context.Context, path string) (all []string, err error) {
	db, err := openCopy(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = db.Close() }()
	rows, err := db.QueryContext(ctx, objectsOfCopy)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}
