package store

import (
	"context"
	"time"
)

// Draft is what an agent has typed about a job and not yet sent; Body is JSON that the review use case reads.
type Draft struct {
	Body      string
	UpdatedAt time.Time
}

const selectDraft = "SELECT body, updated_at FROM drafts WHERE company = ? AND job_id = ? AND agent_id = ?"

// Draft returns the agent's draft for a job; NotFound where there is none.
func (q queries) Draft(ctx context.Context, company, jobID, agent string) (Draft, error) {
	var d Draft
	err := q.row(ctx, selectDraft, company, jobID, agent).or("no draft").scan(&d.Body, instant{&d.UpdatedAt})
	return d, err
}

const upsertDraft = `INSERT INTO drafts (company, job_id, agent_id, body, updated_at) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (company, job_id, agent_id) DO UPDATE SET body = excluded.body, updated_at = excluded.updated_at`

// PutDraft keeps the agent's draft for a job, replacing an earlier one.
func (tx *Tx) PutDraft(ctx context.Context, company, jobID, agent, body string) error {
	return tx.insert(ctx, upsertDraft, company, jobID, agent, body, millis(tx.Now))
}

const deleteDraft = "DELETE FROM drafts WHERE company = ? AND job_id = ? AND agent_id = ?"

// DropDraft removes the agent's draft for a job.
func (tx *Tx) DropDraft(ctx context.Context, company, jobID, agent string) error {
	return tx.insert(ctx, deleteDraft, company, jobID, agent)
}

const sweepDrafts = `DELETE FROM drafts WHERE company = ? AND agent_id = ? AND updated_at < ?
AND EXISTS (SELECT 1 FROM review_cases c WHERE c.company = drafts.company AND c.job_id = drafts.job_id
AND c.state = 'DONE')`

// SweepDrafts removes an agent's drafts of decided jobs that were last changed before a time.
func (tx *Tx) SweepDrafts(ctx context.Context, company, agent string, before time.Time) error {
	return tx.insert(ctx, sweepDrafts, company, agent, millis(before))
}
