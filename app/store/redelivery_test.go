package store_test

import (
	"errors"
	"testing"
	"time"

	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

func TestAWindowOfDeliveriesIsCountedListedAndSteppedThrough(t *testing.T) {
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
				return errors.Join(tx.InsertJob(ctx, capturing(tx, e.JobID)), tx.EmitTo(ctx, e, to))
			}))
		}
		fine(t, st.Write(ctx, func(tx *store.Tx) error {
			claimed, err := tx.ClaimDeliveries(ctx, host, "lease", tx.Now.Add(time.Minute), 10)
			for _, d := range claimed {
				d.State, d.Attempts, d.LastClass = webhook.Failed, 1, webhook.Timeout
				if err := tx.FinishAttempt(ctx, d, webhook.Attempt{
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
		shares := must(st.CountDeliveriesInWindow(ctx, "acme", webhook.Failed, "", 0, end, 100))(t)
		same(t, "counts", countsOf(shares), []int{3, 2})
		same(t, "has a first", shares[0].First.IsZero(), false)
		bounded := must(st.CountDeliveriesInWindow(ctx, "acme", webhook.Failed, "e1", 0, end, 2))(t)
		same(t, "counts of one endpoint up to two", countsOf(bounded), []int{2})
		first := must(st.DeliveriesInWindow(ctx, "acme", webhook.Failed, "", 0, end, 2))(t)
		if len(first) != 2 || first[0].Seq >= first[1].Seq {
			t.Fatal(first)
		}
		rest := must(st.DeliveriesInWindow(ctx, "acme", webhook.Failed, "", first[1].Seq, end, 10))(t)
		same(t, "the rest", len(rest), 3)
		classes := must(st.AttemptClasses(ctx, "acme", "e1", webhook.Failed, time.Unix(0, 0), 10))(t)
		if len(classes) != 1 || classes[0].Class != webhook.Timeout || classes[0].Count != 3 {
			t.Error(classes)
		}
		steps(t, st)
	})
}

func countsOf(shares []store.EndpointShare) []int {
	var counts []int
	for _, s := range shares {
		counts = append(counts, s.Count)
	}
	return counts
}

// steps checks that of two nodes that take the same step of a redelivery, only one succeeds.
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
	step := func(tx *store.Tx) (bool, error) { return tx.StepRedelivery(ctx, r, 5) }
	same(t, "the first step is kept", written(t, st, step), true)
	same(t, "the same step again is kept", written(t, st, step), false)
	running := must(st.RunningRedeliveries(ctx, 5))(t)
	if len(running) != 1 || running[0].Done != 4 || running[0].After != 50 {
		t.Error(running)
	}
}

func fine(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
