package store

import (
	"context"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/webhook"
)

const deliveryColumns = `company, id, seq, event_id, endpoint_id, job_id, type, host, state, attempts, max_attempts,
	due_at, expires_at, lease, last_class, last_status, last_error, created_at, finished_at,
	settled_at, settled_by, settled_why`

// stateOfEndpoint is the state of a delivery that is made due: paused while its endpoint is.
const stateOfEndpoint = `CASE WHEN EXISTS (
		SELECT 1
		FROM endpoints e
		WHERE e.company = deliveries.company AND e.id = deliveries.endpoint_id AND e.state = 'PAUSED'
	) THEN 'paused' ELSE 'pending' END`

// dueUnheld is when a delivery is due that may be sent now: not before the decision that it reports can no longer be
// undone. Its arguments are the time, twice.
const dueUnheld = `COALESCE((
		SELECT j.held_until
		FROM jobs j
		WHERE j.company = deliveries.company AND j.id = deliveries.job_id AND j.held_until > ?
	), ?)`

const (
	dueHosts = `
		WITH RECURSIVE hosts(host) AS (
			SELECT min(host) FROM deliveries WHERE state = 'pending'
			UNION ALL
			SELECT (SELECT min(d.host) FROM deliveries d WHERE d.state = 'pending' AND d.host > hosts.host)
			FROM hosts
			WHERE hosts.host IS NOT NULL
		)
		SELECT host, (SELECT min(d.due_at) FROM deliveries d WHERE d.state = 'pending' AND d.host = hosts.host)
		FROM hosts
		WHERE host IS NOT NULL`
	dueOfHost = `
		WITH due AS MATERIALIZED (
			SELECT id
			FROM deliveries
			WHERE state = 'pending' AND host = ? AND due_at <= ?
			ORDER BY due_at, id
			LIMIT ? `
	claimDue = `
		)
		UPDATE deliveries
		SET lease = ?, due_at = ?
		WHERE id IN (SELECT id FROM due)
		RETURNING ` + deliveryColumns
	deliveryRelease = `
		UPDATE deliveries
		SET lease = '', due_at = ?, last_error = CASE WHEN ? = '' THEN last_error ELSE ? END
		WHERE company = ? AND id = ? AND lease = ? AND state = 'pending'`
	deliveryPark = `
		UPDATE deliveries
		SET lease = '', due_at = ?, state = ` + stateOfEndpoint + `
		WHERE company = ? AND id = ? AND lease = ? AND state = 'pending'`
	expireOverdue = `
		UPDATE deliveries
		SET state = 'failed', lease = '', last_class = ?, last_error = ?, finished_at = ?
		WHERE id IN (
			SELECT id
			FROM deliveries
			WHERE state = 'pending' AND expires_at < ? AND (lease = '' OR due_at <= ?)
			ORDER BY expires_at, id
			LIMIT ? `
	deliveryFinish = `
		UPDATE deliveries
		SET state = ?, attempts = ?, due_at = ?, lease = '', last_class = ?, last_status = ?, last_error = ?,
			finished_at = ?
		WHERE company = ? AND id = ? AND lease = ?`
	deliveryAgain = `
		UPDATE deliveries
		SET lease = '', due_at = ` + dueUnheld + `, max_attempts = attempts + ?, finished_at = 0, expires_at = ?,
			settled_at = 0, settled_by = '', settled_why = '',
			state = ` + stateOfEndpoint + `,
			host = COALESCE((
				SELECT e.host
				FROM endpoints e
				WHERE e.company = deliveries.company AND e.id = deliveries.endpoint_id
			), host)
		WHERE company = ? AND id = ? AND (lease = '' OR due_at <= ?)`
	deliveryStill = ` AND state = ? AND settled_at = 0`

	deliverySettle = `
		UPDATE deliveries
		SET settled_at = ?, settled_by = ?, settled_why = ?
		WHERE company = ? AND id = ? AND state = 'failed' AND settled_at = 0`

	attemptColumns = `company, delivery_id, n, started_at, latency_ms, class, status, error, request_headers,
		response_headers, response_excerpt, address, kid`
	attemptInsert = `
		INSERT INTO attempts (` + attemptColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (company, delivery_id, n) DO NOTHING`
	attemptsOf = `SELECT ` + attemptColumns + ` FROM attempts WHERE company = ? AND delivery_id = ? ORDER BY n`

	deliveryHold = `SELECT id FROM deliveries WHERE company = ? AND id = ?`
	deliveryByID = `SELECT ` + deliveryColumns + ` FROM deliveries WHERE company = ? AND id = ?`
	deliveryPage = `
		SELECT ` + deliveryColumns + `
		FROM deliveries
		WHERE company = ? AND seq < ?
		ORDER BY seq DESC
		LIMIT ?`
	deliveriesOfState = `
		SELECT ` + deliveryColumns + `
		FROM deliveries
		WHERE company = ? AND state = ? AND seq < ?
		ORDER BY seq DESC
		LIMIT ?`
	deliveriesOfEndpoint = `
		SELECT ` + deliveryColumns + `
		FROM deliveries
		WHERE company = ? AND endpoint_id = ? AND state = ? AND seq < ?
		ORDER BY seq DESC
		LIMIT ?`
	liveOfEndpoint = `
		SELECT ` + deliveryColumns + `
		FROM deliveries
		WHERE company = ? AND endpoint_id = ? AND state = ? AND sandbox = 0
		ORDER BY seq DESC
		LIMIT ?`
	// unsettled repeats the condition of its index.
	unsettled           = `company = ? AND endpoint_id = ? AND state = 'failed' AND settled_at = 0 AND sandbox = 0`
	unsettledOfEndpoint = `
		SELECT ` + deliveryColumns + `
		FROM deliveries
		WHERE ` + unsettled + `
		ORDER BY seq DESC
		LIMIT ?`
	countUnsettled = `
		SELECT count(*)
		FROM (SELECT 1 FROM deliveries WHERE ` + unsettled + ` LIMIT ?) AS bounded`
	deliveriesOfJob   = `SELECT ` + deliveryColumns + ` FROM deliveries WHERE company = ? AND job_id = ? ORDER BY seq`
	deliveriesForHost = `
		SELECT ` + deliveryColumns + `
		FROM deliveries
		WHERE host = ? AND state = 'pending' AND company = ?
		ORDER BY due_at, id
		LIMIT ?`
	countOfState = `
		SELECT count(*)
		FROM (SELECT 1 FROM deliveries WHERE company = ? AND state = ? AND sandbox = 0 LIMIT ?) AS bounded`
	countOfEndpoint = `
		SELECT count(*)
		FROM (
			SELECT 1
			FROM deliveries
			WHERE company = ? AND endpoint_id = ? AND state = ? AND sandbox = 0
			LIMIT ?
		) AS bounded`
	nextOfEndpoint = `
		SELECT COALESCE(MIN(due_at), 0)
		FROM (
			SELECT due_at
			FROM (
				SELECT due_at
				FROM deliveries
				WHERE company = ? AND endpoint_id = ? AND state = 'pending' AND sandbox = 0
				ORDER BY seq
				LIMIT ?
			) AS oldest
			UNION ALL
			SELECT due_at
			FROM (
				SELECT due_at
				FROM deliveries
				WHERE company = ? AND endpoint_id = ? AND state = 'pending' AND sandbox = 0
				ORDER BY seq DESC
				LIMIT ?
			) AS newest
		) AS ends`
	nextForHost = `
		SELECT COALESCE(MIN(created_at), 0)
		FROM deliveries
		WHERE company = ? AND host = ? AND created_at >= ?`
	countForHost = `
		SELECT count(*)
		FROM (
			SELECT 1 FROM deliveries WHERE host = ? AND state = 'pending' AND company = ? AND sandbox = 0 LIMIT ?
		) AS bounded`
)

func scanDelivery(scan scanner) (webhook.Delivery, error) {
	var d webhook.Delivery
	err := scan(&d.Company, &d.ID, &d.Seq, &d.EventID, &d.EndpointID, &d.JobID, &d.Type, &d.Host, &d.State,
		&d.Attempts, &d.MaxAttempts, instant{&d.DueAt}, instant{&d.ExpiresAt}, &d.Lease, &d.LastClass, &d.LastStatus,
		&d.LastError, instant{&d.CreatedAt}, instant{&d.FinishedAt}, instant{&d.SettledAt}, &d.SettledBy,
		&d.SettledWhy)
	return d, err
}

// DueHost is a host with pending deliveries, and when the first of them is due.
type DueHost struct {
	Host  string
	DueAt time.Time
}

// DueHosts lists every host with pending deliveries. The query steps from host to host through the index, so that a
// host with many deliveries costs no more than one with few.
func (q queries) DueHosts(ctx context.Context) ([]DueHost, error) {
	scan := func(scan scanner) (DueHost, error) {
		var h DueHost
		err := scan(&h.Host, instant{&h.DueAt})
		return h, err
	}
	return list(ctx, q, scan, dueHosts)
}

// ClaimDeliveries claims up to limit due deliveries of a host for a worker until a time, when they are due again.
func (tx *Tx) ClaimDeliveries(
	ctx context.Context, host, lease string, until time.Time, limit int,
) ([]webhook.Delivery, error) {
	tx.dirty = true
	return list(ctx, tx.queries, scanDelivery, dueOfHost+tx.dialect.skipLocked+claimDue, host, millis(tx.Now), limit,
		lease, millis(until))
}

// ReleaseDelivery makes a claimed delivery due at a time, without an attempt. A why that is not empty becomes its last
// error.
func (tx *Tx) ReleaseDelivery(ctx context.Context, company, id, lease string, due time.Time, why string) error {
	return tx.change(ctx, deliveryRelease, millis(due), why, why, company, id, lease)
}

// ParkDelivery ends the claim of a delivery, which is paused if its endpoint is.
func (tx *Tx) ParkDelivery(ctx context.Context, d webhook.Delivery) error {
	if _, err := tx.holdEndpointOf(ctx, d.Company, d.ID); err != nil {
		return err
	}
	return tx.change(ctx, deliveryPark, millis(tx.Now), d.Company, d.ID, d.Lease)
}

// ExpireDeliveries fails up to limit deliveries that could not be tried before they expired, also those whose breaker
// is open, and returns how many it failed.
func (tx *Tx) ExpireDeliveries(ctx context.Context, class webhook.Class, why string, limit int) (int64, error) {
	now := millis(tx.Now)
	return tx.exec(ctx, expireOverdue+tx.dialect.skipLocked+`)`, class, why, now, now, now, limit)
}

const noDelivery = "there is no delivery with this number"

// FinishAttempt adds an attempt and writes what it means for its delivery. Where the lease is no longer held, another
// worker has the delivery, and only the attempt is added; neither where the delivery was removed.
func (tx *Tx) FinishAttempt(ctx context.Context, d webhook.Delivery, a webhook.Attempt) error {
	err := tx.row(ctx, deliveryHold+tx.dialect.forUpdate, a.Company, a.DeliveryID).or(noDelivery).scan(&d.ID)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := tx.change(ctx, deliveryFinish, d.State, d.Attempts, millis(d.DueAt), d.LastClass, d.LastStatus,
		d.LastError, millis(d.FinishedAt), d.Company, d.ID, d.Lease); err != nil {
		return err
	}
	return tx.change(ctx, attemptInsert, a.Company, a.DeliveryID, a.N, millis(a.StartedAt),
		a.Latency.Milliseconds(), a.Class, a.Status, a.Error, a.RequestHeaders, a.ResponseHeaders, a.ResponseExcerpt,
		a.Address, a.KID)
}

// FinishGone is FinishAttempt for one that was told that its endpoint is gone from an address: it also pauses the
// endpoint, unless that was removed meanwhile. One that was moved meanwhile goes on, and the delivery is due at once at
// its new address. The endpoint comes first, as in every change of an endpoint with its deliveries.
func (tx *Tx) FinishGone(
	ctx context.Context, d webhook.Delivery, a webhook.Attempt, address, reason string,
) error {
	e, err := tx.LockEndpoint(ctx, d.Company, d.EndpointID)
	switch {
	case fault.Is(err, fault.NotFound):
		return tx.FinishAttempt(ctx, d, a)
	case err != nil:
		return err
	case e.URL == address:
		err = tx.PauseEndpoint(ctx, d.Company, d.EndpointID, reason)
	case e.State == webhook.EndpointActive:
		d.State, d.DueAt = webhook.Pending, tx.Now
	}
	if err != nil {
		return err
	}
	return tx.FinishAttempt(ctx, d, a)
}

// SettleDelivery marks a failed delivery as one that needs nothing more, and reports whether it was failed and not yet
// settled.
func (tx *Tx) SettleDelivery(ctx context.Context, company, id, actor, why string) (bool, error) {
	n, err := tx.exec(ctx, deliverySettle, millis(tx.Now), actor, why, company, id)
	return n == 1, err
}

// Redeliver makes a delivery due again with the same event and all its attempts ahead, and reports whether it could:
// not while a request is under way, nor once its endpoint was removed. It is no longer settled. The delivery of a
// paused endpoint waits until the endpoint is resumed, and that of a decision until it can no longer be undone.
func (tx *Tx) Redeliver(ctx context.Context, company, id string) (bool, error) {
	return tx.redeliver(ctx, deliveryAgain, company, id)
}

// RedeliverIn is Redeliver for a delivery that has a state and is not settled, as long as it still is so.
func (tx *Tx) RedeliverIn(ctx context.Context, company, id string, state webhook.State) (bool, error) {
	return tx.redeliver(ctx, deliveryAgain+deliveryStill, company, id, state)
}

func (tx *Tx) redeliver(ctx context.Context, statement, company, id string, still ...any) (bool, error) {
	if held, err := tx.holdEndpointOf(ctx, company, id); err != nil || !held {
		return false, err
	}
	now := millis(tx.Now)
	n, err := tx.exec(ctx, statement, append([]any{
		now, now, webhook.MaxAttempts,
		millis(tx.Now.Add(webhook.MaxAge)), company, id, now,
	}, still...)...)
	return n == 1, err
}

// Delivery returns one delivery.
func (q queries) Delivery(ctx context.Context, company, id string) (webhook.Delivery, error) {
	return scanDelivery(q.row(ctx, deliveryByID, company, id).or(noDelivery).scan)
}

// Deliveries lists a company's deliveries in a state, or in any where it is empty, newest first, before a seq (0 for
// the newest).
func (q queries) Deliveries(
	ctx context.Context, company string, state webhook.State, before int64, limit int,
) ([]webhook.Delivery, error) {
	if before == 0 {
		before = 1<<63 - 1
	}
	if state == "" {
		return list(ctx, q, scanDelivery, deliveryPage, company, before, limit)
	}
	return list(ctx, q, scanDelivery, deliveriesOfState, company, state, before, limit)
}

// DeliveriesOfEndpoint lists the deliveries of an endpoint in a state, newest first, before a seq (0 for the newest).
func (q queries) DeliveriesOfEndpoint(
	ctx context.Context, company, endpointID string, state webhook.State, before int64, limit int,
) ([]webhook.Delivery, error) {
	if before == 0 {
		before = 1<<63 - 1
	}
	return list(ctx, q, scanDelivery, deliveriesOfEndpoint, company, endpointID, state, before, limit)
}

// LiveDeliveriesOfEndpoint lists the newest deliveries of an endpoint in a state, without those of sandbox clients.
func (q queries) LiveDeliveriesOfEndpoint(
	ctx context.Context, company, endpointID string, state webhook.State, limit int,
) ([]webhook.Delivery, error) {
	return list(ctx, q, scanDelivery, liveOfEndpoint, company, endpointID, state, limit)
}

// UnsettledDeliveries lists the newest failed deliveries of an endpoint that nobody has settled, without those of
// sandbox clients.
func (q queries) UnsettledDeliveries(
	ctx context.Context, company, endpointID string, limit int,
) ([]webhook.Delivery, error) {
	return list(ctx, q, scanDelivery, unsettledOfEndpoint, company, endpointID, limit)
}

// CountUnsettledDeliveries counts what UnsettledDeliveries lists, up to a bound.
func (q queries) CountUnsettledDeliveries(ctx context.Context, company, endpointID string, bound int) (int, error) {
	var n int
	err := q.row(ctx, countUnsettled, company, endpointID, bound).scan(&n)
	return n, err
}

// CountDeliveriesOfEndpoint counts an endpoint's deliveries in a state, up to a bound, without those of sandbox
// clients.
func (q queries) CountDeliveriesOfEndpoint(
	ctx context.Context, company, endpointID string, state webhook.State, bound int,
) (int, error) {
	var n int
	err := q.row(ctx, countOfEndpoint, company, endpointID, state, bound).scan(&n)
	return n, err
}

// NextOfEndpoint returns when the first of an endpoint's pending deliveries is due, without those of sandbox clients;
// the zero time where none is pending. It looks at a number of the oldest and as many of the newest: what was just made
// is due at once, and what was tried before is old.
func (q queries) NextOfEndpoint(ctx context.Context, company, endpointID string, ends int) (time.Time, error) {
	var due time.Time
	err := q.row(ctx, nextOfEndpoint, company, endpointID, ends, company, endpointID, ends).scan(instant{&due})
	return due, err
}

// DeliveriesForHost lists a company's pending deliveries to a host in the order in which they are due.
func (q queries) DeliveriesForHost(ctx context.Context, company, host string, limit int) ([]webhook.Delivery, error) {
	return list(ctx, q, scanDelivery, deliveriesForHost, host, company, limit)
}

// CountDeliveriesForHost counts a company's pending deliveries to a host, up to a bound, without those of sandbox
// clients.
func (q queries) CountDeliveriesForHost(ctx context.Context, company, host string, bound int) (int, error) {
	var n int
	err := q.row(ctx, countForHost, host, company, bound).scan(&n)
	return n, err
}

// NextDeliveryTo returns when the first delivery of a company to a host was made from a time on; the zero time where
// there is none.
func (q queries) NextDeliveryTo(ctx context.Context, company, host string, from time.Time) (time.Time, error) {
	var at time.Time
	err := q.row(ctx, nextForHost, company, host, millis(from)).scan(instant{&at})
	return at, err
}

// DeliveriesOfJob lists a job's deliveries, oldest first.
func (q queries) DeliveriesOfJob(ctx context.Context, company, jobID string) ([]webhook.Delivery, error) {
	return list(ctx, q, scanDelivery, deliveriesOfJob, company, jobID)
}

// CountDeliveries counts a company's deliveries in a state, up to a bound, without those of sandbox clients.
func (q queries) CountDeliveries(ctx context.Context, company string, state webhook.State, bound int) (int, error) {
	var n int
	err := q.row(ctx, countOfState, company, state, bound).scan(&n)
	return n, err
}

// Attempts lists a delivery's attempts in order.
func (q queries) Attempts(ctx context.Context, company, deliveryID string) ([]webhook.Attempt, error) {
	scan := func(scan scanner) (webhook.Attempt, error) {
		var a webhook.Attempt
		var ms int64
		err := scan(&a.Company, &a.DeliveryID, &a.N, instant{&a.StartedAt}, &ms, &a.Class, &a.Status, &a.Error,
			&a.RequestHeaders, &a.ResponseHeaders, &a.ResponseExcerpt, &a.Address, &a.KID)
		a.Latency = time.Duration(ms) * time.Millisecond
		return a, err
	}
	return list(ctx, q, scan, attemptsOf, company, deliveryID)
}
