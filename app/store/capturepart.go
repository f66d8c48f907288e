package store

import (
	"context"
	"time"

	"proofdesk/app/onboarding"
)

// CapturePart is a part of a capture whose upload is not complete.
type CapturePart struct {
	Company    string
	JobID      string
	Kind       onboarding.CaptureKind
	Start      int64  // of the part's first byte in the capture
	Size       int64  // bytes of the part
	Total      int64  // bytes of the whole capture
	SHA256     string // of the whole capture, lower-case hex; empty where the upload doesn't name it
	Object     string // name in the evidence store
	WrappedKey []byte // key of the object, wrapped by the applicant's key
	CreatedAt  time.Time
}

const (
	partColumns = `company, job_id, kind, start, size, total, sha256, object, wrapped_key, created_at`
	partsOfKind = `
		SELECT ` + partColumns + `
		FROM capture_parts
		WHERE company = ? AND job_id = ? AND kind = ?
		ORDER BY start`
	partInsert = `
		INSERT INTO capture_parts (` + partColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	partsDropKind = `
		DELETE FROM capture_parts
		WHERE company = ? AND job_id = ? AND kind = ?
		RETURNING object`
	partsDropJob = `DELETE FROM capture_parts WHERE company = ? AND job_id = ? RETURNING object`
	// uploadsStale finds each upload by its first part.
	uploadsStale = `
		SELECT ` + partColumns + `
		FROM capture_parts p
		WHERE p.start = 0 AND p.created_at < ? AND NOT EXISTS (
			SELECT 1
			FROM capture_parts n
			WHERE n.company = p.company AND n.job_id = p.job_id AND n.kind = p.kind AND n.created_at >= ?
		)
		ORDER BY p.created_at
		LIMIT ?`
)

func scanPart(scan scanner) (p CapturePart, err error) {
	err = scan(&p.Company, &p.JobID, &p.Kind, &p.Start, &p.Size, &p.Total, &p.SHA256, &p.Object, &p.WrappedKey,
		instant{&p.CreatedAt})
	return p, err
}

// CaptureParts lists the parts of a job's capture that are held, from the first byte on.
func (q queries) CaptureParts(
	ctx context.Context, company, jobID string, kind onboarding.CaptureKind,
) ([]CapturePart, error) {
	return list(ctx, q, scanPart, partsOfKind, company, jobID, kind)
}

// StaleUploads lists the first parts of uploads that have received nothing since a time, oldest first.
func (q queries) StaleUploads(ctx context.Context, since time.Time, limit int) ([]CapturePart, error) {
	return list(ctx, q, scanPart, uploadsStale, millis(since), millis(since), limit)
}

// InsertCapturePart adds a part. Conflict where a part that begins at the same byte is held already.
func (tx *Tx) InsertCapturePart(ctx context.Context, p CapturePart) error {
	return tx.change(ctx, partInsert, p.Company, p.JobID, p.Kind, p.Start, p.Size, p.Total, p.SHA256, p.Object,
		p.WrappedKey, millis(tx.Now))
}

// DropCaptureParts removes the parts of a job's capture and returns the names of their objects. These are listed as
// removed until ForgetObjects is called, once their files are deleted; without the rows nothing can decrypt them. The
// caller holds the job.
func (tx *Tx) DropCaptureParts(
	ctx context.Context, company, jobID string, kind onboarding.CaptureKind,
) ([]string, error) {
	dropped, err := list(ctx, tx.queries, scanName, partsDropKind, company, jobID, kind)
	if err != nil {
		return nil, err
	}
	return dropped, tx.listRemoved(ctx, company, dropped)
}

// DropUploads removes the parts of all captures of a job, as DropCaptureParts does.
func (tx *Tx) DropUploads(ctx context.Context, company, jobID string) ([]string, error) {
	dropped, err := list(ctx, tx.queries, scanName, partsDropJob, company, jobID)
	if err != nil {
		return nil, err
	}
	return dropped, tx.listRemoved(ctx, company, dropped)
}
