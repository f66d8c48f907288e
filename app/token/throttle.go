package token

import (
	"context"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/store"
)

// attempt is a try at credentials that was counted before it was made.
type attempt struct {
	throttles []store.Throttle
}

// begin counts an attempt for its account and its address; a spent limit is a slow_down.
func (e *Endpoint) begin(ctx context.Context, address string, account ...string) (attempt, error) {
	a := attempt{throttles: []store.Throttle{
		{Scope: access.ThrottleScope("token address", access.Network(address)), Limit: e.Limits.Address, Window: e.Limits.Window},
		{Scope: access.ThrottleScope("token account", account...), Limit: e.Limits.Account, Window: e.Limits.Window},
	}}
	var wait time.Duration
	err := e.Store.Write(ctx, func(tx *store.Tx) error {
		wait = 0
		for _, t := range a.throttles {
			w, err := tx.TakeAttempt(ctx, t)
			if err != nil {
				return err
			}
			wait = max(wait, w)
		}
		return nil
	})
	if err == nil && wait > 0 {
		err = slowDown(wait)
	}
	return a, err
}

// giveBack uncounts an attempt in a transaction: it was right, or failed for another reason than its credentials.
func (a attempt) giveBack(ctx context.Context, tx *store.Tx) error {
	for _, t := range a.throttles {
		if err := tx.GiveBackAttempt(ctx, t.Scope); err != nil {
			return err
		}
	}
	return nil
}

// abandon gives an attempt back whose failure was not the credentials', and passes that failure on.
func (e *Endpoint) abandon(ctx context.Context, a attempt, cause error) error {
	err := e.Store.Write(ctx, func(tx *store.Tx) error { return a.giveBack(ctx, tx) })
	if err != nil {
		e.Log.WarnContext(ctx, "an attempt was not given back", "error", err)
	}
	return cause
}
