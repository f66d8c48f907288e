package store

import (
	"context"
	"time"

	"proofdesk/app/onboarding"
)

// Handled is a decision or a proposal of an agent that was not undone. Those of sandbox jobs do not count.
type Handled struct {
	StartedAt   time.Time
	CompletedAt time.Time
}

const (
	handledBy = `
		SELECT r.started_at, r.completed_at
		FROM reviews r
		JOIN jobs j ON j.company = r.company AND j.id = r.job_id
		WHERE r.company = ? AND r.agent_id = ? AND r.completed_at >= ? AND r.completed_at < ?
			AND r.kind IN ('DECISION', 'PROPOSAL') AND r.undone_at IS NULL AND ` + isSandbox + ` = 0
		ORDER BY r.completed_at DESC
		LIMIT ?`
	confirmations = `
		SELECT p.job_id, p.outcome, p.completed_at, d.agent_id, COALESCE(a.display_name, d.agent_id),
			d.outcome, d.reasons, d.note, d.completed_at, j.function
		FROM reviews p
		JOIN reviews d ON d.company = p.company AND d.job_id = p.job_id AND d.kind = 'DECISION'
			AND d.undone_at IS NULL AND d.agent_id <> p.agent_id AND d.completed_at >= p.completed_at
		JOIN jobs j ON j.company = p.company AND j.id = p.job_id
		LEFT JOIN agents a ON a.company = d.company AND a.id = d.agent_id
		WHERE p.company = ? AND p.agent_id = ? AND p.completed_at >= ? AND p.completed_at < ? AND p.kind = 'PROPOSAL'
			AND p.undone_at IS NULL
			AND NOT EXISTS (
				SELECT 1
				FROM quality_checks q
				WHERE q.company = p.company AND q.job_id = p.job_id AND q.state = 'OPEN'
			)
		ORDER BY p.completed_at DESC
		LIMIT ?`
	checksOf = `
		SELECT outcome, second_outcome, count(*)
		FROM quality_checks
		WHERE company = ? AND agent_id = ? AND state = 'DONE' AND closed_at >= ? AND closed_at < ?
		GROUP BY outcome, second_outcome`
	overruledOf = selectCheck + `
		AND q.agent_id = ? AND q.verdict <> '' AND q.verdict_at >= ? AND q.verdict_at < ? AND q.verdict = 'SECOND'
		ORDER BY q.verdict_at DESC, q.id DESC
		LIMIT ?`
)

// HandledBy lists an agent's decisions and proposals of a period, newest first.
func (q queries) HandledBy(
	ctx context.Context, company, agent string, from, until time.Time, limit int,
) ([]Handled, error) {
	return list(ctx, q, func(scan scanner) (h Handled, err error) {
		err = scan(instant{&h.StartedAt}, instant{&h.CompletedAt})
		return h, err
	}, handledBy, company, agent, millis(from), millis(until), limit)
}

// Confirmation is an agent's proposal with the decision that another agent then made.
type Confirmation struct {
	JobID      string
	Function   onboarding.Function
	Proposed   onboarding.Status
	ProposedAt time.Time
	Decision   Review
}

// Confirmations lists an agent's proposals of a period that another agent has decided on, newest first.
func (q queries) Confirmations(
	ctx context.Context, company, agent string, from, until time.Time, limit int,
) ([]Confirmation, error) {
	return list(ctx, q, func(scan scanner) (Confirmation, error) {
		var c Confirmation
		var reasons string
		d := &c.Decision
		err := scan(&c.JobID, &c.Proposed, instant{&c.ProposedAt}, &d.AgentID, &d.AgentName, &d.Outcome,
			&reasons, &d.Note, instant{&d.CompletedAt}, &c.Function)
		if err == nil {
			err = decodeReasons(reasons, d)
		}
		return c, err
	}, confirmations, company, agent, millis(from), millis(until), limit)
}

// ChecksOf counts the quality checks of an agent's decisions that were closed in a period, by both outcomes.
func (q queries) ChecksOf(ctx context.Context, company, agent string, from, until time.Time) ([]CheckTally, error) {
	return list(ctx, q, func(scan scanner) (t CheckTally, err error) {
		err = scan(&t.First, &t.Second, &t.N)
		return t, err
	}, checksOf, company, agent, millis(from), millis(until))
}

// OverruledChecks lists the checks of an agent's decisions in which a team lead upheld the second judgement in a
// period, newest first.
func (q queries) OverruledChecks(
	ctx context.Context, company, agent string, from, until time.Time, limit int,
) ([]QualityCheck, error) {
	return list(ctx, q, scanCheck, overruledOf, company, agent, millis(from), millis(until), limit)
}
