package dispatch

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// postponement is how long a delivery waits that could not be tried for a reason of ours.
const postponement = time.Minute

// deliver makes one attempt at a claimed delivery and writes what came of it.
func (w *Worker) deliver(ctx context.Context, d webhook.Delivery) {
	failed, counted := false, false
	defer func() {
		w.mu.Lock()
		l := w.lane(d.Host)
		l.inFlight--
		if counted {
			l.adjust(failed)
		}
		w.mu.Unlock()
		w.Nudge()
	}()
	l, err := w.letter(ctx, d)
	if err != nil {
		w.postpone(ctx, d, err)
		return
	}
	if w.Clock.Now().After(d.ExpiresAt) {
		w.expire(ctx, d)
		return
	}
	result, sent := w.send(ctx, l)
	if !sent {
		w.postpone(context.WithoutCancel(ctx), d, nil)
		return
	}
	a := result.attempt
	failed, counted = a.Class.AgainstHost(), true
	w.record(ctx, d.Host, a)
	w.finish(context.WithoutCancel(ctx), settle(d, a, result.retryAfter, w.Clock.Now()), a)
}

// letter gathers what an attempt needs. What is missing is a reason of ours, never the receiver's.
func (w *Worker) letter(ctx context.Context, d webhook.Delivery) (letter, error) {
	l := letter{delivery: d}
	var err error
	if l.endpoint, err = w.Store.Endpoint(ctx, d.Company, d.EndpointID); err != nil {
		return l, err
	}
	if l.event, err = w.Store.Event(ctx, d.Company, d.EventID); err != nil {
		return l, err
	}
	if _, _, err := webhook.ParseURL(l.endpoint.URL); err != nil {
		return l, err
	}
	if len(l.endpoint.SealedHeaders) > 0 {
		plain, err := w.Keys.Open(ctx, d.Company, l.endpoint.SealedHeaders, webhook.HeadersContext(d.EndpointID))
		if err != nil {
			return l, err
		}
		if err := json.Unmarshal(plain, &l.headers); err != nil {
			return l, err
		}
	}
	return l, w.signingKey(ctx, &l)
}

func (w *Worker) signingKey(ctx context.Context, l *letter) error {
	keys, err := w.Store.EndpointKeys(ctx, l.delivery.Company, l.endpoint.ID)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if key.State != webhook.KeyActive {
			continue
		}
		secret, err := w.Keys.Open(ctx, key.Company, key.SealedSecret, webhook.SecretContext(key.EndpointID, key.KID))
		l.kid, l.secret = key.KID, string(secret)
		return err
	}
	return fault.New(fault.Conflict, "the endpoint has no active key")
}

// settle works out what an attempt means for its delivery.
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
		round := d.Attempts - (d.MaxAttempts - webhook.MaxAttempts) // a redelivery starts again from the first delay
		d.DueAt = now.Add(max(webhook.Delay(max(round, 1), random()), retryAfter))
	}
	return d
}

// finish writes the attempt, and pauses an endpoint that is gone.
func (w *Worker) finish(ctx context.Context, d webhook.Delivery, a webhook.Attempt) {
	err := w.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.FinishAttempt(ctx, d, a); err != nil {
			return err
		}
		if a.Class == webhook.Gone {
			return tx.PauseEndpoint(ctx, d.Company, d.EndpointID, "the listener answered 410 Gone")
		}
		return nil
	})
	if err != nil {
		w.Log.Error("attempt not kept", "delivery", d.ID, "error", err)
		return
	}
	w.Log.Info("attempt", "delivery", d.ID, "event", d.EventID, "host", d.Host, "n", a.N, "class", a.Class, "status", a.Status,
		"ms", a.Latency.Milliseconds(), "state", d.State)
	if w.Observe != nil {
		w.Observe(d.Host, a)
	}
}

// record tells the host's breaker how an attempt ended; a change of state is kept.
func (w *Worker) record(ctx context.Context, host string, a webhook.Attempt) {
	w.mu.Lock()
	l := w.lane(host)
	from := l.breaker.State
	reason := a.Error
	if reason == "" {
		reason = "status " + strconv.Itoa(a.Status)
	}
	l.breaker.Record(w.Clock.Now(), a.Class.AgainstHost(), reason)
	b := l.breaker
	if from == webhook.HalfOpen && b.State == webhook.Closed {
		l.limit, l.streak = laneMin, 0 // ramps up again
	}
	w.mu.Unlock()
	if from == b.State && from != webhook.HalfOpen {
		return
	}
	if _, err := w.keepBreaker(context.WithoutCancel(ctx), b, from); err != nil {
		w.Log.Error("breaker not kept", "host", host, "error", err)
	}
}

// postpone gives a delivery back that was not sent, without counting an attempt.
func (w *Worker) postpone(ctx context.Context, d webhook.Delivery, why error) {
	due := w.Clock.Now()
	if why != nil {
		due = due.Add(postponement)
		if !errors.Is(why, context.Canceled) {
			w.Log.Error("delivery postponed", "delivery", d.ID, "error", why)
		}
	}
	err := w.Store.Write(context.WithoutCancel(ctx), func(tx *store.Tx) error {
		return tx.ReleaseDelivery(context.WithoutCancel(ctx), d.Company, d.ID, d.Lease, due)
	})
	if err != nil {
		w.Log.Error("delivery not given back", "delivery", d.ID, "error", err)
	}
}

// expire ends a delivery whose time has run out.
func (w *Worker) expire(ctx context.Context, d webhook.Delivery) {
	now := w.Clock.Now()
	a := webhook.Attempt{Company: d.Company, DeliveryID: d.ID, N: d.Attempts + 1, StartedAt: now, Class: webhook.Expired, Error: "given up: it could not be tried in time"}
	d.State, d.FinishedAt, d.LastClass, d.LastError = webhook.Failed, now, a.Class, a.Error
	w.finish(ctx, d, a)
}
