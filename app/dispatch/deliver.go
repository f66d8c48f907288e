package dispatch

import (
	"context"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// retryDelay is how long a delivery waits after it could not be sent because of an error in this program.
const retryDelay = time.Minute

// deliver makes one attempt at a claimed delivery and writes the result.
func (w *Worker) deliver(ctx context.Context, d webhook.Delivery) {
	l, ok := w.prepare(ctx, d)
	if !ok {
		w.releaseProbe(d.Host)
		w.change(d.Host, func(l *lane) { l.inFlight-- })
		return
	}
	result, ok := w.send(ctx, l)
	if !ok {
		w.postpone(d, nil)
		w.releaseProbe(d.Host)
		w.change(d.Host, func(l *lane) { l.inFlight-- })
		return
	}
	a := result.attempt
	w.record(ctx, d.Host, a)
	w.change(d.Host, func(l *lane) { l.answered(a.Class.AgainstHost()) })
	w.finish(settle(d, a, result.retryAfter, w.Clock.Now()), a, l.endpoint.URL)
	w.change(d.Host, func(l *lane) { l.writing-- })
}

// change changes a lane, which may free a slot in it.
func (w *Worker) change(host string, fn func(*lane)) {
	w.mu.Lock()
	fn(w.lane(host))
	w.mu.Unlock()
	w.Nudge()
}

// prepare returns what an attempt needs. Where it returns false, it has written the delivery's new state already.
func (w *Worker) prepare(ctx context.Context, d webhook.Delivery) (outbound, bool) {
	if w.Clock.Now().After(d.ExpiresAt) {
		w.giveUp(d, tooLate)
		return outbound{}, false
	}
	l, err := w.outbound(ctx, d)
	switch {
	case ctx.Err() != nil:
		w.postpone(d, nil)
	case fault.Is(err, fault.NotFound):
		w.giveUp(d, noLonger)
	case err != nil:
		w.postpone(d, err)
	case l.endpoint.State == webhook.EndpointPaused:
		w.write("pause delivery failed", d,
			func(ctx context.Context, tx *store.Tx) error { return tx.ParkDelivery(ctx, d) })
	default:
		return l, true
	}
	return outbound{}, false
}

// settle returns a delivery with the result of an attempt applied.
func settle(d webhook.Delivery, a webhook.Attempt, retryAfter time.Duration, now time.Time) webhook.Delivery {
	d.Attempts++
	d.LastClass, d.LastStatus, d.LastError = a.Class, a.Status, a.Error
	switch {
	case a.Class == webhook.Success:
		d.State, d.FinishedAt = webhook.Delivered, now
	case a.Class == webhook.Gone:
		d.State = webhook.Paused
	case d.Attempts >= d.MaxAttempts:
		d.State, d.FinishedAt = webhook.Failed, now
	default:
		round := d.Attempts - (d.MaxAttempts - webhook.MaxAttempts) // a redelivery starts with the first delay again
		d.DueAt = now.Add(max(webhook.Delay(max(round, 1), random()), retryAfter))
	}
	return d
}

// finish writes the attempt at an address, and pauses an endpoint that answered 410 Gone there.
func (w *Worker) finish(d webhook.Delivery, a webhook.Attempt, address string) {
	kept := w.write("record attempt failed", d, func(ctx context.Context, tx *store.Tx) error {
		if a.Class == webhook.Gone {
			return tx.FinishGone(ctx, d, a, address, endpointGone)
		}
		return tx.FinishAttempt(ctx, d, a)
	})
	if !kept {
		return
	}
	w.Log.Info("attempt", "delivery", d.ID, "event", d.EventID, "host", d.Host, "n", a.N, "class", a.Class, "status",
		a.Status,
		"ms", a.Latency.Milliseconds(), "state", d.State)
	if w.Observe != nil {
		w.Observe(d.Host, a)
	}
}

const (
	writeTries = 6
	writePause = 50 * time.Millisecond
)

// write writes a delivery's new state, even while the program stops. A busy database is tried again; if that keeps
// failing, the lease expires and the delivery is attempted again.
func (w *Worker) write(failure string, d webhook.Delivery, fn func(context.Context, *store.Tx) error) bool {
	ctx := context.Background()
	var err error
	for try := range writeTries {
		err = w.Store.Write(ctx, func(tx *store.Tx) error { return fn(ctx, tx) })
		if !fault.Is(err, fault.Unavailable) || try == writeTries-1 {
			break
		}
		<-time.After(writePause << try)
	}
	if err != nil {
		w.Log.Error(failure, "delivery", d.ID, "error", err)
	}
	return err == nil
}

// record reports the result of an attempt to the host's breaker and writes a change of its state.
func (w *Worker) record(ctx context.Context, host string, a webhook.Attempt) {
	w.mu.Lock()
	l := w.lane(host)
	from := l.breaker.State
	l.breaker.Record(w.Clock.Now(), a.Class.AgainstHost(), webhook.FailureText(a.Error, a.Status))
	b := l.breaker
	if from == webhook.HalfOpen && b.State == webhook.Closed {
		l.limit, l.streak = laneMin, 0 // ramps up again
	}
	w.mu.Unlock()
	if from == b.State && from != webhook.HalfOpen {
		return
	}
	if _, err := w.keepBreaker(context.WithoutCancel(ctx), b, from); err != nil {
		w.Log.Error("write breaker failed", "host", host, "error", err)
	}
}

// releaseProbe lets another delivery be the probe where the chosen one was not sent.
func (w *Worker) releaseProbe(host string) {
	w.mu.Lock()
	b := w.lane(host).breaker
	w.mu.Unlock()
	if b.State != webhook.HalfOpen {
		return
	}
	b.ProbeAt = w.Clock.Now()
	if _, err := w.keepBreaker(context.Background(), b, b.State); err != nil {
		w.Log.Error("write breaker failed", "host", host, "error", err)
	}
}

// postpone puts a delivery back that was not sent, without counting an attempt.
func (w *Worker) postpone(d webhook.Delivery, why error) {
	due, text := w.Clock.Now(), ""
	if why != nil {
		due, text = due.Add(retryDelay), notPrepared
		w.Log.Error("delivery postponed", "delivery", d.ID, "error", why)
	}
	w.write("postpone delivery failed", d, func(ctx context.Context, tx *store.Tx) error {
		return tx.ReleaseDelivery(ctx, d.Company, d.ID, d.Lease, due, text)
	})
}

// Why a delivery or an endpoint is in its state, as the console shows it.
const (
	tooLate      = "given up: it could not be tried in time"
	noLonger     = "given up: the endpoint or the event is no longer there"
	notPrepared  = "not sent yet: Proofdesk could not prepare it and will try again"
	endpointGone = "the endpoint answered 410 Gone"
)

// giveUp ends a delivery that can no longer be attempted.
func (w *Worker) giveUp(d webhook.Delivery, why string) {
	now := w.Clock.Now()
	a := webhook.Attempt{
		Company:    d.Company,
		DeliveryID: d.ID,
		N:          d.Attempts + 1,
		StartedAt:  now,
		Class:      webhook.Expired,
		Error:      why,
	}
	d.State, d.FinishedAt, d.LastClass, d.LastError = webhook.Failed, now, a.Class, a.Error
	w.finish(d, a, "")
}
