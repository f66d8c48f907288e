package store

import (
	"context"
	"time"
)

// Viewer is somebody who is looking at a job.
type Viewer struct {
	JobID string
	Name  string
}

const (
	viewerPut = `
		INSERT INTO viewers (company, job_id, agent_id, seen_at) VALUES (?, ?, ?, ?)
		ON CONFLICT (company, job_id, agent_id) DO UPDATE
		SET seen_at = excluded.seen_at`
	viewersPurge  = `DELETE FROM viewers WHERE company = ? AND seen_at < ?`
	viewerDelete  = `DELETE FROM viewers WHERE company = ? AND job_id = ? AND agent_id = ?`
	viewersBeside = `
		SELECT v.job_id, a.display_name
		FROM viewers mine
		JOIN viewers v ON v.company = mine.company AND v.job_id = mine.job_id AND v.agent_id <> mine.agent_id
		JOIN agents a ON a.company = v.company AND a.id = v.agent_id
		WHERE mine.company = ? AND mine.agent_id = ? AND mine.seen_at >= ? AND v.seen_at >= ?
		ORDER BY v.job_id, a.display_name
		LIMIT 200`
)

// Watch records that an agent is looking at a job, and removes the company's viewers who were not seen since a time.
func (tx *Tx) Watch(ctx context.Context, company, jobID, agent string, since time.Time) error {
	if err := tx.change(ctx, viewersPurge, company, millis(since)); err != nil {
		return err
	}
	return tx.change(ctx, viewerPut, company, jobID, agent, millis(tx.Now))
}

// Unwatch records that an agent no longer looks at a job.
func (tx *Tx) Unwatch(ctx context.Context, company, jobID, agent string) error {
	return tx.change(ctx, viewerDelete, company, jobID, agent)
}

// Viewers lists who else is looking at the jobs that an agent is looking at, among those who were seen since a time.
func (q queries) Viewers(ctx context.Context, company, agent string, since time.Time) ([]Viewer, error) {
	scan := func(s scanner) (v Viewer, err error) { err = s(&v.JobID, &v.Name); return v, err }
	return list(ctx, q, scan, viewersBeside, company, agent, millis(since), millis(since))
}
