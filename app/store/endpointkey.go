package store

import (
	"context"

	"proofdesk/app/webhook"
)

const (
	endpointKeyColumns = `company, endpoint_id, kid, sealed_secret, state, created_at, retired_at`
	endpointKeyList    = `
		SELECT ` + endpointKeyColumns + `
		FROM endpoint_keys
		WHERE company = ? AND endpoint_id = ?
		ORDER BY created_at DESC, kid`
	endpointKeyInsert = `
		INSERT INTO endpoint_keys (company, endpoint_id, kid, sealed_secret, state, created_at)
		VALUES (?, ?, ?, ?, ?, ?)`
	endpointKeyRetire = `
		UPDATE endpoint_keys
		SET state = 'RETIRED', retired_at = ?
		WHERE company = ? AND endpoint_id = ? AND state = 'ACTIVE' AND kid <> ?`
	endpointKeyActivate = `
		UPDATE endpoint_keys
		SET state = 'ACTIVE', retired_at = NULL
		WHERE company = ? AND endpoint_id = ? AND kid = ? AND state IN ('PENDING', 'ACTIVE')`
	endpointKeyDelete = `
		DELETE FROM endpoint_keys
		WHERE company = ? AND endpoint_id = ? AND kid = ? AND state IN ('PENDING', 'RETIRED')`
	endpointKeysDelete = `DELETE FROM endpoint_keys WHERE company = ? AND endpoint_id = ?`
)

func scanEndpointKey(scan scanner) (webhook.EndpointKey, error) {
	var k webhook.EndpointKey
	err := scan(&k.Company, &k.EndpointID, &k.KID, &k.SealedSecret, &k.State, instant{&k.CreatedAt},
		instant{&k.RetiredAt})
	return k, err
}

// EndpointKeys lists an endpoint's HMAC keys, newest first.
func (q queries) EndpointKeys(ctx context.Context, company, endpointID string) ([]webhook.EndpointKey, error) {
	return list(ctx, q, scanEndpointKey, endpointKeyList, company, endpointID)
}

// InsertEndpointKey adds an HMAC key.
func (tx *Tx) InsertEndpointKey(ctx context.Context, k webhook.EndpointKey) error {
	return tx.change(ctx, endpointKeyInsert, k.Company, k.EndpointID, k.KID, k.SealedSecret, k.State, millis(tx.Now))
}

// PromoteEndpointKey makes a key the one that signs, and retires the one before it. The endpoint's row is changed
// first, so that of two keys promoted at the same instant the later one signs alone.
func (tx *Tx) PromoteEndpointKey(ctx context.Context, company, endpointID, kid string) error {
	if err := tx.mustChange(ctx, noEndpoint, endpointTouch, millis(tx.Now), company, endpointID); err != nil {
		return err
	}
	if err := tx.change(ctx, endpointKeyRetire, millis(tx.Now), company, endpointID, kid); err != nil {
		return err
	}
	return tx.mustChange(ctx,
		"this key can't be promoted: it already signs deliveries, or it no longer "+
			"exists", endpointKeyActivate, company, endpointID, kid)
}

// DropEndpointKey removes a key that does not sign: one that is pending or retired.
func (tx *Tx) DropEndpointKey(ctx context.Context, company, endpointID, kid string) error {
	return tx.mustChange(ctx,
		"this key can't be dropped: it signs deliveries, or it no longer exists", endpointKeyDelete,
		company, endpointID, kid)
}
