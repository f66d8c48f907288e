package store

import (
	"context"
	"time"
)

const (
	skipPut = `
		INSERT INTO review_skips (company, job_id, agent_id, until) VALUES (?, ?, ?, ?)
		ON CONFLICT (company, agent_id, job_id) DO UPDATE
		SET until = excluded.until`
	skipCount = `
		SELECT count(*), COALESCE(MIN(s.until), 0)
		FROM review_skips s
		JOIN review_cases c ON c.company = s.company AND c.job_id = s.job_id
		WHERE s.company = ? AND s.agent_id = ? AND s.until > ? AND c.state <> 'DONE'`
	skipsPurge = `DELETE FROM review_skips WHERE company = ? AND agent_id = ? AND until <= ?`
)

// SkipCase keeps a case from being assigned to an agent again before a time.
func (tx *Tx) SkipCase(ctx context.Context, company, jobID, agent string, until time.Time) error {
	if err := tx.HoldJob(ctx, company, jobID); err != nil {
		return err
	}
	return tx.change(ctx, skipPut, company, jobID, agent, millis(until))
}

// Skipped is how many cases an agent has skipped, and when the first of them can be assigned again.
type Skipped struct {
	Cases int
	Back  time.Time
}

// Skipped counts the cases that an agent has skipped at a time.
func (q queries) Skipped(ctx context.Context, company, agent string, now time.Time) (Skipped, error) {
	var s Skipped
	err := q.row(ctx, skipCount, company, agent, millis(now)).scan(&s.Cases, instant{&s.Back})
	return s, err
}

// PurgeSkips removes the agent's skips whose time is over.
func (tx *Tx) PurgeSkips(ctx context.Context, company, agent string) error {
	return tx.change(ctx, skipsPurge, company, agent, millis(tx.Now))
}
