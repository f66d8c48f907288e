package store

import (
	"context"
	"time"

	"proofdesk/app/webhook"
)

const deliveryColumns = `company, id, seq, event_id, endpoint_id, job_id, type, host, state, attempts, max_attempts,
	due_at, expires_at, lease,
	last_class, last_status, last_error, created_at, finished_at`

func scanDelivery(scan scanner) (webhook.Delivery, error) {
	var d webhook.Delivery
	err := scan(&d.Company, &d.ID, &d.Seq, &d.EventID, &d.EndpointID, &d.JobID, &d.Type, &d.Host, &d.State,
		&d.Attempts, &d.MaxAttempts,
		instant{&d.DueAt}, instant{&d.ExpiresAt}, &d.Lease, &d.LastClass, &d.LastStatus, &d.LastError,
		instant{&d.CreatedAt}, instant{&d.FinishedAt})
	return d, err
}

// DueHost is a host that deliveries wait for, and when the first of them is due.
type DueHost struct {
	Host  string
	DueAt time.Time
}

// DueHosts lists every host with pending deliveries. It jumps from host to host through the lane index, so that a host
// with many rows costs no more than one with few.
func (q queries) DueHosts(ctx context.Context) ([]DueHost, error) {
	scan := func(scan scanner) (DueHost, error) {
		var h DueHost
		err := scan(&h.Host, instant{&h.DueAt})
		return h, err
	}
	return list(ctx, q, scan, `WITH RECURSIVE hosts(host) AS (
			SELECT min(host) FROM deliveries WHERE state = 'pending'
			UNION ALL
			SELECT (SELECT min(d.host) FROM deliveries d WHERE d.state = 'pending' AND d.host > hosts.host) FROM hosts
			WHERE hosts.host IS NOT NULL)
		SELECT host, (SELECT min(d.due_at) FROM deliveries d WHERE d.state = 'pending' AND d.host = hosts.host)
		FROM hosts WHERE host IS NOT NULL`)
}

// ClaimDeliveries takes up to limit due deliveries of a host for a worker until a time; then they are due again.
func (tx *Tx) ClaimDeliveries(
	ctx context.Context, host, lease string, until time.Time, limit int,
) ([]webhook.Delivery, error) {
	tx.dirty = true
	return list(ctx, tx.queries, scanDelivery, `WITH due AS MATERIALIZED (
			SELECT id FROM deliveries WHERE state = 'pending' AND host = ? AND due_at <= ? ORDER BY due_at, id
			LIMIT ? `+tx.dialect.skipLocked+`)
		UPDATE deliveries SET lease = ?, due_at = ? WHERE id IN (SELECT id FROM due)
		RETURNING `+deliveryColumns, host, millis(tx.Now), limit, lease, millis(until))
}

// ReleaseDelivery returns a claimed delivery back without an attempt; why says what kept it, empty where nothing did.
func (tx *Tx) ReleaseDelivery(ctx context.Context, company, id, lease string, due time.Time, why string) error {
	return tx.insert(ctx,
		`UPDATE deliveries SET lease = '', due_at = ?, last_error = CASE WHEN ? = '' THEN last_error ELSE ? END
		WHERE company = ? AND id = ? AND lease = ? AND state = 'pending'`, millis(due), why, why, company, id, lease)
}

// ParkDelivery pauses a claimed delivery whose endpoint is paused.
func (tx *Tx) ParkDelivery(ctx context.Context, d webhook.Delivery) error {
	return tx.insert(ctx, `UPDATE deliveries SET lease = '', due_at = ?,
			state = CASE WHEN EXISTS (SELECT 1 FROM endpoints e WHERE e.company = deliveries.company
			AND e.id = deliveries.endpoint_id AND e.state = 'PAUSED') THEN 'paused' ELSE 'pending' END
		WHERE company = ? AND id = ? AND lease = ? AND state = 'pending'`, millis(tx.Now), d.Company, d.ID, d.Lease)
}

// ExpireDeliveries ends up to limit deliveries that could not be tried before their time ran out, held ones too, and
// says how many it ended.
func (tx *Tx) ExpireDeliveries(ctx context.Context, class webhook.Class, why string, limit int) (int64, error) {
	return tx.exec(ctx,
		`UPDATE deliveries SET state = 'failed', lease = '', last_class = ?, last_error = ?, finished_at = ? WHERE id
			IN (
			SELECT id FROM deliveries WHERE state = 'pending' AND expires_at < ? AND (lease = '' OR due_at <= ?)
			ORDER BY expires_at, id LIMIT ? `+tx.dialect.skipLocked+`)`,
		class, why, millis(tx.Now), millis(tx.Now), millis(tx.Now), limit)
}

// FinishAttempt writes an attempt and what it means for its delivery. It tells whether the lease was still held; if
// not, another worker has the delivery and only the attempt is kept.
func (tx *Tx) FinishAttempt(ctx context.Context, d webhook.Delivery, a webhook.Attempt) (bool, error) {
	n, err := tx.exec(ctx,
		`UPDATE deliveries SET state = ?, attempts = ?, due_at = ?, lease = '', last_class = ?, last_status = ?,
			last_error = ?, finished_at = ?
		WHERE company = ? AND id = ? AND lease = ?`,
		d.State, d.Attempts, millis(d.DueAt), d.LastClass, d.LastStatus, d.LastError, millis(d.FinishedAt), d.Company,
		d.ID, d.Lease)
	if err != nil {
		return false, err
	}
	return n == 1, tx.insert(ctx,
		`INSERT INTO attempts (company, delivery_id, n, started_at, latency_ms, class, status, error, request_headers,
			response_headers, response_excerpt, address, kid)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (company, delivery_id, n) DO NOTHING`,
		a.Company, a.DeliveryID, a.N, millis(a.StartedAt), a.Latency.Milliseconds(), a.Class, a.Status, a.Error,
		a.RequestHeaders, a.ResponseHeaders, a.ResponseExcerpt, a.Address, a.KID)
}

// Redeliver makes a delivery due again from its first attempt, with the same event, and reports whether it could: not
// while a request is under way. That of a paused endpoint waits until it is resumed.
func (tx *Tx) Redeliver(ctx context.Context, company, id string) (bool, error) {
	n, err := tx.exec(ctx,
		`UPDATE deliveries SET lease = '', due_at = ?, max_attempts = attempts + ?, finished_at = 0, expires_at = ?,
			state = CASE WHEN EXISTS (SELECT 1 FROM endpoints e WHERE e.company = deliveries.company
			AND e.id = deliveries.endpoint_id AND e.state = 'PAUSED') THEN 'paused' ELSE 'pending' END,
			host = COALESCE((SELECT e.host FROM endpoints e WHERE e.company = deliveries.company
			AND e.id = deliveries.endpoint_id), host)
		WHERE company = ? AND id = ? AND (lease = '' OR due_at <= ?)`,
		millis(tx.Now), webhook.MaxAttempts, millis(tx.Now.Add(webhook.MaxAge)), company, id, millis(tx.Now))
	return n == 1, err
}

// Delivery returns one delivery.
func (q queries) Delivery(ctx context.Context, company, id string) (webhook.Delivery, error) {
	r := q.row(ctx,
		`SELECT `+deliveryColumns+` FROM deliveries WHERE company = ? AND id = ?`, company, id).or("no such delivery")
	return scanDelivery(r.scan)
}

// Deliveries lists a company's deliveries, newest first, before a seq (0 for the newest); of one state where it is
// given.
func (q queries) Deliveries(
	ctx context.Context, company string, state webhook.State, before int64, limit int,
) ([]webhook.Delivery, error) {
	if before == 0 {
		before = 1<<63 - 1
	}
	if state == "" {
		return list(ctx, q, scanDelivery,
			`SELECT `+deliveryColumns+` FROM deliveries WHERE company = ? AND seq < ? ORDER BY seq DESC LIMIT ?`,
			company, before, limit)
	}
	return list(ctx, q, scanDelivery,
		`SELECT `+deliveryColumns+
			` FROM deliveries WHERE company = ? AND state = ? AND seq < ? ORDER BY seq DESC LIMIT ?`, company, state,
		before, limit)
}

// DeliveriesOfEndpoint lists the deliveries of an endpoint in a state, newest first, before a seq (0 for the newest).
func (q queries) DeliveriesOfEndpoint(
	ctx context.Context, company, endpointID string, state webhook.State, before int64, limit int,
) ([]webhook.Delivery, error) {
	if before == 0 {
		before = 1<<63 - 1
	}
	return list(ctx, q, scanDelivery,
		`SELECT `+deliveryColumns+
			` FROM deliveries WHERE company = ? AND endpoint_id = ? AND state = ? AND seq < ? ORDER BY seq DESC
				LIMIT ?`,
		company, endpointID, state, before, limit)
}

// CountOfEndpoint counts an endpoint's deliveries of a state, up to a bound.
func (q queries) CountOfEndpoint(
	ctx context.Context, company, endpointID string, state webhook.State, bound int,
) (int, error) {
	var n int
	err := q.row(ctx,
		`SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE company = ? AND endpoint_id = ? AND state = ?
			LIMIT ?) AS bounded`, company, endpointID, state, bound).scan(&n)
	return n, err
}

// DeliveriesOfJob lists a job's deliveries, oldest first.
func (q queries) DeliveriesOfJob(ctx context.Context, company, jobID string) ([]webhook.Delivery, error) {
	return list(ctx, q, scanDelivery,
		`SELECT `+deliveryColumns+` FROM deliveries WHERE company = ? AND job_id = ? ORDER BY seq`, company, jobID)
}

// CountDeliveries counts a company's deliveries of a state, up to a bound.
func (q queries) CountDeliveries(ctx context.Context, company string, state webhook.State, bound int) (int, error) {
	var n int
	err := q.row(ctx,
		`SELECT count(*) FROM (SELECT 1 FROM deliveries WHERE company = ? AND state = ? LIMIT ?) AS bounded`, company,
		state, bound).scan(&n)
	return n, err
}

// Attempts lists a delivery's attempts, first to last.
func (q queries) Attempts(ctx context.Context, company, deliveryID string) ([]webhook.Attempt, error) {
	scan := func(scan scanner) (webhook.Attempt, error) {
		var a webhook.Attempt
		var ms int64
		err := scan(&a.Company, &a.DeliveryID, &a.N, instant{&a.StartedAt}, &ms, &a.Class, &a.Status, &a.Error,
			&a.RequestHeaders, &a.ResponseHeaders, &a.ResponseExcerpt, &a.Address, &a.KID)
		a.Latency = time.Duration(ms) * time.Millisecond
		return a, err
	}
	return list(ctx, q, scan,
		`SELECT company, delivery_id, n, started_at, latency_ms, class, status, error, request_headers,
			response_headers, response_excerpt, address, kid
		FROM attempts WHERE company = ? AND delivery_id = ? ORDER BY n`, company, deliveryID)
}
