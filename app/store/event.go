package store

import (
	"context"
	"slices"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/webhook"
)

// clockSlack is how far the clocks of two nodes may differ. It is generous: an event too many does less harm than one
// that is missing.
const clockSlack = 15 * time.Minute

// EmitEvent adds an event, and a delivery that is due at dueAt for each endpoint of the company that wants its type and
// existed when the event occurred: the demo reports events of its past after somebody has added an endpoint. It
// belongs in the transaction that writes what the event reports. Only a paused endpoint is locked, so that it is not
// resumed before the delivery that waits for it is there. An active one is not: the worker that claims a delivery parks
// it if its endpoint was paused meanwhile, and fails it if its endpoint was removed.
func (tx *Tx) EmitEvent(ctx context.Context, e webhook.Event, dueAt time.Time) error {
	if err := tx.insertEvent(ctx, e); err != nil {
		return err
	}
	endpoints, err := tx.Endpoints(ctx, e.Company)
	if err != nil {
		return err
	}
	for _, endpoint := range endpoints {
		if !slices.Contains(endpoint.Events, e.Type) || endpoint.CreatedAt.After(e.OccurredAt.Add(clockSlack)) {
			continue
		}
		if err := tx.insertDelivery(ctx, e, endpoint, dueAt); err != nil {
			return err
		}
	}
	return nil
}

// EmitTo adds an event for one endpoint alone, such as a test event.
func (tx *Tx) EmitTo(ctx context.Context, e webhook.Event, endpoint webhook.Endpoint) error {
	if err := tx.insertEvent(ctx, e); err != nil {
		return err
	}
	return tx.insertDelivery(ctx, e, endpoint, tx.Now)
}

const (
	eventColumns = `company, id, job_id, type, occurred_at, body, test`
	eventInsert  = `INSERT INTO events (` + eventColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?)`
	eventDelete  = `DELETE FROM events WHERE company = ? AND id = ?`
	eventByID    = `SELECT ` + eventColumns + ` FROM events WHERE company = ? AND id = ?`
	eventsOfJob  = `SELECT ` + eventColumns + ` FROM events WHERE company = ? AND job_id = ? ORDER BY occurred_at, id`
	eventLatest  = `
		SELECT ` + eventColumns + `
		FROM events
		WHERE company = ? AND type = ? AND test = 0 AND occurred_at < ?
		ORDER BY id DESC
		LIMIT 1`
	deliveryInsert = `
		INSERT INTO deliveries (company, id, seq, event_id, endpoint_id, job_id, type, host, state, max_attempts,
			due_at, expires_at, created_at, sandbox)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ` + ofSandbox + `)`
	attemptsOfEvent  = `SELECT attempts, lease FROM deliveries WHERE company = ? AND event_id = ?`
	deliveriesDelete = `DELETE FROM deliveries WHERE company = ? AND event_id = ?`
)

func (tx *Tx) insertEvent(ctx context.Context, e webhook.Event) error {
	return tx.change(ctx, eventInsert, e.Company, e.ID, e.JobID, e.Type, millis(e.OccurredAt), e.Body, flag(e.Test))
}

// insertDelivery adds a delivery, which is paused if its endpoint is. A paused endpoint is read again under a lock: it
// may have been resumed or removed since.
func (tx *Tx) insertDelivery(ctx context.Context, e webhook.Event, endpoint webhook.Endpoint, dueAt time.Time) error {
	state := webhook.Pending
	if endpoint.State == webhook.EndpointPaused {
		var err error
		endpoint, err = tx.holdEndpoint(ctx, e.Company, endpoint.ID)
		if fault.Is(err, fault.NotFound) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	if endpoint.State == webhook.EndpointPaused {
		state = webhook.Paused
	}
	return tx.change(ctx, deliveryInsert, e.Company, ids.ULID(tx.Now), tx.NextSeq(), e.ID, endpoint.ID, e.JobID, e.Type,
		endpoint.Host, state, webhook.MaxAttempts, millis(dueAt), millis(dueAt.Add(webhook.MaxAge)), millis(tx.Now),
		e.Company, e.JobID)
}

// RecallEvent removes an event with its deliveries unless a worker has claimed one of them, and reports whether it did.
// The deliveries are locked meanwhile, so that no worker claims one before it is removed.
func (tx *Tx) RecallEvent(ctx context.Context, company, id string) (bool, error) {
	claimed, err := list(ctx, tx.queries, func(scan scanner) (bool, error) {
		var attempts int
		var lease string
		err := scan(&attempts, &lease)
		return attempts > 0 || lease != "", err
	}, attemptsOfEvent+tx.dialect.forUpdate, company, id)
	if err != nil || slices.Contains(claimed, true) {
		return false, err
	}
	if err := tx.change(ctx, deliveriesDelete, company, id); err != nil {
		return false, err
	}
	n, err := tx.exec(ctx, eventDelete, company, id)
	return n == 1, err
}

const noEvent = "no such event"

func scanEvent(scan scanner) (webhook.Event, error) {
	var e webhook.Event
	err := scan(&e.Company, &e.ID, &e.JobID, &e.Type, instant{&e.OccurredAt}, &e.Body, &e.Test)
	return e, err
}

// Event returns one event with its body.
func (q queries) Event(ctx context.Context, company, id string) (webhook.Event, error) {
	return scanEvent(q.row(ctx, eventByID, company, id).or(noEvent).scan)
}

// EventsOfJob lists a job's events, oldest first.
func (q queries) EventsOfJob(ctx context.Context, company, jobID string) ([]webhook.Event, error) {
	return list(ctx, q, scanEvent, eventsOfJob, company, jobID)
}

// LatestEvent returns a company's newest event of a type that is not a test and happened before a time.
func (q queries) LatestEvent(
	ctx context.Context, company string, of onboarding.EventType, before time.Time,
) (webhook.Event, error) {
	return scanEvent(q.row(ctx, eventLatest, company, of, millis(before)).or(noEvent).scan)
}
