package store

import (
	"context"
	"time"

	"proofdesk/app/access"
)

// IntegrationUser is the user of the password grant. Its name is unique within the company.
type IntegrationUser struct {
	Company      string
	Username     string
	PasswordHash string // PHC string
	State        string
	Failed       int // wrong passwords in a row
	LockedUntil  time.Time
	CreatedAt    time.Time
	LastUsedAt   time.Time
}

const (
	integrationUserColumns = `company, username, password_hash, state, failed, locked_until, created_at, last_used_at`
	integrationUserByName  = `
		SELECT ` + integrationUserColumns + `
		FROM integration_users
		WHERE company = ? AND username = ?`
	integrationUserList = `
		SELECT ` + integrationUserColumns + `
		FROM integration_users
		WHERE company = ?
		ORDER BY username`
	integrationUserInsert = `
		INSERT INTO integration_users (company, username, password_hash, state, created_at) VALUES (?, ?, ?, ?, ?)`
	integrationUserFailed = `
		UPDATE integration_users
		SET failed = failed + 1, locked_until = CASE WHEN failed + 1 >= ? THEN ? ELSE locked_until END
		WHERE company = ? AND username = ?`
	integrationUserUsed = `
		UPDATE integration_users
		SET failed = 0, locked_until = 0, last_used_at = ?
		WHERE company = ? AND username = ?`
	integrationUserState = `
		UPDATE integration_users
		SET state = ?, failed = 0, locked_until = 0
		WHERE company = ? AND username = ?`
	integrationUserPassword = `
		UPDATE integration_users
		SET password_hash = ?, failed = 0, locked_until = 0
		WHERE company = ? AND username = ?`
	integrationUserRehash = `
		UPDATE integration_users
		SET password_hash = ?
		WHERE company = ? AND username = ? AND password_hash = ?`
)

const noIntegrationUser = "there is no such integration user"

func scanIntegrationUser(scan scanner) (IntegrationUser, error) {
	var u IntegrationUser
	err := scan(&u.Company, &u.Username, &u.PasswordHash, &u.State, &u.Failed, instant{&u.LockedUntil},
		instant{&u.CreatedAt}, instant{&u.LastUsedAt})
	return u, err
}

// IntegrationUser returns a user by name.
func (q queries) IntegrationUser(ctx context.Context, company, username string) (IntegrationUser, error) {
	return scanIntegrationUser(q.row(ctx, integrationUserByName, company, username).or(noIntegrationUser).scan)
}

// IntegrationUsers returns a company's users in order of name.
func (q queries) IntegrationUsers(ctx context.Context, company string) ([]IntegrationUser, error) {
	return list(ctx, q, scanIntegrationUser, integrationUserList, company)
}

// InsertIntegrationUser adds a user, created now; a taken name is a Conflict.
func (tx *Tx) InsertIntegrationUser(ctx context.Context, u IntegrationUser) error {
	return tx.change(ctx, integrationUserInsert, u.Company, u.Username, u.PasswordHash, or(u.State, access.StateActive),
		millis(tx.Now))
}

// LockIntegrationUser returns a user and keeps every other transaction that locks or changes them waiting until this
// one ends.
func (tx *Tx) LockIntegrationUser(ctx context.Context, company, username string) (IntegrationUser, error) {
	locked := tx.row(ctx, integrationUserByName+tx.dialect.forUpdate, company, username)
	return scanIntegrationUser(locked.or(noIntegrationUser).scan)
}

// IntegrationUserFailed counts a wrong password. Once limit in a row were wrong, it locks the user until a time.
func (tx *Tx) IntegrationUserFailed(ctx context.Context, company, username string, limit int, until time.Time) error {
	return tx.mustChange(ctx, noIntegrationUser, integrationUserFailed, limit, millis(until), company, username)
}

// IntegrationUserUsed sets the count of wrong passwords to 0 and records the time of last use.
func (tx *Tx) IntegrationUserUsed(ctx context.Context, company, username string) error {
	return tx.mustChange(ctx, noIntegrationUser, integrationUserUsed, millis(tx.Now), company, username)
}

// SetIntegrationUserState enables or disables a user and unlocks them. Their tokens are accepted or refused from then
// on.
func (tx *Tx) SetIntegrationUserState(ctx context.Context, company, username, state string) error {
	return tx.mustChange(ctx, noIntegrationUser, integrationUserState, state, company, username)
}

// SetIntegrationUserPassword replaces the hash and unlocks.
func (tx *Tx) SetIntegrationUserPassword(ctx context.Context, company, username, hash string) error {
	return tx.mustChange(ctx, noIntegrationUser, integrationUserPassword, hash, company, username)
}

// RehashIntegrationUser replaces a password's hash with one of today's parameters if it still is the one given.
func (tx *Tx) RehashIntegrationUser(ctx context.Context, company, username, from, to string) error {
	_, err := tx.exec(ctx, integrationUserRehash, to, company, username, from)
	return err
}
