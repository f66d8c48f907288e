package store_test

import (
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

func TestAnEndpointGetsNoEventsFromBeforeItExisted(t *testing.T) {
	now := clock.NewManual(queueTime)
	storetest.EachAt(t, now, func(t *testing.T, st *store.Store) {
		job := addJob(t, st, "acme")
		write(t, st, func(tx *store.Tx) error {
			return tx.InsertEndpoint(t.Context(), webhook.Endpoint{
				Company: "acme",
				ID:      "ep",
				URL:     "https://a.test/",
				Host:    "https://a.test:443",
				Events:  []onboarding.EventType{onboarding.ApplicationDecision},
				State:   webhook.EndpointActive,
			})
		})
		ages := map[string]time.Duration{"old": 24 * time.Hour, "new": 0, "by another clock": time.Second}
		for id, ago := range ages {
			write(t, st, func(tx *store.Tx) error {
				return tx.EmitEvent(t.Context(), webhook.Event{
					Company:    "acme",
					ID:         id,
					JobID:      job.ID,
					Type:       onboarding.ApplicationDecision,
					OccurredAt: tx.Now.Add(-ago),
					Body:       []byte("{}"),
				}, tx.Now)
			})
		}
		sent := must(st.DeliveriesOfJob(t.Context(), "acme", job.ID))(t)
		if len(sent) != 2 || sent[0].EventID == "old" || sent[1].EventID == "old" {
			t.Errorf("%+v, want the events from when the endpoint existed", sent)
		}
	})
}
