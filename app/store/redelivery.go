package store

import (
	"context"
	"time"

	"proofdesk/app/webhook"
)

// RedeliveryStage is the stage that a redelivery has reached.
type RedeliveryStage string

// The stages of a redelivery.
const (
	RedeliveryRunning RedeliveryStage = "RUNNING"
	RedeliveryDone    RedeliveryStage = "DONE"
	RedeliveryStopped RedeliveryStage = "STOPPED"
)

// Redelivery makes the deliveries of a time window due again, in batches.
type Redelivery struct {
	Company    string
	ID         string
	Actor      string
	State      webhook.State // of the deliveries that were chosen: Failed or Delivered
	EndpointID string        // empty for every endpoint
	From       time.Time     // when the first of them was made
	Until      time.Time     // all were made before it
	Stage      RedeliveryStage
	After      int64 // the last seq that was looked at
	Before     int64 // seqs from here on are left alone
	Total      int   // how many there were when it began
	Done       int   // how many are due again
	Skipped    int   // how many are not: their endpoint was removed, or a request was under way
	CreatedAt  time.Time
	FinishedAt time.Time
}

const (
	redeliveryColumns = `company, id, actor, state, endpoint_id, first_at, last_at, stage, after, before, total, done,
		skipped, created_at, finished_at`
	redeliveryInsert = `
		INSERT INTO redeliveries (` + redeliveryColumns + `)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	redeliveryStep = `
		UPDATE redeliveries
		SET stage = ?, after = ?, done = ?, skipped = ?, finished_at = ?
		WHERE company = ? AND id = ? AND stage = 'RUNNING' AND after = ?`
	redeliveryByID = `SELECT ` + redeliveryColumns + ` FROM redeliveries WHERE company = ? AND id = ?`
	redeliveryList = `
		SELECT ` + redeliveryColumns + `
		FROM redeliveries
		WHERE company = ?
		ORDER BY id DESC
		LIMIT ?`
	redeliveriesRunning = `
		SELECT ` + redeliveryColumns + `
		FROM redeliveries
		WHERE stage = 'RUNNING'
		ORDER BY id
		LIMIT ?`

	countInWindow = `
		SELECT endpoint_id, count(*), min(created_at), max(created_at)
		FROM (
			SELECT endpoint_id, created_at
			FROM deliveries
			WHERE company = ? AND state = ? AND settled_at = 0 AND seq > ? AND seq < ?
			ORDER BY seq
			LIMIT ?
		) AS span
		GROUP BY endpoint_id
		ORDER BY endpoint_id`
	countInWindowOfEndpoint = `
		SELECT endpoint_id, count(*), min(created_at), max(created_at)
		FROM (
			SELECT endpoint_id, created_at
			FROM deliveries
			WHERE company = ? AND endpoint_id = ? AND state = ? AND settled_at = 0 AND seq > ? AND seq < ?
			ORDER BY seq
			LIMIT ?
		) AS span
		GROUP BY endpoint_id
		ORDER BY endpoint_id`
	deliveriesInWindow = `
		SELECT ` + deliveryColumns + `
		FROM deliveries
		WHERE company = ? AND state = ? AND settled_at = 0 AND seq > ? AND seq < ?
		ORDER BY seq
		LIMIT ?`
	deliveriesInWindowOfEndpoint = `
		SELECT ` + deliveryColumns + `
		FROM deliveries
		WHERE company = ? AND endpoint_id = ? AND state = ? AND settled_at = 0 AND seq > ? AND seq < ?
		ORDER BY seq
		LIMIT ?`
	attemptClasses = `
		SELECT a.class, count(*), max(a.started_at)
		FROM attempts a
		WHERE a.company = ? AND a.started_at >= ? AND a.delivery_id IN (
			SELECT id
			FROM deliveries
			WHERE company = ? AND endpoint_id = ? AND state = ?
			ORDER BY seq DESC
			LIMIT ?
		)
		GROUP BY a.class
		ORDER BY a.class`
)

func scanRedelivery(scan scanner) (Redelivery, error) {
	var r Redelivery
	err := scan(&r.Company, &r.ID, &r.Actor, &r.State, &r.EndpointID, instant{&r.From}, instant{&r.Until}, &r.Stage,
		&r.After, &r.Before, &r.Total, &r.Done, &r.Skipped, instant{&r.CreatedAt}, instant{&r.FinishedAt})
	return r, err
}

// InsertRedelivery adds a redelivery.
func (tx *Tx) InsertRedelivery(ctx context.Context, r Redelivery) error {
	return tx.change(ctx, redeliveryInsert, r.Company, r.ID, r.Actor, r.State, r.EndpointID, millis(r.From),
		millis(r.Until), r.Stage, r.After, r.Before, r.Total, r.Done, r.Skipped, millis(tx.Now), millis(r.FinishedAt))
}

// StepRedelivery writes how far a redelivery has come if it is still running and has come as far as a seq, and reports
// whether it did.
func (tx *Tx) StepRedelivery(ctx context.Context, r Redelivery, after int64) (bool, error) {
	n, err := tx.exec(ctx, redeliveryStep, r.Stage, r.After, r.Done, r.Skipped, millis(r.FinishedAt), r.Company, r.ID,
		after)
	return n == 1, err
}

const noRedelivery = "no such redelivery"

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
	return list(ctx, q, scanRedelivery, redeliveryList, company, limit)
}

// RunningRedeliveries lists the running redeliveries of all companies, oldest first.
func (q queries) RunningRedeliveries(ctx context.Context, limit int) ([]Redelivery, error) {
	return list(ctx, q, scanRedelivery, redeliveriesRunning, limit)
}

// EndpointShare is how many deliveries of a time window go to one endpoint, and when the first and the last of them
// were made.
type EndpointShare struct {
	EndpointID string
	Count      int
	First      time.Time
	Last       time.Time
}

func scanShare(scan scanner) (EndpointShare, error) {
	var s EndpointShare
	err := scan(&s.EndpointID, &s.Count, instant{&s.First}, instant{&s.Last})
	return s, err
}

// CountDeliveriesInWindow counts a company's deliveries in a state whose seq is above after and below before, by
// endpoint, up to a bound in all; those of one endpoint where endpointID is not empty. Settled ones are left out: who
// sends the failures of an outage again does not want those that somebody has dealt with in another way.
func (q queries) CountDeliveriesInWindow(
	ctx context.Context, company string, state webhook.State, endpointID string, after, before int64, bound int,
) ([]EndpointShare, error) {
	if endpointID == "" {
		return list(ctx, q, scanShare, countInWindow, company, state, after, before, bound)
	}
	return list(ctx, q, scanShare, countInWindowOfEndpoint, company, endpointID, state, after, before, bound)
}

// DeliveriesInWindow lists the oldest of the deliveries that CountDeliveriesInWindow counts.
func (q queries) DeliveriesInWindow(
	ctx context.Context, company string, state webhook.State, endpointID string, after, before int64, limit int,
) ([]webhook.Delivery, error) {
	if endpointID == "" {
		return list(ctx, q, scanDelivery, deliveriesInWindow, company, state, after, before, limit)
	}
	return list(ctx, q, scanDelivery, deliveriesInWindowOfEndpoint, company, endpointID, state, after, before, limit)
}

// ClassCount is how many attempts ended with a class, and when the last of them was.
type ClassCount struct {
	Class webhook.Class
	Count int
	Last  time.Time
}

// AttemptClasses counts the attempts since a time by their class, among the newest deliveries of an endpoint in a
// state.
func (q queries) AttemptClasses(
	ctx context.Context, company, endpointID string, state webhook.State, since time.Time, newest int,
) ([]ClassCount, error) {
	scan := func(scan scanner) (ClassCount, error) {
		var c ClassCount
		err := scan(&c.Class, &c.Count, instant{&c.Last})
		return c, err
	}
	return list(ctx, q, scan, attemptClasses, company, millis(since), company, endpointID, state, newest)
}
