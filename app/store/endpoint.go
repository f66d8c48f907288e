package store

import (
	"context"
	"encoding/json"

	"proofdesk/app/fault"
	"proofdesk/app/webhook"
)

const endpointColumns = `company, id, url, host, events, sealed_headers, header_names, state, pause_reason,
	description, version, created_at, updated_at`

const endpointByID = `SELECT ` + endpointColumns + ` FROM endpoints WHERE company = ? AND id = ?`

const noEndpoint = "no such endpoint"

func scanEndpoint(scan scanner) (webhook.Endpoint, error) {
	var e webhook.Endpoint
	var events, names string
	err := scan(&e.Company, &e.ID, &e.URL, &e.Host, &events, &e.SealedHeaders, &names, &e.State, &e.PauseReason,
		&e.Description, &e.Version,
		instant{&e.CreatedAt}, instant{&e.UpdatedAt})
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

// Endpoints lists a company's endpoints, oldest first.
func (q queries) Endpoints(ctx context.Context, company string) ([]webhook.Endpoint, error) {
	return list(ctx, q, scanEndpoint,
		`SELECT `+endpointColumns+` FROM endpoints WHERE company = ? ORDER BY created_at, id`, company)
}

// InsertEndpoint adds an endpoint.
func (tx *Tx) InsertEndpoint(ctx context.Context, e webhook.Endpoint) error {
	events, names := jsonText(e.Events), jsonText(e.HeaderNames)
	return tx.insert(ctx, `INSERT INTO endpoints (`+endpointColumns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		e.Company, e.ID, e.URL, e.Host, events, e.SealedHeaders, names, e.State, e.PauseReason, e.Description, 1,
		millis(tx.Now), millis(tx.Now))
}

// UpdateEndpoint changes an endpoint's address, events, headers and description if it still is of its version;
// otherwise it is a Conflict. What waits for it moves to the new address's host, and is due at once if the host is
// another one.
func (tx *Tx) UpdateEndpoint(ctx context.Context, e webhook.Endpoint) error {
	n, err := tx.exec(ctx,
		`UPDATE endpoints SET url = ?, host = ?, events = ?, sealed_headers = ?, header_names = ?, description = ?,
			version = version + 1, updated_at = ?
		WHERE company = ? AND id = ? AND version = ?`,
		e.URL, e.Host, jsonText(e.Events), e.SealedHeaders, jsonText(e.HeaderNames), e.Description, millis(tx.Now),
		e.Company, e.ID, e.Version)
	if err != nil {
		return err
	}
	if n != 1 {
		return fault.New(fault.Conflict, "somebody else changed the endpoint: review it and save again")
	}
	return tx.insert(ctx,
		`UPDATE deliveries SET host = ?, due_at = CASE WHEN lease = '' AND attempts > 0 THEN ? ELSE due_at END
		WHERE company = ? AND endpoint_id = ? AND state IN ('pending', 'paused') AND host <> ?`,
		e.Host, millis(tx.Now), e.Company, e.ID, e.Host)
}

// PauseEndpoint stops deliveries to an endpoint; what waits for it is paused with it.
func (tx *Tx) PauseEndpoint(ctx context.Context, company, id, reason string) error {
	err := tx.mustChange(ctx, noEndpoint,
		`UPDATE endpoints SET state = 'PAUSED', pause_reason = ?, version = version + 1, updated_at = ?
			WHERE company = ? AND id = ?`,
		reason, millis(tx.Now), company, id)
	if err != nil {
		return err
	}
	return tx.insert(ctx,
		`UPDATE deliveries SET state = 'paused' WHERE company = ? AND endpoint_id = ? AND state = 'pending'
			AND lease = ''`, company, id)
}

// ResumeEndpoint lets deliveries go on; what was paused is due at once and has its whole time again.
func (tx *Tx) ResumeEndpoint(ctx context.Context, company, id string) error {
	err := tx.mustChange(ctx, noEndpoint,
		`UPDATE endpoints SET state = 'ACTIVE', pause_reason = '', version = version + 1, updated_at = ?
			WHERE company = ? AND id = ?`,
		millis(tx.Now), company, id)
	if err != nil {
		return err
	}
	return tx.insert(ctx,
		`UPDATE deliveries SET state = 'pending', due_at = ?, expires_at = ? WHERE company = ? AND endpoint_id = ?
			AND state = 'paused'`,
		millis(tx.Now), millis(tx.Now.Add(webhook.MaxAge)), company, id)
}

// DeleteEndpoint removes an endpoint with its keys; what still waits for it has failed.
func (tx *Tx) DeleteEndpoint(ctx context.Context, company, id string) error {
	err := tx.insert(ctx,
		`UPDATE deliveries SET state = 'failed', lease = '', last_error = 'the endpoint was removed', finished_at = ?
		WHERE company = ? AND endpoint_id = ? AND state IN ('pending', 'paused')`, millis(tx.Now), company, id)
	if err == nil {
		err = tx.insert(ctx, `DELETE FROM endpoint_keys WHERE company = ? AND endpoint_id = ?`, company, id)
	}
	if err != nil {
		return err
	}
	return tx.mustChange(ctx, noEndpoint, `DELETE FROM endpoints WHERE company = ? AND id = ?`, company, id)
}

const endpointKeyColumns = `company, endpoint_id, kid, sealed_secret, state, created_at, retired_at`

func scanEndpointKey(scan scanner) (webhook.Key, error) {
	var k webhook.Key
	err := scan(&k.Company, &k.EndpointID, &k.KID, &k.SealedSecret, &k.State, instant{&k.CreatedAt},
		instant{&k.RetiredAt})
	return k, err
}

// EndpointKeys lists an endpoint's HMAC keys, newest first.
func (q queries) EndpointKeys(ctx context.Context, company, endpointID string) ([]webhook.Key, error) {
	return list(ctx, q, scanEndpointKey,
		`SELECT `+endpointKeyColumns+
			` FROM endpoint_keys WHERE company = ? AND endpoint_id = ? ORDER BY created_at DESC, kid`, company,
		endpointID)
}

// InsertEndpointKey adds an HMAC key.
func (tx *Tx) InsertEndpointKey(ctx context.Context, k webhook.Key) error {
	return tx.insert(ctx,
		`INSERT INTO endpoint_keys (company, endpoint_id, kid, sealed_secret, state, created_at)
			VALUES (?, ?, ?, ?, ?, ?)`,
		k.Company, k.EndpointID, k.KID, k.SealedSecret, k.State, millis(tx.Now))
}

// PromoteEndpointKey makes a key the one that signs; the one before it is retired. The endpoint's row is changed first,
// so that of two keys promoted at the same instant the later one signs alone.
func (tx *Tx) PromoteEndpointKey(ctx context.Context, company, endpointID, kid string) error {
	err := tx.mustChange(ctx, noEndpoint,
		`UPDATE endpoints SET version = version + 1, updated_at = ? WHERE company = ? AND id = ?`,
		millis(tx.Now), company, endpointID)
	if err != nil {
		return err
	}
	err = tx.insert(ctx,
		`UPDATE endpoint_keys SET state = 'RETIRED', retired_at = ?
		WHERE company = ? AND endpoint_id = ? AND state = 'ACTIVE' AND kid <> ?`,
		millis(tx.Now), company, endpointID, kid)
	if err != nil {
		return err
	}
	return tx.mustChange(ctx, "no such key that could be promoted",
		`UPDATE endpoint_keys SET state = 'ACTIVE', retired_at = NULL
		WHERE company = ? AND endpoint_id = ? AND kid = ? AND state IN ('PENDING', 'ACTIVE')`, company, endpointID, kid)
}

// DropEndpointKey removes a key that has not signed anything yet.
func (tx *Tx) DropEndpointKey(ctx context.Context, company, endpointID, kid string) error {
	return tx.mustChange(ctx, "no such key that could be dropped",
		`DELETE FROM endpoint_keys WHERE company = ? AND endpoint_id = ? AND kid = ? AND state = 'PENDING'`,
		company, endpointID, kid)
}

// jsonText encodes a list; nil becomes an empty one.
func jsonText(value any) string {
	b, err := json.Marshal(value)
	if err != nil || string(b) == "null" {
		return "[]"
	}
	return string(b)
}

// jsonObject encodes a struct or a map; nil becomes an empty object.
func jsonObject(value any) string {
	b, err := json.Marshal(value)
	if err != nil || string(b) == "null" {
		return "{}"
	}
	return string(b)
}
