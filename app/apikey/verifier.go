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

// Verifier verifies API keys. Its fields are set once, before use.
type Verifier struct {
	Store       *store.Store
	Clock       clock.Clock
	Master      *vault.Master
	Environment string // of this installation; keys of another one are unknown here
	Region      string
	Log         *slog.Logger

	mu   sync.Mutex
	used map[Identity]time.Time // not yet written
	held map[string]time.Time   // network → until when it is throttled
}

// Identity is the key that a request authenticated with.
type Identity struct {
	Company string
	KeyID   string // UUID
}

// The limit of failures per network address in a window.
const (
	failures = 60
	window   = time.Minute
)

// refused returns the one fault for a key that is malformed, unknown, of another company or installation, disabled or
// expired, and for a wrong secret.
func refused() error { return fault.New(fault.Unauthenticated, "the API key is not valid") }

// Verify returns the key with this id (the URN) and secret; Unauthenticated for every failure, Throttled after too many
// from one address ("" where it is not known, which is not counted). The rows are read each time, so that revoking a
// key takes effect at once on every node.
func (v *Verifier) Verify(ctx context.Context, id, secret, address string) (Identity, error) {
	network := access.Network(address)
	if wait := v.wait(network); wait > 0 {
		return Identity{}, throttled(wait)
	}
	identity, err := v.verify(ctx, id, secret)
	if fault.Is(err, fault.Unauthenticated) && network != "" {
		return Identity{}, v.failed(ctx, network)
	}
	if err != nil {
		return Identity{}, err
	}
	v.touch(identity)
	return identity, nil
}

func (v *Verifier) verify(ctx context.Context, id, secret string) (Identity, error) {
	urn, ok := access.ParseURN(access.KindAPIKey, id)
	if !ok || urn.Environment != v.Environment || urn.Region != v.Region || !access.WellFormedAPIKeySecret(secret) {
		return Identity{}, refused()
	}
	key, err := v.Store.APIKeyWithSecrets(ctx, urn.Company, urn.ID)
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
		return Identity{}, refused()
	}
	return Identity{Company: urn.Company, KeyID: urn.ID}, nil
}

// wait returns how long a network still has to wait.
func (v *Verifier) wait(network string) time.Duration {
	v.mu.Lock()
	defer v.mu.Unlock()
	until, ok := v.held[network]
	if !ok {
		return 0
	}
	wait := until.Sub(v.Clock.Now())
	if wait <= 0 {
		delete(v.held, network)
	}
	return wait
}

// failed counts a failure of a network. Once the network is throttled, this node refuses it without a query to the
// database.
func (v *Verifier) failed(ctx context.Context, network string) error {
	limit := store.Throttle{Scope: access.ThrottleScope("apikey address", network), Limit: failures, Window: window}
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
		return refused()
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.held == nil || len(v.held) > maxHeld {
		v.held = map[string]time.Time{}
	}
	v.held[network] = ends
	return throttled(ends.Sub(v.Clock.Now()))
}

// maxHeld limits the memory that throttled networks take.
const maxHeld = 10_000

func throttled(wait time.Duration) error {
	return &fault.Error{
		Code:       fault.Throttled,
		Message:    "too many requests with an API key that is not valid: try again later",
		RetryAfter: wait,
	}
}

// touch notes that a key was used, to be written by Flush.
func (v *Verifier) touch(i Identity) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.used == nil {
		v.used = map[Identity]time.Time{}
	}
	v.used[i] = v.Clock.Now()
}

// Flush writes when keys were last used, and keeps what could not be written for the next time.
func (v *Verifier) Flush(ctx context.Context) error {
	v.mu.Lock()
	used := v.used
	v.used = nil
	v.mu.Unlock()
	if len(used) == 0 {
		return nil
	}
	err := v.Store.Write(ctx, func(tx *store.Tx) error {
		for i, at := range used {
			if err := tx.APIKeyUsed(ctx, i.Company, i.KeyID, at); err != nil {
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
		v.used = map[Identity]time.Time{}
	}
	for i, at := range used {
		if v.used[i].Before(at) {
			v.used[i] = at
		}
	}
	return err
}

// Run writes when keys were last used, once a minute, until ctx ends.
func (v *Verifier) Run(ctx context.Context) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if err := v.Flush(ctx); err != nil && ctx.Err() == nil {
				v.Log.WarnContext(ctx, "write last use of API keys failed", "error", err)
			}
		}
	}
}
