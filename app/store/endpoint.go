package store

import (
	"context"
	"encoding/json"

	"proofdesk/app/fault"
	"proofdesk/app/webhook"
)

const endpointColumns = `company, id, url, host, events, sealed_headers, header_names, state, pause_reason,
	description, version, created_at, updated_at`

const (
	endpointByID   = `SELECT ` + endpointColumns + ` FROM endpoints WHERE company = ? AND id = ?`
	endpointList   = `SELECT ` + endpointColumns + ` FROM endpoints WHERE company = ? ORDER BY created_at, id`
	endpointInsert = `INSERT INTO endpoints (` + endpointColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	endpointUpdate = `
		UPDATE endpoints
		SET url = ?, host = ?, events = ?, sealed_headers = ?, header_names = ?, description = ?,
			version = version + 1, updated_at = ?
		WHERE company = ? AND id = ? AND version = ?`
	endpointPause = `
		UPDATE endpoints
		SET state = 'PAUSED', pause_reason = ?, version = version + 1, updated_at = ?
		WHERE company = ? AND id = ?`
	endpointResume = `
		UPDATE endpoints
		SET state = 'ACTIVE', pause_reason = '', version = version + 1, updated_at = ?
		WHERE company = ? AND id = ?`
	endpointDelete = `DELETE FROM endpoints WHERE company = ? AND id = ?`
	endpointTouch  = `UPDATE endpoints SET version = version + 1, updated_at = ? WHERE company = ? AND id = ?`

	// What becomes of the deliveries that wait for an endpoint when the endpoint changes.
	deliveriesMove = `
		UPDATE deliveries
		SET host = ?, due_at = CASE WHEN lease = '' AND attempts > 0 THEN ? ELSE due_at END
		WHERE company = ? AND endpoint_id = ? AND state IN ('pending', 'paused') AND host <> ?`
	deliveriesPause = `
		UPDATE deliveries
		SET state = 'paused'
		WHERE company = ? AND endpoint_id = ? AND state = 'pending' AND lease = ''`
	deliveriesResume = `
		UPDATE deliveries
		SET state = 'pending', due_at = ` + dueUnheld + `, expires_at = ?
		WHERE company = ? AND endpoint_id = ? AND state = 'paused'`
	deliveriesFail = `
		UPDATE deliveries
		SET state = 'failed', lease = '', last_error = 'the endpoint was removed', finished_at = ?
		WHERE company = ? AND endpoint_id = ? AND state IN ('pending', 'paused')`
)

const noEndpoint = "no such endpoint"

func scanEndpoint(scan scanner) (webhook.Endpoint, error) {
	var e webhook.Endpoint
	var events, names string
	err := scan(&e.Company, &e.ID, &e.URL, &e.Host, &events, &e.SealedHeaders, &names, &e.State, &e.PauseReason,
		&e.Description, &e.Version, instant{&e.CreatedAt}, instant{&e.UpdatedAt})
	if err == nil {
		err = json.Unmarshal([]byte(events), &e.Events)
	}
	if err == nil {
		err = json.Unmarshal([]byte(names), &e.HeaderNames)
	}
	return e, err
}

// Endpoint returns one of a company's endpoints.
func (q queries) Endpoint(ctx context.Context, company, id string) (webhook.Endpoint, error) {
	return scanEndpoint(q.row(ctx, endpointByID, company, id).or(noEndpoint).scan)
}

// LockEndpoint returns an endpoint and keeps every other transaction that locks or changes it waiting until this one
// ends.
func (tx *Tx) LockEndpoint(ctx context.Context, company, id string) (webhook.Endpoint, error) {
	return scanEndpoint(tx.row(ctx, endpointByID+tx.dialect.forUpdate, company, id).or(noEndpoint).scan)
}

// holdEndpoint returns an endpoint, which no other transaction changes or removes until this one ends.
func (tx *Tx) holdEndpoint(ctx context.Context, company, id string) (webhook.Endpoint, error) {
	return scanEndpoint(tx.row(ctx, endpointByID+tx.dialect.forShare, company, id).or(noEndpoint).scan)
}

// holdEndpointOf keeps every other transaction from changing the endpoint of a delivery until this one ends; false
// where the delivery or the endpoint was removed: neither comes back.
func (tx *Tx) holdEndpointOf(ctx context.Context, company, deliveryID string) (bool, error) {
	d, err := tx.Delivery(ctx, company, deliveryID)
	if err == nil {
		_, err = tx.holdEndpoint(ctx, company, d.EndpointID)
	}
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return err == nil, err
}

// Endpoints lists a company's endpoints, oldest first.
func (q queries) Endpoints(ctx context.Context, company string) ([]webhook.Endpoint, error) {
	return list(ctx, q, scanEndpoint, endpointList, company)
}

// InsertEndpoint adds an endpoint.
func (tx *Tx) InsertEndpoint(ctx context.Context, e webhook.Endpoint) error {
	events, names := jsonText(e.Events), jsonText(e.HeaderNames)
	return tx.change(ctx, endpointInsert, e.Company, e.ID, e.URL, e.Host, events, e.SealedHeaders, names, e.State,
		e.PauseReason, e.Description, 1, millis(tx.Now), millis(tx.Now))
}

// UpdateEndpoint changes an endpoint's address, events, headers and description if it still is of its version;
// otherwise it is a Conflict. Deliveries that wait for it move to the new address's host, and are due at once if the
// host is another one.
func (tx *Tx) UpdateEndpoint(ctx context.Context, e webhook.Endpoint) error {
	n, err := tx.exec(ctx, endpointUpdate, e.URL, e.Host, jsonText(e.Events), e.SealedHeaders, jsonText(e.HeaderNames),
		e.Description, millis(tx.Now), e.Company, e.ID, e.Version)
	if err != nil {
		return err
	}
	if n != 1 {
		return fault.New(fault.Conflict, "somebody else changed the endpoint: review it and save again")
	}
	return tx.change(ctx, deliveriesMove, e.Host, millis(tx.Now), e.Company, e.ID, e.Host)
}

// PauseEndpoint pauses an endpoint and the deliveries that wait for it.
func (tx *Tx) PauseEndpoint(ctx context.Context, company, id, reason string) error {
	if err := tx.mustChange(ctx, noEndpoint, endpointPause, reason, millis(tx.Now), company, id); err != nil {
		return err
	}
	return tx.change(ctx, deliveriesPause, company, id)
}

// ResumeEndpoint resumes an endpoint. Its paused deliveries are due at once, those of a decision once it can no longer
// be undone, and have their whole time again.
func (tx *Tx) ResumeEndpoint(ctx context.Context, company, id string) error {
	if err := tx.mustChange(ctx, noEndpoint, endpointResume, millis(tx.Now), company, id); err != nil {
		return err
	}
	now := millis(tx.Now)
	return tx.change(ctx, deliveriesResume, now, now, millis(tx.Now.Add(webhook.MaxAge)), company, id)
}

// DeleteEndpoint removes an endpoint with its keys and fails the deliveries that wait for it. The endpoint goes first:
// whoever adds a key or pauses a delivery meanwhile has it locked, and their rows are seen once it is removed.
func (tx *Tx) DeleteEndpoint(ctx context.Context, company, id string) error {
	if err := tx.mustChange(ctx, noEndpoint, endpointDelete, company, id); err != nil {
		return err
	}
	if err := tx.change(ctx, endpointKeysDelete, company, id); err != nil {
		return err
	}
	return tx.change(ctx, deliveriesFail, millis(tx.Now), company, id)
}
