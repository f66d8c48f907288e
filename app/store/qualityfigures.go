package store

import (
	"context"
	"time"

	"proofdesk/app/onboarding"
)

// CheckTally is how often two agents judged a job in one way and another, in the checks of a period.
type CheckTally struct {
	First, Second               onboarding.Status
	FirstAgent, SecondAgent     string // ids
	FirstReasons, SecondReasons []string
	Rate                        int
	Verdict                     Verdict
	N                           int64
}

const checkTallies = `
	SELECT outcome, second_outcome, agent_id, second_id, reasons, second_reasons, rate, verdict, count(*)
	FROM quality_checks
	WHERE company = ? AND state = 'DONE' AND closed_at >= ? AND closed_at < ?
	GROUP BY outcome, second_outcome, agent_id, second_id, reasons, second_reasons, rate, verdict`

// CheckTallies counts the checks that were closed from a time until before another, by the judgements of both agents.
func (q queries) CheckTallies(ctx context.Context, company string, from, until time.Time) ([]CheckTally, error) {
	return list(ctx, q, func(scan scanner) (CheckTally, error) {
		var t CheckTally
		var first, second string
		err := scan(&t.First, &t.Second, &t.FirstAgent, &t.SecondAgent, &first, &second, &t.Rate, &t.Verdict, &t.N)
		t.FirstReasons, t.SecondReasons = splitCodes(first), splitCodes(second)
		return t, err
	}, checkTallies, company, millis(from), millis(until))
}

const checksWaiting = `
	SELECT count(*), COALESCE(MIN(drawn_at), 0)
	FROM quality_checks
	WHERE company = ? AND agent_id <> ? AND state = 'OPEN'`

// ChecksWaiting counts a company's open checks, and returns when the oldest was created. Those of the viewer's own
// decisions are left out: an agent is not to know that one is open.
func (q queries) ChecksWaiting(
	ctx context.Context, company, viewer string,
) (n int64, oldest time.Time, err error) {
	err = q.row(ctx, checksWaiting, company, viewer).scan(&n, instant{&oldest})
	return n, oldest, err
}

const (
	disagreements = selectCheck + `
		AND q.state = 'DONE' AND q.agreed = 0 AND q.closed_at >= ? AND q.closed_at < ?
		AND (q.closed_at, q.id) < (?, ?)
		ORDER BY q.closed_at DESC, q.id DESC
		LIMIT ?`
	judgedOf = selectCheck + `
		AND q.agent_id = ? AND q.verdict <> ''
		ORDER BY q.verdict_at DESC, q.id DESC
		LIMIT ?`
	judgedSince = `
		SELECT count(*)
		FROM quality_checks
		WHERE company = ? AND agent_id = ? AND verdict <> '' AND verdict_at >= ?`
)

// CheckCursor is where a page of disagreements ended; the zero cursor is the start.
type CheckCursor struct {
	At int64 // Unix milliseconds
	ID string
}

// Disagreements lists the checks of a period whose two outcomes differ, newest first, after a cursor.
func (q queries) Disagreements(
	ctx context.Context, company string, from, until time.Time, after CheckCursor, limit int,
) ([]QualityCheck, error) {
	if after == (CheckCursor{}) {
		after.At = millis(until) + 1
	}
	return list(ctx, q, scanCheck, disagreements, company, millis(from), millis(until), after.At, after.ID, limit)
}

// JudgedChecks lists the verdicts on an agent's own decisions, newest first.
func (q queries) JudgedChecks(ctx context.Context, company, agent string, limit int) ([]QualityCheck, error) {
	return list(ctx, q, scanCheck, judgedOf, company, agent, limit)
}

// CountJudged counts the verdicts on an agent's own decisions since a time.
func (q queries) CountJudged(ctx context.Context, company, agent string, since time.Time) (int, error) {
	var n int
	err := q.row(ctx, judgedSince, company, agent, millis(since)).scan(&n)
	return n, err
}
