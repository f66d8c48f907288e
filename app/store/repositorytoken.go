package store

import (
	"context"
	"time"
)

// RepositoryToken is a token with which a company downloads the web SDK.
type RepositoryToken struct {
	Company    string
	ID         string // UUID
	Name       string
	MAC        []byte // HMAC-SHA-256 under the pepper
	Hint       string // the token's last characters, to tell two apart
	CreatedAt  time.Time
	CreatedBy  string // an actor as in the audit trail
	ExpiresAt  time.Time
	LastUsedAt time.Time // to the minute; zero while unused
	RevokedAt  time.Time // zero while it is not
}

const (
	repositoryTokenColumns = `company, id, name, mac, hint, created_at, created_by, expires_at, last_used_at,
		revoked_at`
	repositoryTokenList = `
		SELECT ` + repositoryTokenColumns + `
		FROM repository_tokens
		WHERE company = ?
		ORDER BY created_at DESC, id`
	repositoryTokenByMAC  = `SELECT ` + repositoryTokenColumns + ` FROM repository_tokens WHERE mac = ?`
	repositoryTokenInsert = `
		INSERT INTO repository_tokens (company, id, name, mac, hint, created_at, created_by, expires_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?)`
	repositoryTokenRevoke = `
		UPDATE repository_tokens SET revoked_at = ? WHERE company = ? AND id = ? AND revoked_at = 0`
	repositoryTokenUsed = `
		UPDATE repository_tokens SET last_used_at = ? WHERE company = ? AND id = ? AND last_used_at < ?`
)

func scanRepositoryToken(scan scanner) (RepositoryToken, error) {
	var t RepositoryToken
	err := scan(&t.Company, &t.ID, &t.Name, &t.MAC, &t.Hint, instant{&t.CreatedAt}, &t.CreatedBy, instant{&t.ExpiresAt},
		instant{&t.LastUsedAt}, instant{&t.RevokedAt})
	return t, err
}

// RepositoryTokens returns a company's tokens, newest first, revoked ones too.
func (q queries) RepositoryTokens(ctx context.Context, company string) ([]RepositoryToken, error) {
	return list(ctx, q, scanRepositoryToken, repositoryTokenList, company)
}

// RepositoryTokenByMAC returns the token with a keyed hash, whatever its state.
func (q queries) RepositoryTokenByMAC(ctx context.Context, mac []byte) (RepositoryToken, error) {
	return scanRepositoryToken(q.row(ctx, repositoryTokenByMAC, mac).or("there is no such token").scan)
}

// InsertRepositoryToken adds a token, created now.
func (tx *Tx) InsertRepositoryToken(ctx context.Context, t RepositoryToken) error {
	return tx.change(ctx, repositoryTokenInsert, t.Company, t.ID, t.Name, t.MAC, t.Hint, millis(tx.Now), t.CreatedBy,
		millis(t.ExpiresAt))
}

// RevokeRepositoryToken ends a token at once.
func (tx *Tx) RevokeRepositoryToken(ctx context.Context, company, id string) error {
	return tx.mustChange(ctx, "this token was already revoked: reload the page", repositoryTokenRevoke, millis(tx.Now),
		company, id)
}

// RepositoryTokenUsed moves the time of last use forward to at.
func (tx *Tx) RepositoryTokenUsed(ctx context.Context, company, id string, at time.Time) error {
	return tx.change(ctx, repositoryTokenUsed, millis(at), company, id, millis(at))
}
