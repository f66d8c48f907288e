package store

import (
	"context"

	"proofdesk/app/onboarding"
)

const captureColumns = `company, id, job_id, kind, content_type, size, sha256, width, height, captured_at, created_at,
	object, wrapped_key, quality, link, request, virtual_camera`

const (
	capturesOfJob = `
		SELECT ` + captureColumns + `
		FROM captures
		WHERE company = ? AND job_id = ? AND replaced_at IS NULL
		ORDER BY created_at, id`
	captureOfContent = `
		SELECT ` + captureColumns + `
		FROM captures
		WHERE company = ? AND job_id = ? AND kind = ? AND sha256 = ? AND size = ? AND replaced_at IS NULL`
	captureByID    = `SELECT ` + captureColumns + ` FROM captures WHERE company = ? AND id = ?`
	captureReplace = `
		UPDATE captures
		SET replaced_at = ?
		WHERE company = ? AND job_id = ? AND kind = ? AND replaced_at IS NULL`
	captureInsert = `
		INSERT INTO captures (` + captureColumns + `, replaced_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	capturesOfObject = `SELECT count(*) FROM captures WHERE object = ?`
)

func scanCapture(scan scanner) (onboarding.Capture, error) {
	var c onboarding.Capture
	err := scan(&c.Company, &c.ID, &c.JobID, &c.Kind, &c.ContentType, &c.Size, &c.SHA256, &c.Width, &c.Height,
		instant{&c.CapturedAt}, instant{&c.CreatedAt}, &c.Key, &c.WrappedKey, &c.Quality,
		&c.Link, &c.Request, &c.VirtualCamera)
	return c, err
}

// Captures lists the captures of a job that are in force, in the order in which they were uploaded: no other has
// replaced them, and those of a request were checked.
func (q queries) Captures(ctx context.Context, company, jobID string) ([]onboarding.Capture, error) {
	return list(ctx, q, scanCapture, capturesOfJob, company, jobID)
}

// Capture returns one capture.
func (q queries) Capture(ctx context.Context, company, id string) (onboarding.Capture, error) {
	return scanCapture(q.row(ctx, captureByID, company, id).or("this document is not stored").scan)
}

// CaptureOfContent returns a job's capture of a kind in force if it is of this size and SHA-256.
func (q queries) CaptureOfContent(
	ctx context.Context, company, jobID string, kind onboarding.CaptureKind, size int64, sha256 string,
) (onboarding.Capture, error) {
	return scanCapture(q.row(ctx, captureOfContent, company, jobID, kind, sha256, size).or(
		"this document is not stored").scan)
}

// InsertCapture adds a capture and marks the one of the same kind before it as replaced. One of a request does not come
// into force yet, and takes the place of those of the same request only, also where these are of the other document.
func (tx *Tx) InsertCapture(ctx context.Context, c onboarding.Capture) error {
	var replaced any
	if c.Request == "" {
		if err := tx.change(ctx, captureReplace, millis(tx.Now), c.Company, c.JobID, c.Kind); err != nil {
			return err
		}
	} else {
		replaced = int64(0)
		for _, kind := range c.Kind.Excludes() {
			err := tx.change(ctx, stagedReplace, millis(tx.Now), c.Company, c.JobID, kind, c.Request)
			if err != nil {
				return err
			}
		}
	}
	return tx.change(ctx, captureInsert, c.Company, c.ID, c.JobID, c.Kind, c.ContentType, c.Size, c.SHA256, c.Width,
		c.Height, millis(c.CapturedAt), millis(c.CreatedAt), c.Key, c.WrappedKey, c.Quality, c.Link, c.Request,
		c.VirtualCamera, replaced)
}

// CaptureObjectExists reports whether a capture has the object, for the sweeper that removes files without a row.
func (q queries) CaptureObjectExists(ctx context.Context, object string) (bool, error) {
	var n int
	err := q.row(ctx, capturesOfObject, object).scan(&n)
	return n > 0, err
}
