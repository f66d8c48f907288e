package store

import (
	"context"
	"slices"
	"time"

	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/webhook"
)

// EmitEvent writes an event and a delivery, due at dueAt, for each endpoint of the company that wants its type. It
// belongs into the transaction that writes what the event tells.
func (tx *Tx) EmitEvent(ctx context.Context, e webhook.Event, dueAt time.Time) error {
	if err := tx.insertEvent(ctx, e); err != nil {
		return err
	}
	endpoints, err := tx.Endpoints(ctx, e.Company)
	if err != nil {
		return err
	}
	for _, endpoint := range endpoints {
		if !slices.Contains(endpoint.Events, e.Type) {
			continue
		}
		if err := tx.insertDelivery(ctx, e, endpoint, dueAt); err != nil {
			return err
		}
	}
	return nil
}

// EmitTo writes an event for one endpoint alone: a test event.
func (tx *Tx) EmitTo(ctx context.Context, e webhook.Event, endpoint webhook.Endpoint) error {
	if err := tx.insertEvent(ctx, e); err != nil {
		return err
	}
	return tx.insertDelivery(ctx, e, endpoint, tx.Now)
}

const eventColumns = `company, id, job_id, type, occurred_at, body, test`

func (tx *Tx) insertEvent(ctx context.Context, e webhook.Event) error {
	return tx.insert(ctx,
		`INSERT INTO events (`+eventColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?)`, e.Company, e.ID, e.JobID, e.Type,
		millis(e.OccurredAt), e.Body, flag(e.Test))
}

func (tx *Tx) insertDelivery(ctx context.Context, e webhook.Event, endpoint webhook.Endpoint, dueAt time.Time) error {
	state := webhook.Pending
	if endpoint.State == webhook.EndpointPaused {
		state = webhook.Paused
	}
	return tx.insert(ctx,
		`INSERT INTO deliveries (company, id, seq, event_id, endpoint_id, job_id, type, host, state, max_attempts,
			due_at, expires_at, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		e.Company, ids.ULID(tx.Now), tx.NextSeq(), e.ID, endpoint.ID, e.JobID, e.Type, endpoint.Host, state,
		webhook.MaxAttempts, millis(dueAt), millis(dueAt.Add(webhook.MaxAge)), millis(tx.Now))
}

// RecallEvent takes back an event that no attempt has touched, and reports whether it could.
func (tx *Tx) RecallEvent(ctx context.Context, company, id string) (bool, error) {
	var touched int
	err := tx.row(ctx,
		`SELECT count(*) FROM deliveries WHERE company = ? AND event_id = ? AND (attempts > 0 OR lease <> '')`,
		company, id).scan(&touched)
	if err != nil || touched > 0 {
		return false, err
	}
	if err := tx.insert(ctx, `DELETE FROM deliveries WHERE company = ? AND event_id = ?`, company, id); err != nil {
		return false, err
	}
	n, err := tx.exec(ctx, `DELETE FROM events WHERE company = ? AND id = ?`, company, id)
	return n == 1, err
}

func scanEvent(scan scanner) (webhook.Event, error) {
	var e webhook.Event
	err := scan(&e.Company, &e.ID, &e.JobID, &e.Type, instant{&e.OccurredAt}, &e.Body, &e.Test)
	return e, err
}

// Event returns one event with its body.
func (q queries) Event(ctx context.Context, company, id string) (webhook.Event, error) {
	r := q.row(ctx, `SELECT `+eventColumns+` FROM events WHERE company = ? AND id = ?`, company, id).or("no such event")
	return scanEvent(r.scan)
}

// EventsOfJob lists a job's events, oldest first.
func (q queries) EventsOfJob(ctx context.Context, company, jobID string) ([]webhook.Event, error) {
	return list(ctx, q, scanEvent,
		`SELECT `+eventColumns+` FROM events WHERE company = ? AND job_id = ? ORDER BY occurred_at, id`, company, jobID)
}

// LatestEvent returns a company's newest event of a type that is no test and happened before a time.
func (q queries) LatestEvent(
	ctx context.Context, company string, of onboarding.EventType, before time.Time,
) (webhook.Event, error) {
	r := q.row(ctx,
		`SELECT `+eventColumns+
			` FROM events WHERE company = ? AND type = ? AND test = 0 AND occurred_at < ? ORDER BY id DESC LIMIT 1`,
		company, of, millis(before))
	return scanEvent(r.or("no such event").scan)
}
