package accounts

import (
	"context"
	"strings"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// Limits holds how often passwords may be tried at the console.
type Limits struct {
	Window    time.Duration // in which attempts are counted
	Account   int           // failures per e-mail address in a window
	Address   int           // failures per network address in a window
	LockAfter int           // wrong passwords in a row
	LockFor   time.Duration
}

// DefaultLimits permits a person to mistype, and a machine about a thousand guesses a day.
var DefaultLimits = Limits{Window: time.Minute, Account: 10, Address: 30, LockAfter: 10, LockFor: 15 * time.Minute}

// maxPasswordBytes limits what is hashed for a sign-in.
const maxPasswordBytes = 1024

// badSignIn returns the one answer for an address that is unknown, disabled or locked, and for a wrong password.
func badSignIn() error {
	return fault.New(fault.Unauthenticated,
		"the e-mail address or the password is wrong, or the account is locked or disabled")
}

// SignIn returns the agent with this e-mail address and password; Unauthenticated for every failure of theirs,
// Throttled after too many. Every outcome needs the same work: one hash and one write. The sign-in of an agent with a
// TOTPSecret is not complete before SecondFactor.
func (g *Registry) SignIn(ctx context.Context, email, password, address string) (store.Agent, error) {
	email = strings.ToLower(strings.TrimSpace(email))
	if len(email) > maxEmail || len(password) > maxPasswordBytes {
		return store.Agent{}, badSignIn()
	}
	leave, err := g.enter(ctx, email)
	if err != nil {
		return store.Agent{}, err
	}
	defer leave()
	throttles := g.signInThrottles(email, address)
	if err := g.held(ctx, throttles); err != nil {
		return store.Agent{}, err
	}
	agent, err := g.Store.AgentByEmail(ctx, email)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return store.Agent{}, err
	}
	right, stale, err := g.Hasher.Verify(ctx, agent.PasswordHash, password)
	if err != nil {
		return store.Agent{}, err
	}
	open := agent.State == access.StateActive && !g.Clock.Now().Before(agent.LockedUntil)
	if !open || !right {
		return store.Agent{}, g.refused(ctx, agent, open, throttles)
	}
	if stale {
		agent.PasswordHash = g.rehash(ctx, agent, password)
	}
	if agent.TOTPSecret != nil {
		return agent, nil // SecondFactor finishes it
	}
	return agent, g.signedIn(ctx, agent)
}

func (g *Registry) signInThrottles(email, address string) []store.Throttle {
	return []store.Throttle{
		{
			Scope:  access.ThrottleScope("signin address", access.Network(address)),
			Limit:  g.Limits.Address,
			Window: g.Limits.Window,
		},
		{Scope: access.ThrottleScope("signin account", email), Limit: g.Limits.Account, Window: g.Limits.Window},
	}
}

// enter waits until no other attempt on the account of an address is running, so that this one sees the failures that
// it counts.
func (g *Registry) enter(ctx context.Context, email string) (leave func(), err error) {
	if leave, err = g.gate.Enter(ctx, email); err != nil {
		return nil, fault.Wrap(err, fault.Unavailable,
			"several sign-ins to this account are being checked at once: wait a moment and try again")
	}
	return leave, nil
}

// held refuses attempts beyond the limits.
func (g *Registry) held(ctx context.Context, throttles []store.Throttle) error {
	wait, err := g.Store.ThrottledFor(ctx, throttles, g.Clock.Now())
	if err == nil && wait > 0 {
		return &fault.Error{
			Code:       fault.Throttled,
			Message:    "too many attempts to sign in: try again later",
			RetryAfter: wait,
		}
	}
	return err
}

// refused counts a failure and, where the account exists, audits it.
func (g *Registry) refused(ctx context.Context, agent store.Agent, open bool, throttles []store.Throttle) error {
	err := g.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.CountAttempts(ctx, throttles); err != nil || agent.ID == "" {
			return err
		}
		why := "state"
		if open {
			why = "password"
			if err := tx.AgentFailed(ctx, agent.Company, agent.ID, g.Limits.LockAfter,
				tx.Now.Add(g.Limits.LockFor)); err != nil {
				return err
			}
		}
		return tx.Audit(ctx,
			audit.NewEntry(agent.Company, "agent:"+agent.ID, "user.sign_in_refused", "agent:"+agent.ID,
				map[string]string{"why": why}))
	})
	if err != nil {
		return err
	}
	return badSignIn()
}

func (g *Registry) signedIn(ctx context.Context, agent store.Agent) error {
	return g.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.AgentSignedIn(ctx, agent.Company, agent.ID); err != nil {
			return err
		}
		return tx.Audit(ctx, ownEntry(agent.Company, agent.ID, "user.sign_in"))
	})
}

// rehash hashes a password again with today's costs, and returns the hash that is stored. A failure does not refuse the
// sign-in.
func (g *Registry) rehash(ctx context.Context, agent store.Agent, password string) string {
	hash, err := g.Hasher.Hash(ctx, password)
	if err == nil {
		err = g.Store.Write(ctx, func(tx *store.Tx) error {
			return tx.RehashAgent(ctx, agent.Company, agent.ID, agent.PasswordHash, hash)
		})
	}
	if err != nil {
		g.Log.WarnContext(ctx, "rehash password failed", "error", err)
		return agent.PasswordHash
	}
	return hash
}
