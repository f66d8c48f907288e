package store

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"time"

	"proofdesk/app/fault"
)

// CopyTo writes a consistent copy of a SQLite database into a new file while the program goes on.
func (s *Store) CopyTo(ctx context.Context, path string) error {
	if s.dialect.name != "sqlite" {
		return fault.New(fault.Invalid, "only SQLite copies itself")
	}
	c, err := s.readers.Conn(ctx)
	if err != nil {
		return s.dialect.fault(err)
	}
	// A reader may write nothing, not even another file.
	if _, err = c.ExecContext(ctx, `PRAGMA query_only = 0`); err == nil {
		_, err = c.ExecContext(ctx, `VACUUM INTO ?`, path)
	}
	_, back := c.ExecContext(context.WithoutCancel(ctx), `PRAGMA query_only = 1`)
	return s.dialect.fault(errors.Join(err, back, c.Close()))
}

// CheckSQLite tells whether a file is a sound database.
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

// PurgedJobs is one batch of a purge: how many jobs, and the objects whose files are now without a row.
type PurgedJobs struct {
	Jobs    int
	Objects []string
}

// ofJob are the tables whose rows go with their job.
var ofJob = []string{
	`DELETE FROM attempts WHERE company = ? AND delivery_id IN (SELECT id FROM deliveries WHERE company = ? AND job_id = ?)`,
	`DELETE FROM deliveries WHERE company = ? AND job_id = ?`,
	`DELETE FROM events WHERE company = ? AND job_id = ?`,
	`DELETE FROM captures WHERE company = ? AND job_id = ?`,
	`DELETE FROM job_docs WHERE company = ? AND job_id = ?`,
	`DELETE FROM job_terms WHERE company = ? AND job_id = ?`,
	`DELETE FROM review_cases WHERE company = ? AND job_id = ?`,
	`DELETE FROM reviews WHERE company = ? AND job_id = ?`,
	`DELETE FROM quality_checks WHERE company = ? AND job_id = ?`,
	`DELETE FROM reveals WHERE company = ? AND job_id = ?`,
	`DELETE FROM viewers WHERE company = ? AND job_id = ?`,
	`DELETE FROM drafts WHERE company = ? AND job_id = ?`,
	`DELETE FROM corrections WHERE company = ? AND job_id = ?`,
	`DELETE FROM idempotency_keys WHERE company = ? AND job_id = ?`,
	`DELETE FROM jobs WHERE company = ? AND id = ?`,
}

// PurgeJobs removes up to limit of a company's finished jobs that were made before a time, with all that belongs to them.
func (tx *Tx) PurgeJobs(ctx context.Context, company string, before time.Time, limit int) (PurgedJobs, error) {
	text := func(scan scanner) (s string, err error) { err = scan(&s); return s, err }
	jobs, err := list(ctx, tx.queries, text, `SELECT id FROM jobs WHERE company = ? AND created_at < ? AND decided_at > 0 AND upper(status) <> 'REVIEW'
		AND NOT EXISTS (SELECT 1 FROM deliveries d WHERE d.company = jobs.company AND d.job_id = jobs.id AND d.state = 'pending') ORDER BY seq LIMIT ?`, company, millis(before), limit)
	if err != nil {
		return PurgedJobs{}, err
	}
	purged := PurgedJobs{Jobs: len(jobs)}
	for _, job := range jobs {
		objects, err := tx.EraseJob(ctx, company, job)
		if err != nil {
			return PurgedJobs{}, err
		}
		purged.Objects = append(purged.Objects, objects...)
	}
	return purged, nil
}
