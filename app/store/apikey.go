package store

import (
	"context"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/fault"
)

// APIKey is a key with which a program reads a company's snapshots and documents. It has up to two live secrets.
type APIKey struct {
	Company    string
	ID         string // UUID
	Name       string
	State      string
	CreatedAt  time.Time
	ExpiresAt  time.Time // zero for never
	LastUsedAt time.Time // to the minute
}

// APIKeySecret is one secret of a key, as a keyed hash.
type APIKeySecret struct {
	Company   string
	KeyID     string
	ID        string
	MAC       []byte // HMAC-SHA-256 under the pepper
	Hint      string // the secret's last characters, to tell two apart
	CreatedAt time.Time
	RevokedAt time.Time
}

// APIKeyWithSecrets is a key with the hashes of its live secrets, read in one statement.
type APIKeyWithSecrets struct {
	APIKey
	MACs [][]byte
}

// MaxAPIKeySecrets is how many live secrets a key may have: the old one and the new one of a rotation.
const MaxAPIKeySecrets = 2

const (
	apiKeyColumns = `k.company, k.id, k.name, k.state, k.created_at, k.expires_at, k.last_used_at`
	apiKeyByID    = `SELECT ` + apiKeyColumns + ` FROM api_keys k WHERE k.company = ? AND k.id = ?`
	apiKeyList    = `
		SELECT ` + apiKeyColumns + `
		FROM api_keys k
		WHERE k.company = ?
		ORDER BY k.created_at DESC, k.id`
	apiKeyWithSecrets = `
		SELECT ` + apiKeyColumns + `, s.mac
		FROM api_keys k
		JOIN api_key_secrets s ON s.company = k.company AND s.key_id = k.id AND s.revoked_at IS NULL
		WHERE k.company = ? AND k.id = ?`
	apiKeyInsert = `INSERT INTO api_keys (company, id, name, state, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)`
	apiKeyState  = `UPDATE api_keys SET state = ? WHERE company = ? AND id = ?`
	apiKeyUsed   = `UPDATE api_keys SET last_used_at = ? WHERE company = ? AND id = ? AND last_used_at < ?`

	apiKeySecretColumns = `company, key_id, id, mac, hint, created_at, revoked_at`
	apiKeySecretList    = `
		SELECT ` + apiKeySecretColumns + `
		FROM api_key_secrets
		WHERE company = ? AND key_id = ?
		ORDER BY created_at, id`
	apiKeySecretInsert = `
		INSERT INTO api_key_secrets (company, key_id, id, mac, hint, created_at)
		SELECT k.company, k.id, ?, ?, ?, ?
		FROM api_keys k
		WHERE k.company = ? AND k.id = ? AND k.state = ? AND (
			SELECT COUNT(*)
			FROM api_key_secrets s
			WHERE s.company = k.company AND s.key_id = k.id AND s.revoked_at IS NULL
		) < ?`
	apiKeySecretRevoke = `
		UPDATE api_key_secrets
		SET revoked_at = ?
		WHERE company = ? AND key_id = ? AND id = ? AND revoked_at IS NULL`
)

const noAPIKey = "there is no such API key"

func scanAPIKey(scan scanner) (APIKey, error) {
	var k APIKey
	err := scan(&k.Company, &k.ID, &k.Name, &k.State, instant{&k.CreatedAt}, instant{&k.ExpiresAt},
		instant{&k.LastUsedAt})
	return k, err
}

func scanAPIKeySecret(scan scanner) (APIKeySecret, error) {
	var s APIKeySecret
	err := scan(&s.Company, &s.KeyID, &s.ID, &s.MAC, &s.Hint, instant{&s.CreatedAt}, instant{&s.RevokedAt})
	return s, err
}

// APIKey returns a company's key.
func (q queries) APIKey(ctx context.Context, company, id string) (APIKey, error) {
	return scanAPIKey(q.row(ctx, apiKeyByID, company, id).or(noAPIKey).scan)
}

// APIKeys returns a company's keys, newest first.
func (q queries) APIKeys(ctx context.Context, company string) ([]APIKey, error) {
	return list(ctx, q, scanAPIKey, apiKeyList, company)
}

// APIKeySecrets returns a key's secrets, oldest first, revoked ones too.
func (q queries) APIKeySecrets(ctx context.Context, company, keyID string) ([]APIKeySecret, error) {
	return list(ctx, q, scanAPIKeySecret, apiKeySecretList, company, keyID)
}

// APIKeyWithSecrets returns a key with its live secrets; NotFound where it has none.
func (q queries) APIKeyWithSecrets(ctx context.Context, company, id string) (APIKeyWithSecrets, error) {
	var key APIKeyWithSecrets
	_, err := list(ctx, q, func(scan scanner) (struct{}, error) {
		var mac []byte
		k := &key.APIKey
		err := scan(&k.Company, &k.ID, &k.Name, &k.State, instant{&k.CreatedAt}, instant{&k.ExpiresAt},
			instant{&k.LastUsedAt}, &mac)
		key.MACs = append(key.MACs, mac)
		return struct{}{}, err
	}, apiKeyWithSecrets, company, id)
	if err == nil && len(key.MACs) == 0 {
		err = fault.New(fault.NotFound, noAPIKey)
	}
	return key, err
}

// InsertAPIKey adds a key without secrets, created now.
func (tx *Tx) InsertAPIKey(ctx context.Context, k APIKey) error {
	return tx.change(ctx, apiKeyInsert, k.Company, k.ID, k.Name, or(k.State, access.StateActive), millis(tx.Now),
		millis(k.ExpiresAt))
}

// LockAPIKey keeps every other transaction that locks the key waiting until this one ends.
func (tx *Tx) LockAPIKey(ctx context.Context, company, id string) error {
	_, err := scanAPIKey(tx.row(ctx, apiKeyByID+tx.dialect.forUpdate, company, id).or(noAPIKey).scan)
	return err
}

// InsertAPIKeySecret adds a secret, created now. A key that is disabled or gone or has two live ones is a Conflict.
func (tx *Tx) InsertAPIKeySecret(ctx context.Context, s APIKeySecret) error {
	n, err := tx.exec(ctx, apiKeySecretInsert, s.ID, s.MAC, s.Hint, millis(tx.Now), s.Company, s.KeyID,
		access.StateActive, MaxAPIKeySecrets)
	if err == nil && n != 1 {
		return fault.New(fault.Conflict, "the API key is disabled or already has %d active secrets", MaxAPIKeySecrets)
	}
	return err
}

// RevokeAPIKeySecret ends a secret at once.
func (tx *Tx) RevokeAPIKeySecret(ctx context.Context, company, keyID, id string) error {
	return tx.mustChange(ctx,
		"this secret was already revoked: reload the page", apiKeySecretRevoke, millis(tx.Now), company, keyID, id)
}

// SetAPIKeyState enables or disables a key at once.
func (tx *Tx) SetAPIKeyState(ctx context.Context, company, id, state string) error {
	return tx.mustChange(ctx, noAPIKey, apiKeyState, state, company, id)
}

// APIKeyUsed moves the time of last use forward to at.
func (tx *Tx) APIKeyUsed(ctx context.Context, company, id string, at time.Time) error {
	return tx.change(ctx, apiKeyUsed, millis(at), company, id, millis(at))
}
