package endpoints

import (
	"context"
	"slices"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// ForceBreaker pauses a host of the company: its breaker stays open, and due deliveries are held, until ResetBreaker. A
// host that other companies use too can't be paused.
func (g *Registry) ForceBreaker(ctx context.Context, actor, company, host, reason string) error {
	reason, err := reasonOr(reason, "paused by hand")
	if err != nil {
		return err
	}
	return g.changeBreaker(ctx, actor, company, host, "breaker.force", reason,
		func(b *webhook.Breaker, tx *store.Tx) error {
			shared, err := tx.HostShared(ctx, company, host)
			if err == nil && shared {
				err = fault.New(fault.Conflict, "this host can't be paused as a whole: pause your endpoints instead")
			}
			b.ForceOpen(tx.Now, reason)
			return err
		})
}

// ResetBreaker resumes a host of the company: its breaker closes, and held deliveries are sent.
func (g *Registry) ResetBreaker(ctx context.Context, actor, company, host, reason string) error {
	reason, err := reasonOr(reason, "resumed by hand")
	if err != nil {
		return err
	}
	return g.changeBreaker(ctx, actor, company, host, "breaker.reset", reason,
		func(b *webhook.Breaker, tx *store.Tx) error {
			b.Reset(tx.Now, reason)
			return nil
		})
}

// checkHost refuses a host on which the company has no endpoint. It comes first, so that nobody learns which hosts
// other companies use.
func checkHost(ctx context.Context, tx *store.Tx, company, host string) error {
	hosts, err := tx.HostsOf(ctx, company)
	if err == nil && !slices.Contains(hosts, host) {
		return fault.New(fault.NotFound, "none of your endpoints is on this host")
	}
	return err
}

func (g *Registry) changeBreaker(
	ctx context.Context, actor, company, host, action, reason string, change func(*webhook.Breaker, *store.Tx) error,
) error {
	return g.Store.Change(ctx, audit.NewEntry(company, actor, action, "host:"+host, map[string]any{"reason": reason}),
		func(tx *store.Tx) error {
			if err := checkHost(ctx, tx, company, host); err != nil {
				return err
			}
			b, err := tx.LockBreaker(ctx, host)
			if err != nil {
				return err
			}
			from := b.State
			if err := change(&b.Breaker, tx); err != nil {
				return err
			}
			kept, err := tx.PutBreaker(ctx, b, from)
			if err == nil && !kept {
				return fault.New(fault.Conflict,
					"the breaker changed while you clicked: look at its state and try again")
			}
			return err
		})
}
