package store

import (
	"context"
	"time"

	"proofdesk/app/webhook"
)

// WaitingAge counts the open cases of one age. Step is the index of the first limit that the age is below, or the
// number of limits.
type WaitingAge struct {
	Step   int64
	InTime int64
	Soon   int64 // less than a quarter of their time is left
	Late   int64
}

const waitingAges = `
	SELECT step,
		SUM(CASE WHEN deadline_at >= ? AND (deadline_at - ?) * 4 >= deadline_at - opened_at THEN 1 ELSE 0 END),
		SUM(CASE WHEN deadline_at >= ? AND (deadline_at - ?) * 4 < deadline_at - opened_at THEN 1 ELSE 0 END),
		SUM(CASE WHEN deadline_at < ? THEN 1 ELSE 0 END)
	FROM (
		SELECT deadline_at, opened_at,
			CASE WHEN opened_at > ? THEN 0
				WHEN opened_at > ? THEN 1
				WHEN opened_at > ? THEN 2
				WHEN opened_at > ? THEN 3
				WHEN opened_at > ? THEN 4
				ELSE 5
			END AS step
		FROM review_cases
		WHERE company = ? AND state IN ('OPEN', 'ESCALATED', 'PROPOSED') AND ` + counted + `
	) AS waiting
	GROUP BY step
	ORDER BY step`

// WaitingAges counts a company's open cases by age: below each of five limits in turn, then above all of them.
func (q queries) WaitingAges(
	ctx context.Context, company string, now time.Time, limits [5]time.Duration,
) ([]WaitingAge, error) {
	at := millis(now)
	args := []any{at, at, at, at, at}
	for _, limit := range limits {
		args = append(args, millis(now.Add(-limit)))
	}
	return list(ctx, q, func(scan scanner) (WaitingAge, error) {
		var w WaitingAge
		err := scan(&w.Step, &w.InTime, &w.Soon, &w.Late)
		return w, err
	}, waitingAges, append(args, company)...)
}

const undecidedJobs = `
	SELECT count(*)
	FROM jobs j
	WHERE j.company = ? AND j.status IN ('QUEUED', 'PROCESSING', 'REVIEW') AND ` + isSandbox + ` = 0`

// UndecidedJobs counts a company's submitted jobs that have no final outcome, without those of sandbox clients.
func (q queries) UndecidedJobs(ctx context.Context, company string) (int64, error) {
	var n int64
	err := q.row(ctx, undecidedJobs, company).scan(&n)
	return n, err
}

const (
	breakerSince = `
		SELECT at, from_state, to_state, reason
		FROM breaker_history
		WHERE host = ? AND at >= ?
		ORDER BY at, id
		LIMIT ?`
	breakerBefore = `
		SELECT at, from_state, to_state, reason
		FROM breaker_history
		WHERE host = ? AND at < ?
		ORDER BY at DESC, id DESC
		LIMIT 1`
)

// BreakerSince lists a host's changes since a time, oldest first. The change before them, which set the state at that
// time, comes first.
func (q queries) BreakerSince(ctx context.Context, host string, since time.Time, limit int) ([]BreakerChange, error) {
	before, err := list(ctx, q, scanBreakerChange, breakerBefore, host, millis(since))
	if err != nil {
		return nil, err
	}
	after, err := list(ctx, q, scanBreakerChange, breakerSince, host, millis(since), limit)
	return append(before, after...), err
}

const heldDeliveries = `
	SELECT count(*)
	FROM (
		SELECT 1
		FROM deliveries d
		JOIN breakers b ON b.host = d.host
		WHERE d.company = ? AND d.state = 'pending' AND d.sandbox = 0 AND b.state = ?
		LIMIT ?
	) AS held`

// CountHeldDeliveries counts a company's pending deliveries to hosts whose breaker is open, up to a bound.
func (q queries) CountHeldDeliveries(ctx context.Context, company string, bound int) (int, error) {
	var n int
	err := q.row(ctx, heldDeliveries, company, webhook.Open, bound).scan(&n)
	return n, err
}
