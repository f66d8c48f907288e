package store

import (
	"context"
	"time"

	"proofdesk/app/fault"
)

// Throttle is a limit of failed attempts in a fixed window. Scope names what is counted; its caller bounds its length.
type Throttle struct {
	Scope  string
	Limit  int
	Window time.Duration
}

const (
	throttleCount = `
		INSERT INTO throttles (scope, started_at, attempts, expires_at) VALUES (?, ?, 1, ?)
		ON CONFLICT (scope) DO UPDATE
		SET attempts = CASE
				WHEN throttles.expires_at <= excluded.started_at THEN 1 ELSE throttles.attempts + 1
			END,
			started_at = CASE
				WHEN throttles.expires_at <= excluded.started_at THEN excluded.started_at ELSE throttles.started_at
			END,
			expires_at = CASE
				WHEN throttles.expires_at <= excluded.started_at THEN excluded.expires_at ELSE throttles.expires_at
			END
		RETURNING attempts, expires_at`
	throttleRead  = `SELECT attempts, expires_at FROM throttles WHERE scope = ? AND expires_at > ?`
	throttlePurge = `DELETE FROM throttles WHERE expires_at <= ?`
)

// ThrottledFor returns how long to wait before another attempt is allowed; 0 where it is allowed now. Only attempts
// that have failed count, so that correct ones never hold each other up. More wrong ones than the limit can pass if
// they are checked at the same time.
func (q queries) ThrottledFor(ctx context.Context, throttles []Throttle, now time.Time) (time.Duration, error) {
	var wait time.Duration
	for _, t := range throttles {
		var attempts int
		var expires time.Time
		err := q.row(ctx, throttleRead, t.Scope, millis(now)).scan(&attempts, instant{&expires})
		if fault.Is(err, fault.NotFound) {
			continue
		}
		if err != nil {
			return 0, err
		}
		if attempts >= t.Limit {
			wait = max(wait, expires.Sub(now))
		}
	}
	return wait, nil
}

// CountAttempt counts a failed attempt, and returns how many its window has now and when the window ends.
func (tx *Tx) CountAttempt(ctx context.Context, t Throttle) (attempts int, expires time.Time, err error) {
	err = tx.changing(ctx, throttleCount, t.Scope, millis(tx.Now), millis(tx.Now.Add(t.Window))).scan(&attempts,
		instant{&expires})
	return attempts, expires, err
}

// CountAttempts counts a failed attempt in several windows.
func (tx *Tx) CountAttempts(ctx context.Context, throttles []Throttle) error {
	for _, t := range throttles {
		if _, _, err := tx.CountAttempt(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// PurgeThrottles removes windows that have ended.
func (tx *Tx) PurgeThrottles(ctx context.Context) (int64, error) {
	return tx.exec(ctx, throttlePurge, millis(tx.Now))
}
