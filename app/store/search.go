package store

import (
	"context"
	"strings"

	"proofdesk/app/onboarding"
)

const (
	jobTermInsert = `
		INSERT INTO job_terms (company, term, seq, job_id) VALUES (?, ?, ?, ?)
		ON CONFLICT (company, term, seq) DO NOTHING`
	jobMarkIndexed = `UPDATE jobs SET indexed = 1 WHERE company = ? AND id = ?`
	jobsUnindexed  = `
		SELECT ` + jobColumns + `
		FROM jobs
		WHERE indexed = 0 AND decided_at > 0
		ORDER BY seq DESC
		LIMIT ?`
	jobOfEvent = `SELECT job_id FROM events WHERE company = ? AND id = ?`

	andTerm = `
		AND EXISTS (
			SELECT 1
			FROM job_terms w
			WHERE w.company = t.company AND w.term = ? AND w.seq = t.seq
		)`
)

var selectJobs = "SELECT " + qualify("j", jobColumns)

// IndexJob adds the words of the texts to those that search finds a job by. It does nothing where the job does not
// exist.
func (tx *Tx) IndexJob(ctx context.Context, j onboarding.Job, texts ...string) error {
	if n, err := tx.exec(ctx, jobMarkIndexed, j.Company, j.ID); err != nil || n == 0 {
		return err
	}
	for _, term := range Terms(texts...) {
		if err := tx.change(ctx, jobTermInsert, j.Company, term, j.Seq, j.ID); err != nil {
			return err
		}
	}
	return nil
}

// UnindexedJobs lists decided jobs of all companies that were never indexed by all their fields, newest first.
func (q queries) UnindexedJobs(ctx context.Context, limit int) ([]onboarding.Job, error) {
	return list(ctx, q, scanJob, jobsUnindexed, limit)
}

// qualify puts a table's name before each column of a list.
func qualify(table, columns string) string {
	parts := strings.Split(columns, ",")
	for i, part := range parts {
		parts[i] = table + "." + strings.TrimSpace(part)
	}
	return strings.Join(parts, ", ")
}

// maxPrefixed is how many words with the same beginning are looked at.
const maxPrefixed = 2000

// JobOfEvent returns the id of the job that an event is about.
func (q queries) JobOfEvent(ctx context.Context, company, eventID string) (string, error) {
	var id string
	err := q.row(ctx, jobOfEvent, company, eventID).or(noEvent).scan(&id)
	return id, err
}
