package store

import (
	"context"
	"time"
)

// Throttle is a limit of attempts in a fixed window. Scope names what is counted, and is bounded by its maker.
type Throttle struct {
	Scope  string
	Limit  int
	Window time.Duration
}

const (
	throttleTake = `INSERT INTO throttles (scope, started_at, attempts, expires_at) VALUES (?, ?, 1, ?)
	ON CONFLICT (scope) DO UPDATE SET
	attempts = CASE WHEN throttles.expires_at <= excluded.started_at THEN 1 ELSE throttles.attempts + 1 END,
	started_at = CASE WHEN throttles.expires_at <= excluded.started_at THEN excluded.started_at ELSE throttles.started_at END,
	expires_at = CASE WHEN throttles.expires_at <= excluded.started_at THEN excluded.expires_at ELSE throttles.expires_at END
	RETURNING attempts, expires_at`
	throttleGiveBack = `UPDATE throttles SET attempts = attempts - 1 WHERE scope = ? AND attempts > 0 AND expires_at > ?`
	throttlePurge    = `DELETE FROM throttles WHERE expires_at <= ?`
)

// TakeAttempt counts an attempt before it is made, and gives how long to wait where the limit is passed; 0 to go ahead.
func (tx *Tx) TakeAttempt(ctx context.Context, t Throttle) (time.Duration, error) {
	var attempts int
	var expires time.Time
	err := tx.changing(ctx, throttleTake, t.Scope, millis(tx.Now), millis(tx.Now.Add(t.Window))).scan(&attempts, instant{&expires})
	if err != nil || attempts <= t.Limit {
		return 0, err
	}
	return expires.Sub(tx.Now), nil
}

// GiveBackAttempt uncounts an attempt that turned out to be right.
func (tx *Tx) GiveBackAttempt(ctx context.Context, scope string) error {
	return tx.insert(ctx, throttleGiveBack, scope, millis(tx.Now))
}

// PurgeThrottles removes windows that have ended.
func (tx *Tx) PurgeThrottles(ctx context.Context) (int64, error) {
	return tx.exec(ctx, throttlePurge, millis(tx.Now))
}
