package endpoints

import (
	"bytes"
	"context"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// settled is how old an event must be before it may be sent as a test: older than a review can be undone.
const settled = 2 * time.Minute

// SendTest sends an endpoint a state again that it received before or could have received: the newest event that it
// subscribes to, with the same time and payload, a new event id and the header webhook.TestHeader. A receiver that
// compares times or statuses changes nothing. It returns the id of the event.
func (g *Registry) SendTest(ctx context.Context, actor, company, endpointID string) (string, error) {
	e, err := g.Store.Endpoint(ctx, company, endpointID)
	if err != nil {
		return "", err
	}
	if e.State == webhook.EndpointPaused {
		return "", fault.New(fault.Conflict, "the endpoint is paused: resume it first")
	}
	latest, err := g.latestEvent(ctx, e)
	if err != nil {
		return "", err
	}
	test := latest
	test.ID, test.Test = ids.ULID(g.Clock.Now()), true
	test.Body = bytes.Replace(latest.Body, []byte(`"`+latest.ID+`"`), []byte(`"`+test.ID+`"`), 1)
	err = g.Store.Change(ctx,
		endpointEntry(actor, company, "endpoint.test", endpointID, map[string]any{"event": test.ID, "of": latest.ID}),
		func(tx *store.Tx) error {
			err := tx.HoldJob(ctx, company, test.JobID) // or it may be removed meanwhile, and its event would stay
			if fault.Is(err, fault.NotFound) {
				return fault.Wrap(err, fault.Conflict, "the job of this event was removed meanwhile: try again")
			}
			if err != nil {
				return err
			}
			return tx.EmitTo(ctx, test, e)
		})
	return test.ID, err
}

// latestEvent returns the newest event of the types that an endpoint subscribes to.
func (g *Registry) latestEvent(ctx context.Context, e webhook.Endpoint) (webhook.Event, error) {
	var newest webhook.Event
	for _, of := range e.Events {
		found, err := g.Store.LatestEvent(ctx, e.Company, of, g.Clock.Now().Add(-settled))
		if fault.Is(err, fault.NotFound) {
			continue
		}
		if err != nil {
			return newest, err
		}
		if found.ID > newest.ID {
			newest = found
		}
	}
	if newest.ID == "" {
		return newest, fault.New(fault.Conflict,
			"there is nothing to send yet: a test repeats a job's event, and none is older than %s", "two minutes")
	}
	return newest, nil
}

// CheckSignature returns how a receiver would judge a signature header and a body, with the endpoint's current keys.
func (g *Registry) CheckSignature(ctx context.Context, company, endpointID, header string, body []byte) error {
	keys, err := g.Store.EndpointKeys(ctx, company, endpointID)
	if err != nil {
		return err
	}
	secrets := map[string]string{}
	for _, k := range keys {
		plain, err := g.Keys.Open(ctx, company, k.SealedSecret, webhook.SecretContext(endpointID, k.KID))
		if err != nil {
			return err
		}
		secrets[k.KID] = string(plain)
	}
	return webhook.Verify(header, secrets, body, g.Clock.Now())
}

// maxSelection limits how many deliveries are sent again at once.
const maxSelection = 500

// Redeliver makes deliveries due again, each with its original event, and returns how many: none with a running request
// and, of several, none that was removed or whose endpoint was.
func (g *Registry) Redeliver(ctx context.Context, actor, company string, deliveries []string) (int, error) {
	if len(deliveries) == 0 || len(deliveries) > maxSelection {
		return 0, fault.BadField("delivery", "range", "select between 1 and %d deliveries", maxSelection)
	}
	done := 0
	for _, id := range deliveries {
		d, err := g.Store.Delivery(ctx, company, id)
		if len(deliveries) > 1 && fault.Is(err, fault.NotFound) {
			continue // its job was removed since the list was read
		}
		if err != nil {
			return done, err
		}
		_, err = g.Store.Endpoint(ctx, company, d.EndpointID)
		switch {
		case err == nil:
		case !fault.Is(err, fault.NotFound):
			return done, err
		case len(deliveries) == 1:
			return 0, fault.Wrap(err, fault.Conflict, "the endpoint of this delivery was removed")
		default:
			continue
		}
		again, err := g.redeliver(ctx, actor, d)
		if err != nil {
			return done, err
		}
		if again {
			done++
		}
	}
	return done, nil
}

func (g *Registry) redeliver(ctx context.Context, actor string, d webhook.Delivery) (bool, error) {
	done := false
	err := g.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if done, err = tx.Redeliver(ctx, d.Company, d.ID); err != nil || !done {
			return err
		}
		return tx.Audit(ctx,
			audit.NewEntry(d.Company, actor, "delivery.redeliver", "delivery:"+d.ID,
				map[string]any{"event": d.EventID, "endpoint": d.EndpointID}))
	})
	return done, err
}
