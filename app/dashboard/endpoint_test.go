package dashboard_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"proofdesk/app/dashboard"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

func (w *world) days(at time.Time) map[string]dashboard.Day {
	w.Helper()
	days, err := (&dashboard.Reader{Store: w.store}).Endpoints(w.Context(), "acme", at)
	if err != nil {
		w.Fatal(err)
	}
	return days
}

func TestTheDayOfAnEndpointEndsWithTheRunningHour(t *testing.T) {
	each(t, func(w *world) {
		w.write(func(ctx context.Context, tx *store.Tx) error {
			var facts []store.Rollup
			for hour := range int64(26) {
				facts = append(facts, store.Rollup{
					Company: "acme",
					Metric:  "endpoint",
					Hour:    store.HourOf(noon) - hour,
					Label:   "e1\x1fdelivered",
					Count:   hour + 1,
				})
			}
			facts = append(facts, store.Rollup{
				Company: "globex",
				Metric:  "endpoint",
				Hour:    store.HourOf(noon),
				Label:   "e9\x1ffailed",
				Count:   1,
			})
			return tx.AddRollups(ctx, facts)
		})
		days := w.days(noon.Add(59 * time.Minute))
		day := days["e1"]
		if len(days) != 1 || day[0].Delivered != 24 || day[23].Delivered != 1 {
			t.Errorf("%v", days)
		}
	})
}

// trial has an event of a sandbox client's job wait to be delivered.
func (w *world) trial() {
	w.Helper()
	w.client = "trial"
	w.write(func(ctx context.Context, tx *store.Tx) error {
		return tx.InsertClient(ctx, store.Client{
			ID:         "trial",
			Company:    "acme",
			Name:       "Trial run",
			SecretHash: "x",
			Sandbox:    true,
		})
	})
	job := w.job(onboarding.Approved)
	w.endpoint()
	w.write(func(ctx context.Context, tx *store.Tx) error {
		return tx.EmitEvent(ctx, webhook.Event{
			Company:    "acme",
			ID:         ids.ULID(tx.Now),
			JobID:      job.ID,
			Type:       onboarding.ApplicationDecision,
			OccurredAt: tx.Now,
			Body:       []byte("{}"),
		}, tx.Now)
	})
}

func TestADeliveryOfASandboxClientIsInNoDayOfAnEndpoint(t *testing.T) {
	each(t, func(w *world) {
		w.trial()
		w.write(func(ctx context.Context, tx *store.Tx) error {
			due, err := tx.ClaimDeliveries(ctx, host, "lease", tx.Now.Add(time.Minute), 5)
			if err != nil || len(due) != 1 {
				t.Fatalf("%d due, %v", len(due), err)
			}
			d := due[0]
			d.State, d.Attempts, d.LastClass, d.FinishedAt = webhook.Failed, 1, webhook.Timeout, tx.Now
			a := webhook.Attempt{Company: "acme", DeliveryID: d.ID, N: 1, StartedAt: tx.Now}
			return tx.FinishAttempt(ctx, d, a)
		})
		if n := w.fold(w.folder()); n != 4 { // a submission, a decision, an attempt, a delivery
			t.Errorf("%d rows were folded, want 4", n)
		}
		if days := w.days(noon); len(days) != 0 {
			t.Errorf("%v", days)
		}
		b := w.board()
		timed := slices.ContainsFunc(b.Latency, func(one dashboard.Times) bool { return one.Count != 0 })
		made := slices.ContainsFunc(b.Attempts, func(one dashboard.AttemptCount) bool {
			return one.Success != 0 || len(one.Failed) > 0
		})
		if b.Headline.Failed != 0 || timed || made {
			t.Errorf("%d failed, timed %t, attempts %v", b.Headline.Failed, timed, b.Attempts)
		}
	})
}

func TestAHeldDeliveryOfASandboxClientMakesItsHostNoTrouble(t *testing.T) {
	each(t, func(w *world) {
		w.trial()
		w.write(func(ctx context.Context, tx *store.Tx) error {
			b, err := tx.LockBreaker(ctx, host)
			if err != nil {
				return err
			}
			for range 5 {
				b.Record(tx.Now, true, "server error")
			}
			_, err = tx.PutBreaker(ctx, b, webhook.Closed)
			return err
		})
		if b := w.board(); b.Headline.Open != 1 || b.Headline.Worst != "" {
			t.Errorf("%d hosts are on hold, the worst is %q", b.Headline.Open, b.Headline.Worst)
		}
	})
}

// What a release counted before is there without the deliveries of endpoints, which are not counted where all are of
// sandbox clients.
func TestDeliveriesOfSandboxClientsAloneLeaveNoHourUncounted(t *testing.T) {
	each(t, func(w *world) {
		w.write(func(ctx context.Context, tx *store.Tx) error {
			return tx.AddRollups(ctx, []store.Rollup{
				{Company: "acme", Metric: "delivery", Hour: store.HourOf(noon) - 1, Label: "delivered", Count: 5},
			})
		})
		since, err := (&dashboard.Reader{Store: w.store}).EndpointsSince(t.Context(), "acme", noon)
		if err != nil || !since.IsZero() {
			t.Errorf("counted since %s, %v", since, err)
		}
	})
}
