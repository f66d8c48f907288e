package token

import (
	"context"

	"proofdesk/app/access"
	"proofdesk/app/store"
)

// throttles returns the throttles under which failures are counted: the account (client, and user if there is one) and
// the address.
func (e *Service) throttles(address string, account ...string) []store.Throttle {
	return []store.Throttle{
		{
			Scope:  access.ThrottleScope("token address", access.Network(address)),
			Limit:  e.Limits.Address,
			Window: e.Limits.Window,
		},
		{Scope: access.ThrottleScope("token account", account...), Limit: e.Limits.Account, Window: e.Limits.Window},
	}
}

// allowed reports whether credentials may be tried; the error is a slow_down where a limit is reached.
func (e *Service) allowed(ctx context.Context, throttles []store.Throttle) error {
	wait, err := e.Store.ThrottledFor(ctx, throttles, e.Clock.Now())
	if err == nil && wait > 0 {
		err = slowDown(wait)
	}
	return err
}

// refuse counts a failure of credentials and returns its error.
func (e *Service) refuse(ctx context.Context, throttles []store.Throttle, refusal *OAuthError) error {
	err := e.Store.Write(ctx, func(tx *store.Tx) error { return tx.CountAttempts(ctx, throttles) })
	if err != nil {
		return err
	}
	return refusal
}
