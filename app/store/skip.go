package store

import (
	"context"
	"time"
)

const upsertSkip = `INSERT INTO review_skips (company, job_id, agent_id, until) VALUES (?, ?, ?, ?)
ON CONFLICT (company, agent_id, job_id) DO UPDATE SET until = excluded.until`

// SkipCase keeps a case from being given to the agent again before a time.
func (tx *Tx) SkipCase(ctx context.Context, company, jobID, agent string, until time.Time) error {
	return tx.insert(ctx, upsertSkip, company, jobID, agent, millis(until))
}

// Skipped is how many cases an agent has put aside, and when the first of them comes back.
type Skipped struct {
	Cases int
	Back  time.Time
}

const countSkips = `SELECT count(*), COALESCE(MIN(s.until), 0) FROM review_skips s JOIN review_cases c
	ON c.company = s.company AND c.job_id = s.job_id
WHERE s.company = ? AND s.agent_id = ? AND s.until > ? AND c.state <> 'DONE'`

// Skipped counts what an agent has put aside at a time.
func (q queries) Skipped(ctx context.Context, company, agent string, now time.Time) (Skipped, error) {
	var s Skipped
	err := q.row(ctx, countSkips, company, agent, millis(now)).scan(&s.Cases, instant{&s.Back})
	return s, err
}

const purgeSkips = `DELETE FROM review_skips WHERE company = ? AND agent_id = ? AND until <= ?`

// ForgetSkips removes the agent's skips whose time is over.
func (tx *Tx) ForgetSkips(ctx context.Context, company, agent string) error {
	return tx.insert(ctx, purgeSkips, company, agent, millis(tx.Now))
}
