package endpoints_test

import (
	"database/sql"
	"testing"
	"time"

	"proofdesk/app/admintest"
	"proofdesk/app/clock"
	"proofdesk/app/endpoints"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/vault"
	"proofdesk/app/webhook"
)

// failed lets the event of a job arrive nowhere, at the time of the clock.
func failed(t *testing.T, o admintest.Office, company string) {
	t.Helper()
	ctx := t.Context()
	err := o.Store.Write(ctx, func(tx *store.Tx) error {
		e := webhook.Event{
			Company:    company,
			ID:         ids.ULID(tx.Now),
			JobID:      ids.UUID(),
			Type:       onboarding.ApplicationDecision,
			OccurredAt: tx.Now,
			Body:       []byte(`{}`),
		}
		return storetest.Emit(ctx, tx, e, tx.Now)
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
			if err := tx.FinishAttempt(ctx, d, a); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// spoilt returns an office of two companies with failed deliveries each; the endpoints of acme can no longer be read.
func spoilt(t *testing.T) admintest.Office {
	t.Helper()
	now, path := clock.NewManual(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)), storetest.SQLiteFile(t)
	st, err := store.Open(t.Context(), store.Options{URL: "sqlite:" + path, Clock: now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	o := admintest.On(st, now, vault.Ephemeral())
	for _, company := range []string{"acme", "zeta"} {
		if _, err := o.Companies.CreateCompany(t.Context(), "cli", company, company); err != nil {
			t.Fatal(err)
		}
		hookOf(t, o, company)
		failed(t, o, company)
		failed(t, o, company)
	}
	raw, err := sql.Open("sqlite3", "file:"+path+"?_busy_timeout=5000")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = raw.Close() }()
	if _, err := raw.Exec(`UPDATE endpoints SET events = '{' WHERE company = 'acme'`); err != nil {
		t.Fatal(err)
	}
	return o
}

func TestADeliveryWhoseEndpointCanNotBeReadIsNotPassedOverInSilence(t *testing.T) {
	o := spoilt(t)
	all, err := o.Store.Deliveries(t.Context(), "acme", webhook.Failed, 0, 9)
	if err != nil || len(all) != 2 {
		t.Fatalf("%d deliveries, %v", len(all), err)
	}
	n, err := o.Endpoints.Redeliver(t.Context(), "cli", "acme", []string{all[0].ID, all[1].ID})
	if err == nil || fault.Is(err, fault.NotFound) {
		t.Errorf("%d of 2 are due again, %v", n, err)
	}
}

func TestARedeliveryThatFailsKeepsNoOtherCompanyWaiting(t *testing.T) {
	o := spoilt(t)
	for _, company := range []string{"acme", "zeta"} {
		err := o.Store.Write(t.Context(), func(tx *store.Tx) error {
			return tx.InsertRedelivery(t.Context(), store.Redelivery{
				Company: company,
				ID:      "r-" + company, // that of acme comes first
				Actor:   "cli",
				State:   webhook.Failed,
				Stage:   store.RedeliveryRunning,
				Before:  1<<63 - 1,
				Total:   2,
			})
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := o.Endpoints.StepRedeliveries(t.Context()); err == nil {
		t.Error("nobody is told what failed")
	}
	left, err := o.Store.Deliveries(t.Context(), "zeta", webhook.Failed, 0, 9)
	if err != nil || len(left) != 0 {
		t.Errorf("%d deliveries of the other company wait, %v", len(left), err)
	}
}

func TestAWindowBeginsWithItsFirstMillisecondAndEndsBeforeItsLast(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, now *clock.Manual) {
		hook(t, o)
		first := now.Now()
		for range 3 {
			failed(t, o, "acme")
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

func TestASelectionIsSentAgainWithoutWhatWasRemovedMeanwhile(t *testing.T) {
	admintest.Each(t, func(t *testing.T, o admintest.Office, now *clock.Manual) {
		hook(t, o)
		failed(t, o, "acme")
		failed(t, o, "acme")
		all, err := o.Store.Deliveries(t.Context(), "acme", webhook.Failed, 0, 10)
		if err != nil || len(all) < 2 {
			t.Fatalf("%d failed deliveries, %v", len(all), err)
		}
		gone := ids.ULID(now.Now())
		n, err := o.Endpoints.Redeliver(t.Context(), "cli", "acme", []string{all[0].ID, gone, all[1].ID})
		if n != 2 || err != nil {
			t.Errorf("%d of a selection, %v", n, err)
		}
		if _, err := o.Endpoints.Redeliver(t.Context(), "cli", "acme", []string{gone}); !fault.Is(err, fault.NotFound) {
			t.Errorf("one that is not there: %v", err)
		}
	})
}
