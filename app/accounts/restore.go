package accounts

import (
	"context"

	"proofdesk/app/store"
)

// RestoredAccess is a user who can sign in again, and what was changed for it.
type RestoredAccess struct {
	Email string `json:"email"`
	Done  string `json:"done"`
}

// RestoreAccess unlocks the user with an address or, with secondFactor, disables their second factor and ends their
// sessions. It is for the operator of the installation, who needs no account.
func (g *Registry) RestoreAccess(ctx context.Context, actor, email string, secondFactor bool) (RestoredAccess, error) {
	agent, err := g.byEmail(ctx, email)
	if err != nil {
		return RestoredAccess{}, err
	}
	done := RestoredAccess{Email: agent.Email, Done: "unlocked"}
	if secondFactor {
		done.Done = "second factor off, sessions ended"
		return done, g.ResetSecondFactor(ctx, actor, agent.Company, agent.ID)
	}
	return done, g.UnlockUser(ctx, actor, agent.Company, agent.ID)
}

// RestorePassword sets a generated password for the user with an address, to be changed at the next sign-in.
func (g *Registry) RestorePassword(ctx context.Context, actor, email string) (NewUser, error) {
	agent, err := g.byEmail(ctx, email)
	if err != nil {
		return NewUser{}, err
	}
	return g.ResetUserPassword(ctx, actor, agent.Company, agent.ID)
}

func (g *Registry) byEmail(ctx context.Context, email string) (store.Agent, error) {
	email, err := CheckEmail(email)
	if err != nil {
		return store.Agent{}, err
	}
	return g.Store.AgentByEmail(ctx, email)
}
