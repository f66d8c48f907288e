package store

import (
	"context"
	"time"
)

// Draft is what an agent has filled in about a job and not submitted. Body is JSON that package draft decodes.
type Draft struct {
	Body      string
	UpdatedAt time.Time
}

const (
	draftOfAgent = `SELECT body, updated_at FROM drafts WHERE company = ? AND job_id = ? AND agent_id = ?`
	draftPut     = `
		INSERT INTO drafts (company, job_id, agent_id, body, updated_at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (company, job_id, agent_id) DO UPDATE
		SET body = excluded.body, updated_at = excluded.updated_at`
	draftDelete = `DELETE FROM drafts WHERE company = ? AND job_id = ? AND agent_id = ?`
	draftsPurge = `
		DELETE FROM drafts
		WHERE company = ? AND updated_at < ? AND EXISTS (
			SELECT 1
			FROM reviews r
			WHERE r.company = drafts.company AND r.job_id = drafts.job_id AND r.agent_id = drafts.agent_id
				AND r.kind = 'DECISION' AND r.undone_at IS NULL AND r.completed_at >= drafts.updated_at
		)`
	draftsExpire = `
		DELETE FROM drafts
		WHERE company = ? AND updated_at < ? AND EXISTS (
			SELECT 1
			FROM review_cases c
			WHERE c.company = drafts.company AND c.job_id = drafts.job_id AND c.state = 'DONE'
		) AND NOT EXISTS (
			SELECT 1
			FROM quality_checks k
			WHERE k.company = drafts.company AND k.job_id = drafts.job_id AND k.state = 'OPEN'
				AND k.holder = drafts.agent_id
		)`
)

// Draft returns the agent's draft for a job; NotFound where there is none.
func (q queries) Draft(ctx context.Context, company, jobID, agent string) (Draft, error) {
	var d Draft
	err := q.row(ctx, draftOfAgent, company, jobID, agent).or(
		"nothing that you typed for this job is kept").scan(&d.Body, instant{&d.UpdatedAt})
	return d, err
}

// PutDraft stores the agent's draft for a job in place of an earlier one.
func (tx *Tx) PutDraft(ctx context.Context, company, jobID, agent, body string) error {
	return tx.change(ctx, draftPut, company, jobID, agent, body, millis(tx.Now))
}

// DeleteDraft removes the agent's draft for a job.
func (tx *Tx) DeleteDraft(ctx context.Context, company, jobID, agent string) error {
	return tx.change(ctx, draftDelete, company, jobID, agent)
}

// PurgeDrafts removes a company's drafts that were last changed before a time and sent with a decision of their agent,
// and those of jobs that are decided once they are older than expired. The draft of a quality check stays as long as
// its agent holds the check.
func (tx *Tx) PurgeDrafts(ctx context.Context, company string, before, expired time.Time) error {
	if err := tx.change(ctx, draftsPurge, company, millis(before)); err != nil {
		return err
	}
	return tx.change(ctx, draftsExpire, company, millis(expired))
}
