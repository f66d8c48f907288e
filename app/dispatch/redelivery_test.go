package dispatch_test

import (
	"bytes"
	"testing"
	"time"

	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

func TestRedeliveryKeepsTheEventAndStartsTheDelaysAnew(t *testing.T) {
	onEach(t, status(204), func(w *world, l *listener) {
		w.endpoint(l.URL, nil)
		event := w.emit(1)[0]
		w.step()
		l.answers(status(404))
		w.redeliver(true)
		w.step()
		requests := l.requests()
		if len(requests) != 2 || requests[1].header.Get("Webhook-Id") != event.ID ||
			!bytes.Equal(requests[1].body, event.Body) {
			w.Fatalf("%+v", requests)
		}
		d := w.only()
		if d.State != webhook.Pending || d.Attempts != 2 || d.MaxAttempts != 11 || !d.FinishedAt.IsZero() {
			w.Errorf("%+v", d)
		}
		if wait := d.DueAt.Sub(w.clock.Now()); wait > 12*time.Second {
			w.Errorf("the first delay of a redelivery is %s", wait)
		}
		for range 9 {
			w.until(w.only().DueAt)
			w.step()
		}
		if d := w.only(); d.State != webhook.Failed || d.Attempts != 11 {
			w.Errorf("%+v", d)
		}
		l.answers(status(204))
		w.redeliver(true)
		w.step()
		if d := w.only(); d.State != webhook.Delivered || d.Attempts != 12 {
			w.Errorf("%+v", d)
		}
	})
}

func (w *world) redeliver(want bool) {
	w.Helper()
	id := w.only().ID
	w.write(func(tx *store.Tx) error {
		done, err := tx.Redeliver(w.Context(), company, id)
		if done != want {
			w.Errorf("redelivered: %v, want %v", done, want)
		}
		return err
	})
}

func TestARunningDeliveryIsNotRedelivered(t *testing.T) {
	onEach(t, status(204), func(w *world, l *listener) {
		e := w.endpoint(l.URL, nil)
		w.emit(1)
		w.claim(e.Host)
		w.redeliver(false)
		w.clock.Advance(3 * time.Minute)
		w.redeliver(true) // whoever held it is gone
		w.step()
		if len(l.requests()) != 1 || w.only().State != webhook.Delivered {
			w.Errorf("%+v", w.only())
		}
	})
}

func TestADeliveryWhoseEndpointWasRemovedIsNotRedelivered(t *testing.T) {
	onEach(t, status(503), func(w *world, l *listener) {
		e := w.endpoint(l.URL, nil)
		w.emit(1)
		w.write(func(tx *store.Tx) error { return tx.DeleteEndpoint(w.Context(), company, e.ID) })
		w.redeliver(false)
	})
}
