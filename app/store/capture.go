package store

import (
	"context"

	"proofdesk/app/onboarding"
)

const captureColumns = `company, id, job_id, kind, content_type, size, sha256, width, height, captured_at, created_at,
	object, wrapped_key, quality`

func scanCapture(scan scanner) (onboarding.Capture, error) {
	var c onboarding.Capture
	err := scan(&c.Company, &c.ID, &c.JobID, &c.Kind, &c.ContentType, &c.Size, &c.SHA256, &c.Width, &c.Height,
		instant{&c.CapturedAt}, instant{&c.CreatedAt}, &c.Key, &c.WrappedKey, &c.Quality)
	return c, err
}

// Captures lists the captures of a job that stand, in the order in which they came.
func (q queries) Captures(ctx context.Context, company, jobID string) ([]onboarding.Capture, error) {
	return list(ctx, q, scanCapture, `SELECT `+captureColumns+` FROM captures
		WHERE company = ? AND job_id = ? AND replaced_at IS NULL ORDER BY created_at, id`, company, jobID)
}

// Capture returns one capture.
func (q queries) Capture(ctx context.Context, company, id string) (onboarding.Capture, error) {
	r := q.row(ctx,
		`SELECT `+captureColumns+` FROM captures WHERE company = ? AND id = ?`, company, id).or("no such document")
	return scanCapture(r.scan)
}

// InsertCapture adds a capture; one of the same kind that stood before it is marked as replaced.
func (tx *Tx) InsertCapture(ctx context.Context, c onboarding.Capture) error {
	err := tx.insert(ctx,
		`UPDATE captures SET replaced_at = ? WHERE company = ? AND job_id = ? AND kind = ? AND replaced_at IS NULL`,
		millis(tx.Now), c.Company, c.JobID, c.Kind)
	if err != nil {
		return err
	}
	return tx.insert(ctx, `INSERT INTO captures (`+captureColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		c.Company, c.ID, c.JobID, c.Kind, c.ContentType, c.Size, c.SHA256, c.Width, c.Height, millis(c.CapturedAt),
		millis(c.CreatedAt), c.Key, c.WrappedKey, c.Quality)
}

// CaptureObjectExists reports whether a row names the object, for the sweeper of files without a row.
func (q queries) CaptureObjectExists(ctx context.Context, object string) (bool, error) {
	var n int
	err := q.row(ctx, `SELECT count(*) FROM captures WHERE object = ?`, object).scan(&n)
	return n > 0, err
}
