package endpoints_test

import (
	"testing"
	"time"

	"proofdesk/app/admintest"
	"proofdesk/app/clock"
	"proofdesk/app/endpoints"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// failed lets the event of a job arrive nowhere, at the time of the clock.
func failed(t *testing.T, o admintest.Office) {
	t.Helper()
	ctx := t.Context()
	err := o.Store.Write(ctx, func(tx *store.Tx) error {
		e := webhook.Event{
			Company:    "acme",
			ID:         ids.ULID(tx.Now),
			JobID:      ids.UUID(),
			Type:       onboarding.ApplicationDecision,
			OccurredAt: tx.Now,
			Body:       []byte(`{}`),
		}
		return tx.EmitEvent(ctx, e, tx.Now)
	})
	if err != nil {
		t.Fatal(err)
	}
	err = o.Store.Write(ctx, func(tx *store.Tx) error {
		claimed, err := tx.ClaimDeliveries(ctx, "https://hooks.example:443", "lease", tx.Now.Add(time.Minute), 10)
		if err != nil {
			return err
		}
		for _, d := range claimed {
			d.State, d.Attempts, d.FinishedAt = webhook.Failed, 1, tx.Now
			a := webhook.Attempt{Company: d.Company, DeliveryID: d.ID, N: 1, StartedAt: tx.Now, Class: webhook.Timeout}
			if _, err := tx.FinishAttempt(ctx, d, a); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAWindowBeginsWithItsFirstMillisecondAndEndsBeforeItsLast(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, now *clock.Manual) {
		hook(t, o)
		first := now.Now()
		for range 3 {
			failed(t, o)
			now.Advance(time.Minute)
		}
		window := endpoints.DeliveryWindow{State: webhook.Failed, From: first, Until: first.Add(2 * time.Minute)}
		p, err := o.Endpoints.PreviewWindow(t.Context(), "acme", window)
		if err != nil || p.Total != 2 || !p.First.Equal(first) || !p.Last.Equal(first.Add(time.Minute)) {
			t.Errorf("the first two of three minutes have %d deliveries, %v to %v: %v", p.Total, p.First, p.Last, err)
		}
	})
}

func TestAWindowHasNoMoreDeliveriesThanOneRedeliveryLooksAtThoseOfRemovedEndpointsCounted(t *testing.T) {
	for _, c := range []struct {
		total, removed int
		refused        bool
	}{
		{total: endpoints.MaxWindow},
		{total: 1, removed: endpoints.MaxWindow - 1},
		{total: endpoints.MaxWindow + 1, refused: true},
		{total: 1, removed: endpoints.MaxWindow, refused: true},
	} {
		p := endpoints.WindowPreview{Total: c.total, Removed: c.removed}
		if err := p.CheckSize(); fault.Is(err, fault.Invalid) != c.refused {
			t.Errorf("%d deliveries and %d of removed endpoints: %v", c.total, c.removed, err)
		}
	}
}
