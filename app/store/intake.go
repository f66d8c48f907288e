package store

import (
	"context"
	"path"
	"strings"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
)

const (
	jobHoldCapturing = `UPDATE jobs SET version = version WHERE company = ? AND id = ? AND status = 'CAPTURING'`
	capturesSent     = `
		SELECT COUNT(*), CAST(COALESCE(SUM(c.size), 0) + (
			SELECT COALESCE(SUM(p.size), 0)
			FROM capture_parts p
			WHERE p.company = ? AND p.job_id = ?
		) AS BIGINT)
		FROM captures c
		WHERE c.company = ? AND c.job_id = ? AND c.request = ?`
	captureKinds = `
		SELECT kind
		FROM captures
		WHERE company = ? AND job_id = ? AND replaced_at IS NULL AND object <> ''`
	// captureObjects goes through the companies so that each look-up uses the captures' primary key. CROSS keeps SQLite
	// from reading every capture instead.
	captureObjects = `
		SELECT x.object
		FROM companies
		CROSS JOIN captures x
		WHERE x.company = companies.slug AND x.id IN (`
	mediaObjects = `
		SELECT m.object
		FROM companies
		CROSS JOIN preset_media m
		WHERE m.company = companies.slug AND m.object IN (`
	partObjects = `
		SELECT p.object
		FROM companies
		CROSS JOIN capture_parts p
		WHERE p.company = companies.slug AND p.object IN (`
)

var jobSnapshot = selectJobs + `, d.body
	FROM jobs j
	LEFT JOIN job_docs d ON d.company = j.company AND d.job_id = j.id
		AND d.kind = CASE WHEN j.held_until > ? THEN 'payload_before' ELSE 'payload' END
	WHERE j.company = ? AND j.id = ?`

// HoldCapturing keeps a job in CAPTURING until this transaction ends, and reports whether it is there.
func (tx *Tx) HoldCapturing(ctx context.Context, company, id string) (bool, error) {
	n, err := tx.exec(ctx, jobHoldCapturing, company, id)
	return n == 1, err
}

// Snapshot returns a job with the JSON of its payload as integrators may see it at a time, read in one statement. The
// payload is empty until the job is decided.
func (q queries) Snapshot(ctx context.Context, company, id string, now time.Time) (onboarding.Job, []byte, error) {
	var packed []byte
	r := q.row(ctx, jobSnapshot, millis(now), company, id).or("this job does not exist, or it was removed")
	job, err := scanJob(func(dest ...any) error { return r.scan(append(dest, &packed)...) })
	if err != nil || packed == nil {
		return job, nil, err
	}
	body, err := unpacker.DecodeAll(packed, nil)
	if err != nil {
		return job, nil, fault.Wrap(err, fault.Internal, "a stored document is damaged")
	}
	return job, body, nil
}

// CaptureKinds lists the kinds of the captures of a job that no other has replaced and that are not removed.
func (q queries) CaptureKinds(ctx context.Context, company, jobID string) ([]onboarding.CaptureKind, error) {
	scan := func(scan scanner) (k onboarding.CaptureKind, err error) { return k, scan(&k) }
	return list(ctx, q, scan, captureKinds, company, jobID)
}

// CapturesSent returns how many captures a request has brought to a job, those that others replaced too, and how many
// bytes they have with the parts of captures that the job holds; for an empty request, what the job has apart from
// requests.
func (q queries) CapturesSent(ctx context.Context, company, jobID, request string) (n int, size int64, err error) {
	err = q.row(ctx, capturesSent, company, jobID, company, jobID, request).scan(&n, &size)
	return n, size, err
}

// KnownObjects returns those names of objects that captures, parts of captures and uploads of presets have, for the
// sweeper that removes files without a row.
func (q queries) KnownObjects(ctx context.Context, names []string) (map[string]bool, error) {
	known := map[string]bool{}
	if len(names) == 0 {
		return known, nil
	}
	byID, byName := make([]any, len(names)), make([]any, len(names))
	for i, name := range names {
		byID[i], byName[i] = path.Base(name), name
	}
	inCaptures := captureObjects + strings.Repeat("?, ", len(names)-1) + "?)"
	inParts := partObjects + strings.Repeat("?, ", len(names)-1) + "?)"
	inMedia := mediaObjects + strings.Repeat("?, ", len(names)-1) + "?)"
	note := func(scan scanner) (name string, err error) {
		err = scan(&name)
		known[name] = true
		return name, err
	}
	if _, err := list(ctx, q, note, inCaptures, byID...); err != nil {
		return nil, err
	}
	if _, err := list(ctx, q, note, inParts, byName...); err != nil {
		return nil, err
	}
	_, err := list(ctx, q, note, inMedia, byName...)
	return known, err
}
