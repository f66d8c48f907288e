package dispatch_test

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"proofdesk/app/clock"
	"proofdesk/app/dispatch"
	"proofdesk/app/ids"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/webhook"
)

// BenchmarkDeliveries sends a backlog to a local HTTPS listener from a durable SQLite store.
func BenchmarkDeliveries(b *testing.B) {
	w, l := systemWorld(b)
	w.endpoint(l.URL, map[string]string{"Authorization": "Bearer x"})
	body := make([]byte, 4<<10)
	for i := 0; i < b.N; i += 500 {
		w.write(func(tx *store.Tx) error { return emitMany(b, tx, min(500, b.N-i), body) })
	}
	done := make(chan struct{}, 1024)
	w.worker.Observe = func(string, webhook.Attempt) { done <- struct{}{} }
	ctx, stop := context.WithCancel(b.Context())
	var running sync.WaitGroup
	b.ResetTimer()
	running.Go(func() { _ = w.worker.Run(ctx) })
	for range b.N {
		<-done
	}
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "deliveries/s")
	stop()
	running.Wait()
}

// BenchmarkFromDueToDelivered measures how long one delivery takes when they come in one after the other.
func BenchmarkFromDueToDelivered(b *testing.B) {
	w, l := systemWorld(b)
	w.endpoint(l.URL, nil)
	done := make(chan struct{}, 1024)
	w.worker.Observe = func(string, webhook.Attempt) { done <- struct{}{} }
	ctx, stop := context.WithCancel(b.Context())
	var running sync.WaitGroup
	running.Go(func() { _ = w.worker.Run(ctx) })
	var took []time.Duration
	body := make([]byte, 4<<10)
	b.ResetTimer()
	for range b.N {
		w.write(func(tx *store.Tx) error { return emitMany(b, tx, 1, body) })
		start := time.Now()
		w.worker.Nudge()
		<-done
		took = append(took, time.Since(start))
	}
	b.StopTimer()
	stop()
	running.Wait()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/1000, "p50-ms")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}

func systemWorld(b *testing.B) (*world, *listener) {
	b.Helper()
	l := listen(b, nil)
	l.forget = true
	st := storetest.SQLite(b, clock.System{})
	w := newWorld(b, nil, st, dispatch.Network{})
	w.worker = &dispatch.Worker{
		Store:   st,
		Keys:    w.keys,
		Clock:   clock.System{},
		Network: loopback(b, l),
		Log:     slog.New(slog.DiscardHandler),
	}
	if err := w.worker.Prepare(); err != nil {
		b.Fatal(err)
	}
	return w, l
}

func emitMany(b *testing.B, tx *store.Tx, n int, body []byte) error {
	for range n {
		e := webhook.Event{
			Company:    company,
			ID:         ids.ULID(tx.Now),
			JobID:      "job",
			Type:       webhook.EventTypes()[0],
			OccurredAt: tx.Now,
			Body:       body,
		}
		if err := storetest.Emit(b.Context(), tx, e, tx.Now); err != nil {
			return err
		}
	}
	return nil
}
