package store

import (
	"context"
	"strings"

	"proofdesk/app/onboarding"
)

const (
	insertTerm = "INSERT INTO job_terms (company, term, seq, job_id) VALUES (?, ?, ?, ?) ON CONFLICT (company, term, " +
		"seq) DO NOTHING"
	markTerms = "UPDATE jobs SET indexed = 1 WHERE company = ? AND id = ?"
	unindexed = "SELECT " + jobColumns + " FROM jobs WHERE indexed = 0 AND decided_at > 0 ORDER BY seq DESC LIMIT ?"
)

// IndexJob lets search find a job by the words of the texts, besides those that it was found by before. A job that is
// gone gets none.
func (tx *Tx) IndexJob(ctx context.Context, j onboarding.Job, texts ...string) error {
	if n, err := tx.exec(ctx, markTerms, j.Company, j.ID); err != nil || n == 0 {
		return err
	}
	for _, term := range Terms(texts...) {
		if err := tx.insert(ctx, insertTerm, j.Company, term, j.Seq, j.ID); err != nil {
			return err
		}
	}
	return nil
}

// UnindexedJobs lists decided jobs of all companies, newest first, that were never indexed by all that is known of
// them.
func (q queries) UnindexedJobs(ctx context.Context, limit int) ([]onboarding.Job, error) {
	return list(ctx, q, scanJob, unindexed, limit)
}

const searchAnd = ` AND EXISTS (SELECT 1 FROM job_terms w WHERE w.company = t.company AND w.term = ? AND w.seq = t.seq)`

var searchColumns = "SELECT " + qualify("j", jobColumns)

// qualify puts a table's name before each column of a list.
func qualify(table, columns string) string {
	parts := strings.Split(columns, ",")
	for i, part := range parts {
		parts[i] = table + "." + strings.TrimSpace(part)
	}
	return strings.Join(parts, ", ")
}

// maxPrefixed is how many words a beginning may stand for.
const maxPrefixed = 2000

const jobOfEvent = "SELECT job_id FROM events WHERE company = ? AND id = ?"

// JobOfEvent returns the job that an event tells of.
func (q queries) JobOfEvent(ctx context.Context, company, eventID string) (string, error) {
	var id string
	err := q.row(ctx, jobOfEvent, company, eventID).or("no such event").scan(&id)
	return id, err
}
