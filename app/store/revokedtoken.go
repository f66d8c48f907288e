package store

import (
	"context"
	"time"

	"proofdesk/app/fault"
)

// Standing is what the rows say of a token, its client and its user, now.
type Standing struct {
	Revoked     bool
	ClientState string // "" where the client is gone
	UserState   string // "" where the user is gone
	Sandbox     bool   // whether the client is a sandbox client
}

const (
	tokenStanding = `SELECT (SELECT COUNT(*) FROM revoked_tokens WHERE jti = ?), c.state, c.sandbox,
	COALESCE((SELECT u.state FROM integration_users u WHERE u.company = c.company AND u.username = ?), '')
FROM clients c WHERE c.id = ? AND c.company = ?`
	revokedInsert = `INSERT INTO revoked_tokens (jti, expires_at) VALUES (?, ?) ON CONFLICT (jti) DO NOTHING`
	revokedPurge  = `DELETE FROM revoked_tokens WHERE expires_at <= ?`
)

// TokenStanding reads in one statement whether a token still stands.
func (q queries) TokenStanding(ctx context.Context, jti, company, clientID, username string) (Standing, error) {
	var s Standing
	var revoked, sandbox int64
	err := q.row(ctx, tokenStanding, jti, username, clientID, company).scan(&revoked, &s.ClientState, &sandbox,
		&s.UserState)
	if fault.Is(err, fault.NotFound) {
		return Standing{}, nil
	}
	s.Revoked, s.Sandbox = revoked > 0, sandbox != 0
	return s, err
}

// RevokeToken remembers a token as revoked until it would have run out.
func (tx *Tx) RevokeToken(ctx context.Context, jti string, expires time.Time) error {
	return tx.insert(ctx, revokedInsert, jti, millis(expires))
}

// PurgeRevokedTokens forgets tokens that have run out anyway.
func (tx *Tx) PurgeRevokedTokens(ctx context.Context) (int64, error) {
	return tx.exec(ctx, revokedPurge, millis(tx.Now))
}
