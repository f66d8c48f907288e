package store

import (
	"context"
	"time"
)

// SigningKey is a key that signs tokens, sealed. A retired one still verifies until ExpiresAt.
type SigningKey struct {
	KID       string
	Algorithm string
	SealedKey []byte // PKCS #8 under a master key
	CreatedAt time.Time
	RetiredAt time.Time
	ExpiresAt time.Time
}

const (
	signingKeyList = `
		SELECT kid, algorithm, sealed_key, created_at, retired_at, expires_at
		FROM signing_keys
		ORDER BY created_at DESC, kid DESC`
	signingKeyInsert = `INSERT INTO signing_keys (kid, algorithm, sealed_key, created_at) VALUES (?, ?, ?, ?)`
	signingKeyRetire = `UPDATE signing_keys SET retired_at = ?, expires_at = ? WHERE retired_at IS NULL AND kid <> ?`
	signingKeyReseal = `UPDATE signing_keys SET sealed_key = ? WHERE kid = ?`
	signingKeyPurge  = `DELETE FROM signing_keys WHERE expires_at <= ?`
)

func scanSigningKey(scan scanner) (SigningKey, error) {
	var k SigningKey
	err := scan(&k.KID, &k.Algorithm, &k.SealedKey, instant{&k.CreatedAt}, instant{&k.RetiredAt}, instant{&k.ExpiresAt})
	return k, err
}

// SigningKeys returns all keys, newest first.
func (q queries) SigningKeys(ctx context.Context) ([]SigningKey, error) {
	return list(ctx, q, scanSigningKey, signingKeyList)
}

// InsertSigningKey adds a key and retires all others, which verify tokens until expires.
func (tx *Tx) InsertSigningKey(ctx context.Context, k SigningKey, expires time.Time) error {
	if _, err := tx.exec(ctx, signingKeyRetire, millis(tx.Now), millis(expires), k.KID); err != nil {
		return err
	}
	return tx.change(ctx, signingKeyInsert, k.KID, k.Algorithm, k.SealedKey, millis(k.CreatedAt))
}

// ResealSigningKey replaces a key with the same key sealed anew.
func (tx *Tx) ResealSigningKey(ctx context.Context, kid string, sealed []byte) error {
	return tx.mustChange(ctx, "this signing key no longer exists", signingKeyReseal, sealed, kid)
}

// PurgeSigningKeys removes retired keys that no longer verify tokens.
func (tx *Tx) PurgeSigningKeys(ctx context.Context) (int64, error) {
	return tx.exec(ctx, signingKeyPurge, millis(tx.Now))
}
