package store

import (
	"context"
	"encoding/json"
	"time"

	"proofdesk/app/fault"
)

// Session is a signed-in browser. IDHash is the SHA-256 (hex) of the id in its cookie.
type Session struct {
	IDHash    string
	Company   string
	AgentID   string
	Data      []byte // JSON object of what pages store in the session
	Address   string
	UserAgent string
	CreatedAt time.Time
	SeenAt    time.Time
	ExpiresAt time.Time // absolute end
}

const (
	sessionColumns = `id_hash, company, agent_id, data, address, user_agent, created_at, seen_at, expires_at`
	sessionByHash  = `SELECT ` + sessionColumns + ` FROM sessions WHERE id_hash = ?`
	sessionOfAgent = `
		SELECT ` + sessionColumns + `
		FROM sessions
		WHERE company = ? AND agent_id = ?
		ORDER BY seen_at DESC`
	sessionOfCompany = `SELECT ` + sessionColumns + ` FROM sessions WHERE company = ? ORDER BY seen_at DESC LIMIT ?`
	sessionInsert    = `INSERT INTO sessions (` + sessionColumns + `) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
	sessionTouch     = `UPDATE sessions SET seen_at = ? WHERE id_hash = ?`
	sessionData      = `UPDATE sessions SET data = ?, seen_at = ? WHERE id_hash = ?`
	sessionEnd       = `DELETE FROM sessions WHERE id_hash = ?`
	sessionEndOf     = `DELETE FROM sessions WHERE company = ? AND agent_id = ? AND id_hash <> ?`
	sessionEndOne    = `DELETE FROM sessions WHERE company = ? AND agent_id = ? AND id_hash = ?`
	sessionPurge     = `DELETE FROM sessions WHERE expires_at <= ? OR seen_at <= ?`
)

const noSession = "the session has ended"

func scanSession(scan scanner) (Session, error) {
	var s Session
	err := scan(&s.IDHash, &s.Company, &s.AgentID, &s.Data, &s.Address, &s.UserAgent, instant{&s.CreatedAt},
		instant{&s.SeenAt}, instant{&s.ExpiresAt})
	return s, err
}

// Session returns a session by the hash of its id, whether it has run out or not.
func (q queries) Session(ctx context.Context, idHash string) (Session, error) {
	return scanSession(q.row(ctx, sessionByHash, idHash).or("this session has already ended: reload the page").scan)
}

// SessionsOf returns an agent's sessions, last used first.
func (q queries) SessionsOf(ctx context.Context, company, agentID string) ([]Session, error) {
	return list(ctx, q, scanSession, sessionOfAgent, company, agentID)
}

// Sessions returns a company's sessions, last used first.
func (q queries) Sessions(ctx context.Context, company string, limit int) ([]Session, error) {
	return list(ctx, q, scanSession, sessionOfCompany, company, limit)
}

// InsertSession adds a session.
func (tx *Tx) InsertSession(ctx context.Context, s Session) error {
	return tx.change(ctx, sessionInsert, s.IDHash, s.Company, s.AgentID, s.Data, s.Address, s.UserAgent,
		millis(s.CreatedAt), millis(s.SeenAt), millis(s.ExpiresAt))
}

// TouchSession records that a session is used now. It does nothing for one that has ended.
func (tx *Tx) TouchSession(ctx context.Context, idHash string) error {
	return tx.change(ctx, sessionTouch, millis(tx.Now), idHash)
}

// ChangeSessionData locks a session, lets change edit its data, and writes them; NotFound for one that has ended.
func (tx *Tx) ChangeSessionData(ctx context.Context, idHash string, change func(data map[string]string)) error {
	s, err := scanSession(tx.row(ctx, sessionByHash+tx.dialect.forUpdate, idHash).or(noSession).scan)
	if err != nil {
		return err
	}
	data := map[string]string{}
	if err := json.Unmarshal(s.Data, &data); err != nil {
		return fault.Wrap(err, fault.Internal, "the data of the session can't be read")
	}
	change(data)
	text, err := json.Marshal(data)
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the data of the session can't be encoded")
	}
	return tx.mustChange(ctx, noSession, sessionData, text, millis(tx.Now), idHash)
}

// EndSession removes one session.
func (tx *Tx) EndSession(ctx context.Context, idHash string) error {
	return tx.change(ctx, sessionEnd, idHash)
}

// EndSessionOf removes one session of an agent, by hash; another agent's is NotFound.
func (tx *Tx) EndSessionOf(ctx context.Context, company, agentID, idHash string) error {
	return tx.mustChange(ctx, "this session has already ended: reload the page", sessionEndOne,
		company, agentID, idHash)
}

// EndSessions removes all sessions of an agent but the one with the hash except ("" for none), and returns how many it
// removed.
func (tx *Tx) EndSessions(ctx context.Context, company, agentID, except string) (int64, error) {
	return tx.exec(ctx, sessionEndOf, company, agentID, except)
}

// PurgeSessions removes sessions that have run out or were last used before a time.
func (tx *Tx) PurgeSessions(ctx context.Context, idle time.Time) (int64, error) {
	return tx.exec(ctx, sessionPurge, millis(tx.Now), millis(idle))
}
