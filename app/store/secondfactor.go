package store

import "context"

const (
	agentTOTPStep  = `UPDATE agents SET totp_step = ? WHERE company = ? AND id = ? AND totp_step < ?`
	agentRecovery  = `UPDATE agents SET recovery_hashes = ? WHERE company = ? AND id = ? AND recovery_hashes = ?`
	agentRename    = `UPDATE agents SET display_name = ? WHERE company = ? AND id = ?`
	agentOthersMay = `SELECT count(*) FROM agents WHERE company = ? AND role = ? AND state = ? AND id <> ?`
)

// UseTOTPStep takes a time step of an agent's second factor, and reports whether it was new: a step, and any before it,
// counts once.
func (tx *Tx) UseTOTPStep(ctx context.Context, company, id string, step int64) (bool, error) {
	n, err := tx.exec(ctx, agentTOTPStep, step, company, id, step)
	return n == 1, err
}

// UseRecovery replaces the JSON array of recovery hashes if it still is the one given, and reports whether it was.
func (tx *Tx) UseRecovery(ctx context.Context, company, id, from, to string) (bool, error) {
	n, err := tx.exec(ctx, agentRecovery, to, company, id, from)
	return n == 1, err
}

// RenameAgent sets the name that people read.
func (tx *Tx) RenameAgent(ctx context.Context, company, id, name string) error {
	return tx.mustChange(ctx, noAgent, agentRename, name, company, id)
}

// OthersWithRole counts the active agents of a role beside one.
func (q queries) OthersWithRole(ctx context.Context, company, id, role string) (int, error) {
	var n int
	err := q.row(ctx, agentOthersMay, company, role, StateActive, id).scan(&n)
	return n, err
}
