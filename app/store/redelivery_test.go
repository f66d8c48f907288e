package store_test

import (
	"testing"
	"time"

	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

func TestASpanOfDeliveriesIsCountedListedAndSteppedThrough(t *testing.T) {
	storetest.Each(t, func(t *testing.T, st *store.Store) {
		ctx := t.Context()
		const host = "https://a.test:443"
		for i := range 5 {
			fine(t, st.Write(ctx, func(tx *store.Tx) error {
				e := webhook.Event{
					Company:    "acme",
					ID:         ids.ULID(tx.Now),
					JobID:      ids.UUID(),
					Type:       onboarding.ApplicationDecision,
					OccurredAt: tx.Now,
					Body:       []byte("{}"),
				}
				to := webhook.Endpoint{Company: "acme", ID: []string{"e1", "e2"}[i%2], Host: host}
				return tx.EmitTo(ctx, e, to)
			}))
		}
		fine(t, st.Write(ctx, func(tx *store.Tx) error {
			claimed, err := tx.ClaimDeliveries(ctx, host, "lease", tx.Now.Add(time.Minute), 10)
			for _, d := range claimed {
				d.State, d.Attempts, d.LastClass = webhook.Failed, 1, webhook.Timeout
				if _, err := tx.FinishAttempt(ctx, d, webhook.Attempt{
					Company:    d.Company,
					DeliveryID: d.ID,
					N:          1,
					StartedAt:  tx.Now,
					Class:      webhook.Timeout,
				}); err != nil {
					return err
				}
			}
			return err
		}))
		const end = 1<<63 - 1
		shares, err := st.CountDeliveriesInSpan(ctx, "acme", webhook.Failed, "", 0, end, 100)
		if err != nil || len(shares) != 2 || shares[0].Count != 3 || shares[1].Count != 2 || shares[0].First.IsZero() {
			t.Fatal(shares, err)
		}
		if bounded, err := st.CountDeliveriesInSpan(ctx, "acme", webhook.Failed, "e1", 0, end, 2); err != nil ||
			len(bounded) != 1 || bounded[0].Count != 2 {
			t.Error(bounded, err)
		}
		first, err := st.DeliveriesInSpan(ctx, "acme", webhook.Failed, "", 0, end, 2)
		if err != nil || len(first) != 2 || first[0].Seq >= first[1].Seq {
			t.Fatal(first, err)
		}
		if rest, err := st.DeliveriesInSpan(ctx, "acme", webhook.Failed, "", first[1].Seq, end, 10); err != nil ||
			len(rest) != 3 {
			t.Error(rest, err)
		}
		mix, err := st.AttemptClasses(ctx, "acme", "e1", webhook.Failed, time.Unix(0, 0), 10)
		if err != nil || len(mix) != 1 || mix[0].Class != webhook.Timeout || mix[0].Count != 3 {
			t.Error(mix, err)
		}
		steps(t, st)
	})
}

// steps tries that of two that carry the same redelivery on, one alone is heard.
func steps(t *testing.T, st *store.Store) {
	t.Helper()
	ctx := t.Context()
	r := store.Redelivery{
		Company: "acme",
		ID:      "R1",
		Actor:   "cli",
		State:   webhook.Failed,
		Stage:   store.RedeliveryRunning,
		After:   5,
		Before:  100,
		Total:   9,
	}
	fine(t, st.Write(ctx, func(tx *store.Tx) error { return tx.InsertRedelivery(ctx, r) }))
	r.After, r.Done = 50, 4
	for _, want := range []bool{true, false} {
		fine(t, st.Write(ctx, func(tx *store.Tx) error {
			kept, err := tx.StepRedelivery(ctx, r, 5)
			if kept != want {
				t.Errorf("a step is kept: %t, want %t", kept, want)
			}
			return err
		}))
	}
	running, err := st.RunningRedeliveries(ctx, 5)
	if err != nil || len(running) != 1 || running[0].Done != 4 || running[0].After != 50 {
		t.Error(running, err)
	}
}

func fine(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
