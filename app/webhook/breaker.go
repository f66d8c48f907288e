package webhook

import (
	"fmt"
	"time"
)

// BreakerState is the state of a breaker.
type BreakerState string

// The states of a breaker.
const (
	Closed   BreakerState = "closed"
	Open     BreakerState = "open"
	HalfOpen BreakerState = "half-open"
)

const (
	failuresInARow   = 5
	windowMinimum    = 10
	firstOpen        = 30 * time.Second
	longestOpen      = 15 * time.Minute
	successesToClose = 2
)

// Breaker is the circuit breaker of one host. It is a value without a clock: the caller passes the time. Counters of
// the last minute matter only while it is closed.
type Breaker struct {
	State     BreakerState  `json:"state"`
	InARow    int           `json:"inARow"`    // failures in a row while closed
	Successes int           `json:"successes"` // probes in a row that succeeded while half-open
	OpenFor   time.Duration `json:"openForNs"` // how long the current opening lasts
	ProbeAt   time.Time     `json:"probeAt"`   // when the next probe may be sent
	ChangedAt time.Time     `json:"changedAt"`
	Forced    bool          `json:"forced"` // opened manually: stays open until reset
	Reason    string        `json:"reason"`
	Failure   string        `json:"failure"`  // the error that opened it, until it closes; empty where none did
	FailedAt  time.Time     `json:"failedAt"` // when that was
	window    window
}

// window counts results by the second over the last minute.
type window [60]struct {
	second    int64
	sent, bad int
}

func (w *window) add(now time.Time, failed bool) {
	second := now.Unix()
	slot := &w[second%int64(len(w))]
	if slot.second != second {
		slot.second, slot.sent, slot.bad = second, 0, 0
	}
	slot.sent++
	if failed {
		slot.bad++
	}
}

func (w *window) counts(now time.Time) (sent, bad int) {
	for _, slot := range w {
		if now.Unix()-slot.second < int64(len(w)) {
			sent, bad = sent+slot.sent, bad+slot.bad
		}
	}
	return sent, bad
}

// NewBreaker returns a closed breaker.
func NewBreaker() Breaker { return Breaker{State: Closed} }

// Ready reports whether anything may be sent at a time: all while closed, one probe when its time has come, otherwise
// nothing.
func (b *Breaker) Ready(now time.Time) bool {
	return b.State == Closed || (!b.Forced && !now.Before(b.ProbeAt))
}

// Probe claims the right to send the one probe. While it runs, ProbeAt is the latest time at which it can end.
func (b *Breaker) Probe(now time.Time) bool {
	if b.State == Closed || !b.Ready(now) {
		return false
	}
	if b.State == Open {
		b.change(HalfOpen, now, "open period ended")
		b.Successes = 0
	}
	b.ProbeAt = now.Add(2 * EndpointTimeout)
	return true
}

// Record adds the result of an attempt and reports whether the state changed.
func (b *Breaker) Record(now time.Time, failed bool, reason string) bool {
	before := b.State
	switch b.State {
	case Closed:
		b.recordClosed(now, failed, reason)
	case HalfOpen:
		b.recordProbe(now, failed, reason)
	case Open: // a request that was running when it opened
	}
	return b.State != before
}

func (b *Breaker) recordClosed(now time.Time, failed bool, reason string) {
	b.window.add(now, failed)
	if !failed {
		b.InARow = 0
		return
	}
	b.InARow++
	sent, bad := b.window.counts(now)
	switch {
	case b.InARow >= failuresInARow:
		b.fail(now, firstOpen, reason, fmt.Sprintf("%d failures in a row, last: %s", b.InARow, reason))
	case sent >= windowMinimum && 2*bad >= sent:
		b.fail(now, firstOpen, reason, fmt.Sprintf("%d of %d failed within a minute, last: %s", bad, sent, reason))
	}
}

func (b *Breaker) recordProbe(now time.Time, failed bool, reason string) {
	if failed {
		b.fail(now, min(2*b.OpenFor, longestOpen), reason, "the probe failed: "+reason)
		return
	}
	b.Successes++
	b.ProbeAt = now
	if b.Successes >= successesToClose {
		b.change(Closed, now, fmt.Sprintf("%d probes succeeded", b.Successes))
		b.InARow, b.OpenFor, b.window = 0, 0, window{}
		b.forget()
	}
}

// fail opens the breaker because of an error.
func (b *Breaker) fail(now time.Time, length time.Duration, failure, reason string) {
	b.open(now, length, reason)
	b.Failure, b.FailedAt = failure, now
}

func (b *Breaker) forget() { b.Failure, b.FailedAt = "", time.Time{} }

func (b *Breaker) open(now time.Time, length time.Duration, reason string) {
	b.change(Open, now, reason)
	b.OpenFor, b.ProbeAt, b.window = length, now.Add(length), window{}
}

func (b *Breaker) change(to BreakerState, now time.Time, reason string) {
	b.State, b.ChangedAt, b.Reason = to, now, reason
}

// ForceOpen opens the breaker until Reset.
func (b *Breaker) ForceOpen(now time.Time, reason string) {
	b.open(now, longestOpen, reason)
	b.Forced = true
	b.forget()
}

// Reset closes the breaker.
func (b *Breaker) Reset(now time.Time, reason string) {
	b.change(Closed, now, reason)
	b.Forced, b.InARow, b.OpenFor, b.Successes, b.window = false, 0, 0, 0, window{}
	b.forget()
}
