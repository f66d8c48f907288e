package store

import (
	"context"
	"encoding/json"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/webhook"
)

// HostBreaker is the circuit breaker of one host as it is stored. Version 0 means that there is no row yet.
type HostBreaker struct {
	Host      string
	Version   int64
	UpdatedAt time.Time
	webhook.Breaker
}

const (
	breakerColumns = `host, body, version, updated_at`
	breakerByHost  = `SELECT ` + breakerColumns + ` FROM breakers WHERE host = ?`
	breakerList    = `SELECT ` + breakerColumns + ` FROM breakers ORDER BY host`
	breakerInsert  = `
		INSERT INTO breakers (host, state, body, version, updated_at) VALUES (?, ?, ?, 1, ?)
		ON CONFLICT (host) DO NOTHING`
	breakerPut = `
		INSERT INTO breakers (host, state, body, version, updated_at) VALUES (?, ?, ?, 1, ?)
		ON CONFLICT (host) DO UPDATE
		SET state = excluded.state, body = excluded.body, version = breakers.version + 1,
			updated_at = excluded.updated_at
		WHERE breakers.version = ?`
	breakerChangeInsert = `
		INSERT INTO breaker_history (host, at, id, from_state, to_state, reason) VALUES (?, ?, ?, ?, ?, ?)`
	breakerChanges = `
		SELECT at, from_state, to_state, reason
		FROM breaker_history
		WHERE host = ?
		ORDER BY at DESC, id DESC
		LIMIT ?`
	hostsOfCompany = `SELECT DISTINCT host FROM endpoints WHERE company = ? ORDER BY host`
	hostOfOthers   = `
		SELECT count(*)
		FROM (SELECT 1 FROM endpoints WHERE host = ? AND company <> ? LIMIT 1) AS others`
)

func scanBreaker(scan scanner) (HostBreaker, error) {
	var b HostBreaker
	var body string
	if err := scan(&b.Host, &body, &b.Version, instant{&b.UpdatedAt}); err != nil {
		return b, err
	}
	return b, json.Unmarshal([]byte(body), &b.Breaker)
}

// Breaker returns a host's breaker; a closed one where there is no row.
func (q queries) Breaker(ctx context.Context, host string) (HostBreaker, error) {
	b, err := scanBreaker(q.row(ctx, breakerByHost, host).scan)
	if fault.Is(err, fault.NotFound) {
		return HostBreaker{Host: host, Breaker: webhook.NewBreaker()}, nil
	}
	return b, err
}

// LockBreaker returns a host's breaker, made where there is none, and keeps every other transaction that locks or
// changes it waiting until this one ends.
func (tx *Tx) LockBreaker(ctx context.Context, host string) (HostBreaker, error) {
	b := HostBreaker{Host: host, Breaker: webhook.NewBreaker()}
	if err := tx.change(ctx, breakerInsert, host, b.State, jsonText(b.Breaker), millis(tx.Now)); err != nil {
		return b, err
	}
	return scanBreaker(tx.row(ctx, breakerByHost+tx.dialect.forUpdate, host).scan)
}

// Breakers lists every host that ever failed, by host.
func (q queries) Breakers(ctx context.Context) ([]HostBreaker, error) {
	return list(ctx, q, scanBreaker, breakerList)
}

// PutBreaker writes a breaker if no other node has changed it since it was read, and reports whether it did. A change
// of state is added to the history.
func (tx *Tx) PutBreaker(ctx context.Context, b HostBreaker, from webhook.BreakerState) (bool, error) {
	n, err := tx.exec(ctx, breakerPut, b.Host, b.State, jsonText(b.Breaker), millis(tx.Now), b.Version)
	if err != nil || n == 0 || from == b.State {
		return n == 1, err
	}
	return true, tx.change(ctx, breakerChangeInsert, b.Host, millis(tx.Now), ids.ULID(tx.Now), from, b.State, b.Reason)
}

// BreakerChange is one change of a breaker's state.
type BreakerChange struct {
	At     time.Time
	From   webhook.BreakerState
	To     webhook.BreakerState
	Reason string
}

func scanBreakerChange(scan scanner) (BreakerChange, error) {
	var c BreakerChange
	err := scan(instant{&c.At}, &c.From, &c.To, &c.Reason)
	return c, err
}

// BreakerHistory lists a host's latest changes, newest first.
func (q queries) BreakerHistory(ctx context.Context, host string, limit int) ([]BreakerChange, error) {
	return list(ctx, q, scanBreakerChange, breakerChanges, host, limit)
}

// HostsOf lists the hosts of a company's endpoints by name.
func (q queries) HostsOf(ctx context.Context, company string) ([]string, error) {
	scan := func(scan scanner) (string, error) {
		var host string
		err := scan(&host)
		return host, err
	}
	return list(ctx, q, scan, hostsOfCompany, company)
}

// HostShared reports whether another company has an endpoint on the host.
func (q queries) HostShared(ctx context.Context, company, host string) (bool, error) {
	var n int
	err := q.row(ctx, hostOfOthers, host, company).scan(&n)
	return n > 0, err
}
