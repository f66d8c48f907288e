package accounts

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// Recovery codes replace the authenticator, each once.
const (
	recoveryCodes  = 10
	recoveryGroup  = len("xxxx")
	recoveryLength = 5 * recoveryGroup
	// recoveryPepper is the purpose of the key under which they are hashed.
	recoveryPepper = "recovery codes"
)

// plainCode returns a code as it was typed or pasted, in lower case and without blanks and dashes.
func plainCode(code string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, code)
}

// dashed formats a plain recovery code as it was shown.
func dashed(code string) string {
	var groups []string
	for group := range slices.Chunk([]byte(code), recoveryGroup) {
		groups = append(groups, string(group))
	}
	return strings.Join(groups, "-")
}

// NewRecoveryCodes replaces a user's recovery codes; it requires the password.
func (g *Registry) NewRecoveryCodes(ctx context.Context, company, id, password string) ([]string, error) {
	agent, err := g.reauthenticated(ctx, company, id, password)
	if err != nil {
		return nil, err
	}
	if agent.TOTPSecret == nil {
		return nil, fault.New(fault.Conflict, "the second factor is off: set up an authenticator first")
	}
	codes, hashes := g.newRecovery(id)
	err = g.Store.Change(ctx, ownEntry(company, id, "user.recovery_codes"), func(tx *store.Tx) error {
		kept, err := tx.SetRecovery(ctx, company, id, agent.TOTPSecret, hashes)
		if err == nil && !kept {
			return fault.New(fault.Conflict, "the second factor was just changed: try again")
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return codes, nil
}

// newRecovery returns new recovery codes and their hashes.
func (g *Registry) newRecovery(id string) (codes, hashes []string) {
	for range recoveryCodes {
		code := access.NewPassword()
		codes, hashes = append(codes, code), append(hashes, g.recoveryHash(id, code))
	}
	return codes, hashes
}

func (g *Registry) recoveryHash(id, code string) string {
	return access.MACHex(g.Keys.Master.Pepper(recoveryPepper), id+" "+code)
}

// takeRecovery uses up a recovery code and reports whether it was valid. A code that is used twice at the same time
// counts once; two different codes both count.
func (g *Registry) takeRecovery(ctx context.Context, agent store.Agent, code string) (bool, error) {
	hash := g.recoveryHash(agent.ID, code)
	taken := false
	err := g.Store.Write(ctx, func(tx *store.Tx) error {
		now, err := tx.LockAgent(ctx, agent.Company, agent.ID)
		if err != nil {
			return err
		}
		at := slices.Index(now.Recovery, hash)
		if taken = at >= 0; !taken {
			return nil
		}
		left := slices.Delete(slices.Clone(now.Recovery), at, at+1)
		if err := tx.SetAgentRecovery(ctx, agent.Company, agent.ID, left); err != nil {
			return err
		}
		return tx.Audit(ctx, userEntry(agent.Company, "agent:"+agent.ID, "user.recovery_used", agent.ID,
			map[string]int{"left": len(left)}))
	})
	return taken && err == nil, err
}
