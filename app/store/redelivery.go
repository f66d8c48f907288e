package store

import (
	"context"
	"time"

	"proofdesk/app/webhook"
)

// RedeliveryStage is how far a redelivery has come.
type RedeliveryStage string

// The stages of a redelivery.
const (
	RedeliveryRunning RedeliveryStage = "RUNNING"
	RedeliveryDone    RedeliveryStage = "DONE"
	RedeliveryStopped RedeliveryStage = "STOPPED"
)

// Redelivery makes the deliveries of a span of time due again, in batches.
type Redelivery struct {
	Company    string
	ID         string
	Actor      string
	State      webhook.State // which were chosen: Failed or Delivered
	EndpointID string        // empty for every endpoint
	From       time.Time     // when the first of them was made
	Until      time.Time     // all were made before it
	Stage      RedeliveryStage
	After      int64 // the last seq that was looked at
	Before     int64 // seqs from here on are left alone
	Total      int   // how many there were when it began
	Done       int   // how many are due again
	Skipped    int   // how many could not be: their endpoint was removed, a request was under way
	CreatedAt  time.Time
	FinishedAt time.Time
}

const redeliveryColumns = `company, id, actor, state, endpoint_id, first_at, last_at, stage, after, before, total,
	done, skipped, created_at, finished_at`

func scanRedelivery(scan scanner) (Redelivery, error) {
	var r Redelivery
	err := scan(&r.Company, &r.ID, &r.Actor, &r.State, &r.EndpointID, instant{&r.From}, instant{&r.Until}, &r.Stage,
		&r.After, &r.Before, &r.Total, &r.Done, &r.Skipped,
		instant{&r.CreatedAt}, instant{&r.FinishedAt})
	return r, err
}

// InsertRedelivery adds a redelivery.
func (tx *Tx) InsertRedelivery(ctx context.Context, r Redelivery) error {
	return tx.insert(ctx,
		`INSERT INTO redeliveries (`+redeliveryColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.Company, r.ID, r.Actor, r.State, r.EndpointID, millis(r.From), millis(r.Until), r.Stage, r.After, r.Before,
		r.Total, r.Done, r.Skipped, millis(tx.Now), millis(r.FinishedAt))
}

// StepRedelivery writes how far a redelivery has come where it still runs and stands after a seq, and reports whether
// it did.
func (tx *Tx) StepRedelivery(ctx context.Context, r Redelivery, after int64) (bool, error) {
	n, err := tx.exec(ctx,
		`UPDATE redeliveries SET stage = ?, after = ?, done = ?, skipped = ?, finished_at = ? WHERE company = ?
			AND id = ? AND stage = 'RUNNING' AND after = ?`,
		r.Stage, r.After, r.Done, r.Skipped, millis(r.FinishedAt), r.Company, r.ID, after)
	return n == 1, err
}

const (
	redeliveryByID = `SELECT ` + redeliveryColumns + ` FROM redeliveries WHERE company = ? AND id = ?`
	noRedelivery   = "no such redelivery"
)

// Redelivery returns one redelivery.
func (q queries) Redelivery(ctx context.Context, company, id string) (Redelivery, error) {
	return scanRedelivery(q.row(ctx, redeliveryByID, company, id).or(noRedelivery).scan)
}

// LockRedelivery returns one redelivery and keeps every other transaction that locks or changes it waiting until this
// one ends.
func (tx *Tx) LockRedelivery(ctx context.Context, company, id string) (Redelivery, error) {
	return scanRedelivery(tx.row(ctx, redeliveryByID+tx.dialect.forUpdate, company, id).or(noRedelivery).scan)
}

// Redeliveries lists a company's redeliveries, newest first.
func (q queries) Redeliveries(ctx context.Context, company string, limit int) ([]Redelivery, error) {
	return list(ctx, q, scanRedelivery,
		`SELECT `+redeliveryColumns+` FROM redeliveries WHERE company = ? ORDER BY id DESC LIMIT ?`, company, limit)
}

// RunningRedeliveries lists what runs, of all companies, oldest first.
func (q queries) RunningRedeliveries(ctx context.Context, limit int) ([]Redelivery, error) {
	return list(ctx, q, scanRedelivery,
		`SELECT `+redeliveryColumns+` FROM redeliveries WHERE stage = 'RUNNING' ORDER BY id LIMIT ?`, limit)
}

// SpanShare is how many deliveries of a span of time go to one endpoint, and when the first and the last of them were
// made.
type SpanShare struct {
	EndpointID string
	Count      int
	First      time.Time
	Last       time.Time
}

func scanShare(scan scanner) (SpanShare, error) {
	var s SpanShare
	err := scan(&s.EndpointID, &s.Count, instant{&s.First}, instant{&s.Last})
	return s, err
}

// DeliverySpan counts the deliveries of a state with a seq above after and below before, by endpoint, up to a bound in
// all. Of one endpoint where it is given.
func (q queries) DeliverySpan(
	ctx context.Context, company string, state webhook.State, endpointID string, after, before int64, bound int,
) ([]SpanShare, error) {
	if endpointID == "" {
		return list(ctx, q, scanShare, `SELECT endpoint_id, count(*), min(created_at), max(created_at) FROM
			(SELECT endpoint_id, created_at FROM deliveries WHERE company = ? AND state = ? AND seq > ? AND seq < ?
			ORDER BY seq LIMIT ?) AS span
			GROUP BY endpoint_id ORDER BY endpoint_id`, company, state, after, before, bound)
	}
	return list(ctx, q, scanShare, `SELECT endpoint_id, count(*), min(created_at), max(created_at) FROM
			(SELECT endpoint_id, created_at FROM deliveries WHERE company = ? AND endpoint_id = ? AND state = ?
			AND seq > ? AND seq < ? ORDER BY seq LIMIT ?) AS span
			GROUP BY endpoint_id ORDER BY endpoint_id`, company, endpointID, state, after, before, bound)
}

// NextOfSpan lists the oldest deliveries of a span as DeliverySpan counts them.
func (q queries) NextOfSpan(
	ctx context.Context, company string, state webhook.State, endpointID string, after, before int64, limit int,
) ([]webhook.Delivery, error) {
	if endpointID == "" {
		return list(ctx, q, scanDelivery,
			`SELECT `+deliveryColumns+
				` FROM deliveries WHERE company = ? AND state = ? AND seq > ? AND seq < ? ORDER BY seq LIMIT ?`,
			company, state, after, before, limit)
	}
	return list(ctx, q, scanDelivery,
		`SELECT `+deliveryColumns+
			` FROM deliveries WHERE company = ? AND endpoint_id = ? AND state = ? AND seq > ? AND seq < ? ORDER BY seq
				LIMIT ?`,
		company, endpointID, state, after, before, limit)
}

// ClassCount is how often attempts ended in one way, and when that was last.
type ClassCount struct {
	Class webhook.Class
	Count int
	Last  time.Time
}

// AttemptMix counts how the attempts since a time ended, of the newest deliveries of an endpoint in a state.
func (q queries) AttemptMix(
	ctx context.Context, company, endpointID string, state webhook.State, since time.Time, newest int,
) ([]ClassCount, error) {
	scan := func(scan scanner) (ClassCount, error) {
		var c ClassCount
		err := scan(&c.Class, &c.Count, instant{&c.Last})
		return c, err
	}
	return list(ctx, q, scan,
		`SELECT a.class, count(*), max(a.started_at) FROM attempts a WHERE a.company = ? AND a.started_at >= ?
			AND a.delivery_id IN
			(SELECT id FROM deliveries WHERE company = ? AND endpoint_id = ? AND state = ? ORDER BY seq DESC LIMIT ?)
			GROUP BY a.class ORDER BY a.class`,
		company, millis(since), company, endpointID, state, newest)
}

// WaitingFor lists a company's deliveries that wait for a host, those due first first.
func (q queries) WaitingFor(ctx context.Context, company, host string, limit int) ([]webhook.Delivery, error) {
	return list(ctx, q, scanDelivery,
		`SELECT `+deliveryColumns+
			` FROM deliveries WHERE host = ? AND state = 'pending' AND company = ? ORDER BY due_at, id LIMIT ?`, host,
		company, limit)
}
