package store

import (
	"context"
	"encoding/json"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/preference"
)

// Agent is a person who signs in to the console. Email is lower case and unique over the installation.
type Agent struct {
	Company      string
	ID           string
	Email        string
	DisplayName  string
	Role         access.Role
	PasswordHash string // PHC string
	State        string // access.StateActive or access.StateDisabled
	Failed       int    // wrong passwords in a row
	LockedUntil  time.Time
	TOTPSecret   []byte   // sealed; nil where there is no second factor
	Recovery     []string // hashes of recovery codes
	MustChange   bool     // whether the password has to be changed at the next sign-in
	Preferences  preference.Preferences
	CreatedAt    time.Time
	LastSeenAt   time.Time
	Availability Availability
}

const (
	agentColumns = `company, id, email, display_name, role, password_hash, state, failed, locked_until, totp_secret,
		recovery_hashes, must_change, preferences, created_at, last_seen_at`
	agentAll     = agentColumns + `, availability`
	agentByID    = `SELECT ` + agentAll + ` FROM agents WHERE company = ? AND id = ?`
	agentByEmail = `SELECT ` + agentAll + ` FROM agents WHERE email = ?`
	agentList    = `SELECT ` + agentAll + ` FROM agents WHERE company = ? ORDER BY display_name, id`
	agentInsert  = `INSERT INTO agents (` + agentColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	agentFailed  = `
		UPDATE agents
		SET failed = failed + 1, locked_until = CASE WHEN failed + 1 >= ? THEN ? ELSE locked_until END
		WHERE company = ? AND id = ?`
	agentSignedIn = `UPDATE agents SET failed = 0, locked_until = 0, last_seen_at = ? WHERE company = ? AND id = ?`
	agentPassword = `
		UPDATE agents
		SET password_hash = ?, must_change = ?, failed = 0, locked_until = 0
		WHERE company = ? AND id = ?`
	agentRehash     = `UPDATE agents SET password_hash = ? WHERE company = ? AND id = ? AND password_hash = ?`
	agentUnlock     = `UPDATE agents SET failed = 0, locked_until = 0 WHERE company = ? AND id = ?`
	agentState      = `UPDATE agents SET state = ?, failed = 0, locked_until = 0 WHERE company = ? AND id = ?`
	agentRole       = `UPDATE agents SET role = ? WHERE company = ? AND id = ?`
	agentPreference = `UPDATE agents SET preferences = ? WHERE company = ? AND id = ?`
	agentReplace    = `
		UPDATE agents
		SET password_hash = ?, must_change = 0, failed = 0, locked_until = 0
		WHERE company = ? AND id = ? AND password_hash = ?`
	agentTOTP = `UPDATE agents SET totp_secret = ?, recovery_hashes = ? WHERE company = ? AND id = ?`
)

const noAgent = "there is no such user"

func scanAgent(scan scanner) (Agent, error) {
	var a Agent
	var mustChange int64
	var recovery, preferences string
	err := scan(&a.Company, &a.ID, &a.Email, &a.DisplayName, &a.Role, &a.PasswordHash, &a.State, &a.Failed,
		instant{&a.LockedUntil}, &a.TOTPSecret, &recovery, &mustChange, &preferences, instant{&a.CreatedAt},
		instant{&a.LastSeenAt}, &a.Availability)
	if err != nil {
		return a, err
	}
	a.MustChange = mustChange != 0
	if err := json.Unmarshal([]byte(recovery), &a.Recovery); err != nil {
		return a, fault.Wrap(err, fault.Internal, "the recovery codes of user %s can't be read", a.ID)
	}
	if json.Unmarshal([]byte(preferences), &a.Preferences) != nil {
		a.Preferences = preference.Preferences{} // damaged ones keep nobody from signing in
	}
	a.Preferences = a.Preferences.Current()
	return a, nil
}

// Agent returns an agent by id.
func (q queries) Agent(ctx context.Context, company, id string) (Agent, error) {
	return scanAgent(q.row(ctx, agentByID, company, id).or(noAgent).scan)
}

// AgentByEmail returns the agent with an address in lower case, of whichever company.
func (q queries) AgentByEmail(ctx context.Context, email string) (Agent, error) {
	return scanAgent(q.row(ctx, agentByEmail, email).or(noAgent).scan)
}

// Agents returns a company's agents in order of name.
func (q queries) Agents(ctx context.Context, company string) ([]Agent, error) {
	return list(ctx, q, scanAgent, agentList, company)
}

// InsertAgent adds an agent; a taken address is a Conflict.
func (tx *Tx) InsertAgent(ctx context.Context, a Agent) error {
	return tx.change(ctx, agentInsert, a.Company, a.ID, a.Email, a.DisplayName, a.Role, a.PasswordHash,
		or(a.State, access.StateActive), a.Failed, millis(a.LockedUntil), a.TOTPSecret, jsonText(a.Recovery),
		flag(a.MustChange), jsonObject(a.Preferences), millis(tx.Now), int64(0))
}

// AgentFailed counts a wrong password. Once limit in a row were wrong, it locks the agent until a time.
func (tx *Tx) AgentFailed(ctx context.Context, company, id string, limit int, until time.Time) error {
	return tx.mustChange(ctx, noAgent, agentFailed, limit, millis(until), company, id)
}

// AgentSignedIn sets the count of wrong passwords to 0 and records the time of the sign-in.
func (tx *Tx) AgentSignedIn(ctx context.Context, company, id string) error {
	return tx.mustChange(ctx, noAgent, agentSignedIn, millis(tx.Now), company, id)
}

// SetAgentPassword replaces the hash and unlocks; mustChange asks for another password at the next sign-in.
func (tx *Tx) SetAgentPassword(ctx context.Context, company, id, hash string, mustChange bool) error {
	return tx.mustChange(ctx, noAgent, agentPassword, hash, flag(mustChange), company, id)
}

// ReplaceAgentPassword replaces the hash if it still is the one given, and reports whether it was.
func (tx *Tx) ReplaceAgentPassword(ctx context.Context, company, id, from, to string) (bool, error) {
	n, err := tx.exec(ctx, agentReplace, to, company, id, from)
	return n == 1, err
}

// RehashAgent replaces a password's hash with one of today's parameters if it still is the one given.
func (tx *Tx) RehashAgent(ctx context.Context, company, id, from, to string) error {
	_, err := tx.exec(ctx, agentRehash, to, company, id, from)
	return err
}

// UnlockAgent ends a lock that wrong passwords have set.
func (tx *Tx) UnlockAgent(ctx context.Context, company, id string) error {
	return tx.mustChange(ctx, noAgent, agentUnlock, company, id)
}

// SetAgentState enables or disables an agent and unlocks them. EndSessions ends their sessions.
func (tx *Tx) SetAgentState(ctx context.Context, company, id, state string) error {
	return tx.mustChange(ctx, noAgent, agentState, state, company, id)
}

// SetAgentRole changes what an agent may do, from the next request on.
func (tx *Tx) SetAgentRole(ctx context.Context, company, id string, role access.Role) error {
	return tx.mustChange(ctx, noAgent, agentRole, role, company, id)
}

// LockAgent returns a user and keeps every other transaction that locks or changes them waiting until this one ends.
func (tx *Tx) LockAgent(ctx context.Context, company, id string) (Agent, error) {
	return scanAgent(tx.row(ctx, agentByID+tx.dialect.forUpdate, company, id).or(noAgent).scan)
}

// ChangePreferences locks a user, lets change edit the preferences, and writes them.
func (tx *Tx) ChangePreferences(
	ctx context.Context, company, id string, change func(*preference.Preferences) error,
) error {
	a, err := tx.LockAgent(ctx, company, id)
	if err != nil {
		return err
	}
	if err := change(&a.Preferences); err != nil {
		return err
	}
	return tx.mustChange(ctx, noAgent, agentPreference, jsonObject(a.Preferences), company, id)
}

// SetAgentTOTP replaces the sealed second factor and the hashes of the recovery codes; nil and none remove them.
func (tx *Tx) SetAgentTOTP(ctx context.Context, company, id string, sealed []byte, recovery []string) error {
	return tx.mustChange(ctx, noAgent, agentTOTP, sealed, jsonText(recovery), company, id)
}

// or returns text, or fallback where it is empty.
func or(text, fallback string) string {
	if text == "" {
		return fallback
	}
	return text
}
