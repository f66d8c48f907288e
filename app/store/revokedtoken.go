package store

import (
	"context"
	"time"

	"proofdesk/app/fault"
)

// TokenStatus is whether a token was revoked, and the states of its client and its user.
type TokenStatus struct {
	Revoked     bool
	ClientState string // "" where the client does not exist
	UserState   string // "" where the user does not exist
	Sandbox     bool   // whether the client is a sandbox client
}

const (
	tokenStatus = `
		SELECT (SELECT COUNT(*) FROM revoked_tokens WHERE jti = ?), c.state, c.sandbox,
			COALESCE((SELECT u.state FROM integration_users u WHERE u.company = c.company AND u.username = ?), '')
		FROM clients c
		WHERE c.id = ? AND c.company = ?`
	revokedInsert = `INSERT INTO revoked_tokens (jti, expires_at) VALUES (?, ?) ON CONFLICT (jti) DO NOTHING`
	revokedPurge  = `DELETE FROM revoked_tokens WHERE expires_at <= ?`
)

// TokenStatus returns the status of a token, read in one statement.
func (q queries) TokenStatus(ctx context.Context, jti, company, clientID, username string) (TokenStatus, error) {
	var s TokenStatus
	var revoked, sandbox int64
	err := q.row(ctx, tokenStatus, jti, username, clientID, company).
		scan(&revoked, &s.ClientState, &sandbox, &s.UserState)
	if fault.Is(err, fault.NotFound) {
		return TokenStatus{}, nil
	}
	s.Revoked, s.Sandbox = revoked > 0, sandbox != 0
	return s, err
}

// RevokeToken revokes a token. Expires is when it runs out, after which PurgeRevokedTokens removes the row.
func (tx *Tx) RevokeToken(ctx context.Context, jti string, expires time.Time) error {
	return tx.change(ctx, revokedInsert, jti, millis(expires))
}

// PurgeRevokedTokens removes revoked tokens that have run out.
func (tx *Tx) PurgeRevokedTokens(ctx context.Context) (int64, error) {
	return tx.exec(ctx, revokedPurge, millis(tx.Now))
}
