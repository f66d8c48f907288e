package admin

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"proofdesk/app/access"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// Recovery codes stand in for the authenticator, each once.
const (
	recoveryCodes  = 10
	recoveryGroup  = len("xxxx")
	recoveryLength = 5 * recoveryGroup
	// recoveryPepper is the purpose of the key under which they are hashed.
	recoveryPepper = "recovery codes"
)

// plainCode returns a code as it was typed or pasted in lower case, without the blanks and dashes that part it.
func plainCode(code string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, code)
}

// dashed writes a plain recovery code as it was shown.
func dashed(code string) string {
	var groups []string
	for group := range slices.Chunk([]byte(code), recoveryGroup) {
		groups = append(groups, string(group))
	}
	return strings.Join(groups, "-")
}

// NewRecoveryCodes replaces a user's recovery codes, against the password.
func (a *Accounts) NewRecoveryCodes(ctx context.Context, company, id, password string) ([]string, error) {
	agent, err := a.provenAgent(ctx, company, id, password)
	if err != nil {
		return nil, err
	}
	if agent.TOTPSecret == nil {
		return nil, fault.New(fault.Conflict, "the second factor is off")
	}
	codes, hashes := a.newRecovery(id)
	err = a.change(ctx, entry(company, "agent:"+id, "user.recovery_codes", "agent:"+id, nil), func(tx *store.Tx) error {
		return tx.SetAgentTOTP(ctx, company, id, agent.TOTPSecret, hashes)
	})
	if err != nil {
		return nil, err
	}
	return codes, nil
}

// newRecovery draws recovery codes and returns them with the JSON array of their hashes.
func (a *Accounts) newRecovery(id string) (codes []string, hashes string) {
	var hashed []string
	for range recoveryCodes {
		code := access.NewPassword()
		codes, hashed = append(codes, code), append(hashed, a.recoveryHash(id, code))
	}
	text, _ := json.Marshal(hashed) // strings always encode
	return codes, string(text)
}

func (a *Accounts) recoveryHash(id, code string) string {
	return access.MACHex(a.Keys.Master.Pepper(recoveryPepper), id+" "+code)
}

// RecoveryLeft counts the recovery codes that a user still has.
func RecoveryLeft(agent store.Agent) int {
	var hashes []string
	_ = json.Unmarshal([]byte(agent.Recovery), &hashes) // written by newRecovery
	return len(hashes)
}

func (a *Accounts) takeRecovery(ctx context.Context, agent store.Agent, code string) (bool, error) {
	var hashes []string
	if err := json.Unmarshal([]byte(agent.Recovery), &hashes); err != nil {
		return false, fault.Wrap(err, fault.Internal, "the recovery codes can't be read")
	}
	at := slices.Index(hashes, a.recoveryHash(agent.ID, code))
	if at < 0 {
		return false, nil
	}
	left, _ := json.Marshal(slices.Delete(hashes, at, at+1)) // strings always encode
	taken := false
	err := a.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if taken, err = tx.UseRecovery(ctx, agent.Company, agent.ID, agent.Recovery, string(left)); err != nil ||
			!taken {
			return err
		}
		e := entry(agent.Company, "agent:"+agent.ID, "user.recovery_used", "agent:"+agent.ID,
			map[string]int{"left": len(hashes) - 1})
		return tx.Audit(ctx, e)
	})
	return taken, err
}
