package store

import (
	"context"

	"proofdesk/app/access"
)

const (
	agentTOTPStep = `UPDATE agents SET totp_step = ? WHERE company = ? AND id = ? AND totp_step < ?`
	agentRecovery = `UPDATE agents SET recovery_hashes = ? WHERE company = ? AND id = ?`
	agentNewCodes = `UPDATE agents SET recovery_hashes = ? WHERE company = ? AND id = ? AND totp_secret = ?`
	agentRename   = `UPDATE agents SET display_name = ? WHERE company = ? AND id = ? AND display_name <> ?`
	agentOthers   = `SELECT count(*) FROM agents WHERE company = ? AND role = ? AND state = ? AND id <> ?`
)

// UseTOTPStep records a time step of an agent's second factor as used, and reports whether neither it nor a later one
// was used before.
func (tx *Tx) UseTOTPStep(ctx context.Context, company, id string, step int64) (bool, error) {
	n, err := tx.exec(ctx, agentTOTPStep, step, company, id, step)
	return n == 1, err
}

// SetAgentRecovery replaces the hashes of a user's recovery codes; LockAgent comes before it.
func (tx *Tx) SetAgentRecovery(ctx context.Context, company, id string, recovery []string) error {
	return tx.mustChange(ctx, noAgent, agentRecovery, jsonText(recovery), company, id)
}

// SetRecovery replaces the hashes of the recovery codes of a user whose sealed second factor still is the one given,
// and reports whether it was.
func (tx *Tx) SetRecovery(ctx context.Context, company, id string, sealed []byte, recovery []string) (bool, error) {
	n, err := tx.exec(ctx, agentNewCodes, jsonText(recovery), company, id, sealed)
	return n == 1, err
}

// RenameAgent sets the name that people read, and reports whether it was another one.
func (tx *Tx) RenameAgent(ctx context.Context, company, id, name string) (bool, error) {
	n, err := tx.exec(ctx, agentRename, name, company, id, name)
	return n == 1, err
}

// CountOthersWithRole counts the active agents with a role other than one agent.
func (q queries) CountOthersWithRole(ctx context.Context, company, id, role string) (int, error) {
	var n int
	err := q.row(ctx, agentOthers, company, role, access.StateActive, id).scan(&n)
	return n, err
}
