package apikey

import (
	"context"
	"crypto/hmac"
	"log/slog"
	"sync"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/vault"
)

// Verifier verifies API keys and repository tokens. Its fields are set once, before use.
type Verifier struct {
	Store       *store.Store
	Clock       clock.Clock
	Master      *vault.Master
	Environment string // of this installation; keys of another one are unknown here
	Region      string
	Log         *slog.Logger

	mu   sync.Mutex
	used map[use]time.Time    // not yet written
	held map[string]time.Time // scope of a network → until when it is throttled
}

// use is a credential that was used.
type use struct {
	of *kind
	Identity
}

// kind is a kind of credential.
type kind struct {
	scope   string // under which the failures of a network are counted
	refusal string // the one message for whatever is wrong
	tooMany string
	touch   func(tx *store.Tx, ctx context.Context, company, id string, at time.Time) error
}

var (
	apiKey = &kind{
		scope:   "apikey address",
		refusal: "the API key is not valid",
		tooMany: "too many requests with an API key that is not valid: try again later",
		touch:   (*store.Tx).APIKeyUsed,
	}
	repositoryToken = &kind{
		scope:   "repository address",
		refusal: "the header Private-Token has no token of this repository that is in force",
		tooMany: "too many requests with a token that is not valid: try again later",
		touch:   (*store.Tx).RepositoryTokenUsed,
	}
)

// Identity is the key or token that a request authenticated with.
type Identity struct {
	Company string
	KeyID   string // UUID
}

// The limit of failures per network address in a window.
const (
	failures = 60
	window   = time.Minute
)

// refused returns the one fault for a credential that is malformed, unknown, of another company or installation,
// disabled or expired, and for a wrong secret.
func (k *kind) refused() error { return fault.New(fault.Unauthenticated, "%s", k.refusal) }

// Verify returns the key with this id (the URN) and secret; Unauthenticated for every failure, Throttled after too many
// from one address ("" where it is not known, which is not counted). The rows are read each time, so that revoking a
// key takes effect at once on every node.
func (v *Verifier) Verify(ctx context.Context, id, secret, address string) (Identity, error) {
	return v.check(ctx, apiKey, address, func() (Identity, error) {
		return v.verify(ctx, id, secret, v.Store.APIKeyWithSecrets)
	})
}

// VerifyToken is Verify for a token of the SDK's repository.
func (v *Verifier) VerifyToken(ctx context.Context, token, address string) (Identity, error) {
	return v.check(ctx, repositoryToken, address, func() (Identity, error) { return v.verifyToken(ctx, token) })
}

// check verifies a credential from an address that has not failed too often.
func (v *Verifier) check(
	ctx context.Context, k *kind, address string, verify func() (Identity, error),
) (Identity, error) {
	network := access.Network(address)
	if wait := v.wait(k, network); wait > 0 {
		return Identity{}, k.throttled(wait)
	}
	identity, err := verify()
	if fault.Is(err, fault.Unauthenticated) && network != "" {
		return Identity{}, v.failed(ctx, k, network)
	}
	if err != nil {
		return Identity{}, err
	}
	v.touch(use{k, identity})
	return identity, nil
}

func (v *Verifier) verifyToken(ctx context.Context, token string) (Identity, error) {
	if !access.WellFormedRepositoryToken(token) {
		return Identity{}, repositoryToken.refused()
	}
	t, err := v.Store.RepositoryTokenByMAC(ctx, access.MAC(v.Master.Pepper(access.RepositoryPepper), token))
	if err != nil && !fault.Is(err, fault.NotFound) {
		return Identity{}, err
	}
	if err != nil || !t.RevokedAt.IsZero() || !v.Clock.Now().Before(t.ExpiresAt) {
		return Identity{}, repositoryToken.refused()
	}
	return Identity{Company: t.Company, KeyID: t.ID}, nil
}

// Permit returns the store.Permit of a request with an API key that was verified: Unauthenticated once Verify would
// refuse it.
func (v *Verifier) Permit(id, secret string) store.Permit {
	return func(ctx context.Context, r store.Reads) error {
		_, err := v.verify(ctx, id, secret, r.APIKeyWithSecrets)
		return err
	}
}

// verify checks a key as read finds it.
func (v *Verifier) verify(
	ctx context.Context, id, secret string,
	read func(ctx context.Context, company, id string) (store.APIKeyWithSecrets, error),
) (Identity, error) {
	urn, ok := access.ParseURN(access.KindAPIKey, id)
	if !ok || urn.Environment != v.Environment || urn.Region != v.Region || !access.WellFormedAPIKeySecret(secret) {
		return Identity{}, apiKey.refused()
	}
	key, err := read(ctx, urn.Company, urn.ID)
	if err != nil && !fault.Is(err, fault.NotFound) {
		return Identity{}, err
	}
	mac := access.MAC(v.Master.Pepper(access.APIKeyPepper), secret)
	right := false
	for _, live := range key.MACs {
		right = hmac.Equal(live, mac) || right
	}
	expired := !key.ExpiresAt.IsZero() && !v.Clock.Now().Before(key.ExpiresAt)
	if !right || expired || key.State != access.StateActive {
		return Identity{}, apiKey.refused()
	}
	return Identity{Company: urn.Company, KeyID: urn.ID}, nil
}

// wait returns how long a network still has to wait.
func (v *Verifier) wait(k *kind, network string) time.Duration {
	v.mu.Lock()
	defer v.mu.Unlock()
	scope := access.ThrottleScope(k.scope, network)
	until, ok := v.held[scope]
	if !ok {
		return 0
	}
	wait := until.Sub(v.Clock.Now())
	if wait <= 0 {
		delete(v.held, scope)
	}
	return wait
}

// failed counts a failure of a network. Once the network is throttled, this node refuses it without a query to the
// database.
func (v *Verifier) failed(ctx context.Context, k *kind, network string) error {
	limit := store.Throttle{Scope: access.ThrottleScope(k.scope, network), Limit: failures, Window: window}
	var attempts int
	var ends time.Time
	err := v.Store.Write(ctx, func(tx *store.Tx) (err error) {
		attempts, ends, err = tx.CountAttempt(ctx, limit)
		return err
	})
	if err != nil {
		return err
	}
	if attempts <= failures {
		return k.refused()
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.held == nil || len(v.held) > maxHeld {
		v.held = map[string]time.Time{}
	}
	v.held[limit.Scope] = ends
	return k.throttled(ends.Sub(v.Clock.Now()))
}

// maxHeld limits the memory that throttled networks take.
const maxHeld = 10_000

func (k *kind) throttled(wait time.Duration) error {
	return &fault.Error{Code: fault.Throttled, Message: k.tooMany, RetryAfter: wait}
}

// touch notes that a credential was used, to be written by Flush.
func (v *Verifier) touch(u use) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.used == nil {
		v.used = map[use]time.Time{}
	}
	v.used[u] = v.Clock.Now()
}

// Flush writes when keys and tokens were last used, and keeps what could not be written for the next time.
func (v *Verifier) Flush(ctx context.Context) error {
	v.mu.Lock()
	used := v.used
	v.used = nil
	v.mu.Unlock()
	if len(used) == 0 {
		return nil
	}
	err := v.Store.Write(ctx, func(tx *store.Tx) error {
		for u, at := range used {
			if err := u.of.touch(tx, ctx, u.Company, u.KeyID, at); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.used == nil {
		v.used = map[use]time.Time{}
	}
	for u, at := range used {
		if v.used[u].Before(at) {
			v.used[u] = at
		}
	}
	return err
}

// Run writes when keys and tokens were last used, once a minute, until ctx ends.
func (v *Verifier) Run(ctx context.Context) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if err := v.Flush(ctx); err != nil && ctx.Err() == nil {
				v.Log.WarnContext(ctx, "write last use of API keys and tokens failed", "error", err)
			}
		}
	}
}
