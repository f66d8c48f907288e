package store

import (
	"context"

	"proofdesk/app/onboarding"
)

const captureColumns = `company, id, job_id, kind, content_type, size, sha256, width, height, captured_at, created_at,
	object, wrapped_key, quality`

const (
	capturesOfJob = `
		SELECT ` + captureColumns + `
		FROM captures
		WHERE company = ? AND job_id = ? AND replaced_at IS NULL
		ORDER BY created_at, id`
	captureByID    = `SELECT ` + captureColumns + ` FROM captures WHERE company = ? AND id = ?`
	captureReplace = `
		UPDATE captures
		SET replaced_at = ?
		WHERE company = ? AND job_id = ? AND kind = ? AND replaced_at IS NULL`
	captureInsert = `
		INSERT INTO captures (` + captureColumns + `)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	capturesOfObject = `SELECT count(*) FROM captures WHERE object = ?`
)

func scanCapture(scan scanner) (onboarding.Capture, error) {
	var c onboarding.Capture
	err := scan(&c.Company, &c.ID, &c.JobID, &c.Kind, &c.ContentType, &c.Size, &c.SHA256, &c.Width, &c.Height,
		instant{&c.CapturedAt}, instant{&c.CreatedAt}, &c.Key, &c.WrappedKey, &c.Quality)
	return c, err
}

// Captures lists the captures of a job that no other has replaced, in the order in which they were uploaded.
func (q queries) Captures(ctx context.Context, company, jobID string) ([]onboarding.Capture, error) {
	return list(ctx, q, scanCapture, capturesOfJob, company, jobID)
}

// Capture returns one capture.
func (q queries) Capture(ctx context.Context, company, id string) (onboarding.Capture, error) {
	return scanCapture(q.row(ctx, captureByID, company, id).or("no such document").scan)
}

// InsertCapture adds a capture and marks the one of the same kind before it as replaced.
func (tx *Tx) InsertCapture(ctx context.Context, c onboarding.Capture) error {
	if err := tx.insert(ctx, captureReplace, millis(tx.Now), c.Company, c.JobID, c.Kind); err != nil {
		return err
	}
	return tx.insert(ctx, captureInsert, c.Company, c.ID, c.JobID, c.Kind, c.ContentType, c.Size, c.SHA256, c.Width,
		c.Height, millis(c.CapturedAt), millis(c.CreatedAt), c.Key, c.WrappedKey, c.Quality)
}

// CaptureObjectExists reports whether a capture has the object, for the sweeper that removes files without a row.
func (q queries) CaptureObjectExists(ctx context.Context, object string) (bool, error) {
	var n int
	err := q.row(ctx, capturesOfObject, object).scan(&n)
	return n > 0, err
}
