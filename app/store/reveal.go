package store

import (
	"context"
	"time"
)

const (
	revealPut = `
		INSERT INTO reveals (company, job_id, agent_id, until) VALUES (?, ?, ?, ?)
		ON CONFLICT (company, agent_id, job_id) DO UPDATE
		SET until = excluded.until
		WHERE reveals.until <= ?`
	revealPurge = `DELETE FROM reveals WHERE company = ? AND agent_id = ? AND until <= ?`
	revealUntil = `SELECT COALESCE(MAX(until), 0) FROM reveals WHERE company = ? AND agent_id = ? AND job_id = ?`
)

// Reveal shows a job's masked values to an agent until a time, removes the agent's reveals that are over, and reports
// whether this one is new. One that is not over is not changed.
func (tx *Tx) Reveal(ctx context.Context, company, jobID, agent string, until time.Time) (bool, error) {
	if err := tx.change(ctx, revealPurge, company, agent, millis(tx.Now)); err != nil {
		return false, err
	}
	if err := tx.HoldJob(ctx, company, jobID); err != nil {
		return false, err
	}
	n, err := tx.exec(ctx, revealPut, company, jobID, agent, millis(until), millis(tx.Now))
	return n == 1, err
}

// RevealedUntil returns until when a job's values are shown to an agent; the zero time where they never were.
func (q queries) RevealedUntil(ctx context.Context, company, jobID, agent string) (time.Time, error) {
	var until time.Time
	err := q.row(ctx, revealUntil, company, agent, jobID).scan(instant{&until})
	return until, err
}
