package accounts

import (
	"context"

	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// ResetUserPassword sets a generated password, to be changed at the next sign-in, and ends the user's sessions.
func (g *Registry) ResetUserPassword(ctx context.Context, actor, company, id string) (NewUser, error) {
	agent, err := g.Store.Agent(ctx, company, id)
	if err != nil {
		return NewUser{}, err
	}
	password, hash, err := g.Hasher.Choose(ctx, "")
	if err != nil {
		return NewUser{}, err
	}
	e := userEntry(company, actor, "user.password_reset", id, nil)
	err = g.Store.Change(ctx, e, func(tx *store.Tx) error {
		if err := tx.SetAgentPassword(ctx, company, id, hash, true); err != nil {
			return err
		}
		_, err := tx.EndSessions(ctx, company, id, "")
		return err
	})
	if err != nil {
		return NewUser{}, err
	}
	return NewUser{Email: agent.Email, Password: password}, nil
}

// ChangePassword replaces a user's own password and ends the user's other sessions; keep is the hash of the session
// that stays. Of two changes at the same time the second is refused, as its current password is no longer the right
// one.
func (g *Registry) ChangePassword(ctx context.Context, company, id, current, next, keep string) error {
	agent, err := g.reauthenticated(ctx, company, id, current)
	if err != nil {
		return err
	}
	if next == "" || next == current {
		return fault.BadField("password", "new", "the new password must differ from the current one")
	}
	_, hash, err := g.Hasher.Choose(ctx, next, agent.Email, agent.DisplayName, company)
	if err != nil {
		return err
	}
	return g.Store.Change(ctx, ownEntry(company, id, "user.password_change"), func(tx *store.Tx) error {
		replaced, err := tx.ReplaceAgentPassword(ctx, company, id, agent.PasswordHash, hash)
		if err != nil {
			return err
		}
		if !replaced {
			return wrongPassword()
		}
		_, err = tx.EndSessions(ctx, company, id, keep)
		return err
	})
}
