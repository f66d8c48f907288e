package endpoints

import (
	"context"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// Settle marks failed deliveries as needing nothing more, with a reason, and returns how many: those that have failed
// and that nobody has settled. They are no longer trouble, and no redelivery of a time window sends them. A delivery
// that is sent again by itself is no longer settled.
func (g *Registry) Settle(ctx context.Context, actor, company string, deliveries []string, reason string) (int, error) {
	if len(deliveries) == 0 || len(deliveries) > maxSelection {
		return 0, fault.BadField("delivery", "range", "select between 1 and %d deliveries", maxSelection)
	}
	why, err := reasonOr(reason, "")
	if err != nil {
		return 0, err
	}
	if why == "" {
		return 0, fault.BadField("reason", "required",
			"enter a reason: say why this failed delivery needs nothing more")
	}
	n := 0
	for _, id := range deliveries {
		done, err := g.settleOne(ctx, actor, company, id, why)
		if err != nil {
			return n, err
		}
		if done {
			n++
		}
	}
	return n, nil
}

func (g *Registry) settleOne(ctx context.Context, actor, company, id, why string) (bool, error) {
	d, err := g.Store.Delivery(ctx, company, id)
	if err != nil {
		return false, err
	}
	done := false
	err = g.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if done, err = tx.SettleDelivery(ctx, company, d.ID, actor, why); err != nil || !done {
			return err
		}
		// the reason stays with the delivery: it may name the applicant, who may be erased
		return tx.Audit(ctx, audit.NewEntry(company, actor, "delivery.settle", "delivery:"+d.ID,
			map[string]any{"event": d.EventID, "endpoint": d.EndpointID}))
	})
	return done, err
}
