package store

import (
	"context"

	"proofdesk/app/onboarding"
)

const (
	contentOfAnother = `
		SELECT COALESCE(min(c.job_id), '')
		FROM captures c JOIN jobs j ON j.company = c.company AND j.id = c.job_id
		WHERE c.company = ? AND c.sha256 = ? AND c.job_id <> ? AND j.unique_number NOT IN ('', ?)
			AND ` + isSandbox + ` = 0`
	filmsElsewhere = `
		SELECT count(*)
		FROM captures
		WHERE company = ? AND sha256 = ? AND kind = 'video' AND job_id <> ?`
	filmFrameInsert = `
		INSERT INTO film_frames (company, sha256, job_id)
		VALUES (?, ?, ?)
		ON CONFLICT DO NOTHING`
	framesShared = `
		SELECT COALESCE(max(shared.n), 0)
		FROM (
			SELECT count(*) AS n
			FROM film_frames f
				JOIN film_frames o ON o.company = f.company AND o.sha256 = f.sha256 AND o.job_id <> f.job_id
			WHERE f.company = ? AND f.job_id = ?
			GROUP BY o.job_id
		) AS shared`
)

// JobOfAnother returns the ID of a job of the company in which the same bytes as those of a capture came for another
// applicant than the one with a unique number; empty where they came for nobody else. Tests are about no applicant.
func (q queries) JobOfAnother(ctx context.Context, c onboarding.Capture, uniqueNumber string) (id string, err error) {
	err = q.row(ctx, contentOfAnother, c.Company, c.SHA256, c.JobID, uniqueNumber).scan(&id)
	return id, err
}

// IsFilmOfAnotherJob reports whether a film of a job came for another job of the company too, byte by byte.
func (q queries) IsFilmOfAnotherJob(ctx context.Context, film onboarding.Capture) (bool, error) {
	var n int
	err := q.row(ctx, filmsElsewhere, film.Company, film.SHA256, film.JobID).scan(&n)
	return n > 0, err
}

// AddFilmFrame notes a key frame of a job's film, by the SHA-256 of what it holds.
func (tx *Tx) AddFilmFrame(ctx context.Context, company, jobID, sha256 string) error {
	return tx.change(ctx, filmFrameInsert, company, sha256, jobID)
}

// FramesShared returns how many of the noted key frames of a job another job of the company has too: the one that has
// most of them.
func (q queries) FramesShared(ctx context.Context, company, jobID string) (n int, err error) {
	err = q.row(ctx, framesShared, company, jobID).scan(&n)
	return n, err
}
