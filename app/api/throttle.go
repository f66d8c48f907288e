package api

import (
	"sync"
	"time"

	"proofdesk/app/fault"
)

// Rate is how many calls per second are accepted in the long run, and how many at once.
type Rate struct {
	PerSecond float64
	Burst     float64
}

// DefaultRate stops a caller that has run wild. It is far more than a node needs to serve in normal operation.
var DefaultRate = Rate{PerSecond: 10_000, Burst: 20_000}

// DefaultMediaRate lets many devices behind one address load all images and fonts of their presets at once.
var DefaultMediaRate = Rate{PerSecond: 200, Burst: 4_000}

// DefaultLinkRate is for one applicant's browser, and for one address of applicants who open links.
var DefaultLinkRate = Rate{PerSecond: 20, Burst: 200}

// DefaultMoveRate is for one capture link, ten times a minute: each time is in the audit trail for ever. The page moves
// a link when it is opened inside another app.
var DefaultMoveRate = Rate{PerSecond: 1. / 6, Burst: 10}

// DefaultPageRate is for the jobs, sessions and links that one network opens with tokens of a client with origins,
// which anybody can take out of a page: a job is in the audit trail for ever. Many applicants may share an address of
// their mobile carrier.
var DefaultPageRate = Rate{PerSecond: 1, Burst: 300}

func (r Rate) or(other Rate) Rate {
	if r.PerSecond <= 0 || r.Burst < 1 {
		return other
	}
	return r
}

// throttle is a token bucket per caller.
type throttle struct {
	rate    Rate
	mu      sync.Mutex
	buckets map[string]*bucket
}

type bucket struct {
	tokens float64
	at     time.Time
}

// maxBuckets is the number of buckets at which full ones, which hold no state, are dropped.
const maxBuckets = 4096

// take takes one token from who's bucket; where it is empty, the fault holds the time to wait.
func (t *throttle) take(who string) error { return t.draw(who, 1) }

// check returns the fault of take and takes nothing.
func (t *throttle) check(who string) error { return t.draw(who, 0) }

// draw takes tokens from a bucket that is not empty.
func (t *throttle) draw(who string, tokens float64) error {
	now := time.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	b := t.bucket(who, now)
	b.tokens = min(t.rate.Burst, b.tokens+now.Sub(b.at).Seconds()*t.rate.PerSecond)
	b.at = now
	if b.tokens >= 1 {
		b.tokens -= tokens
		return nil
	}
	wait := time.Duration((1 - b.tokens) / t.rate.PerSecond * float64(time.Second))
	return &fault.Error{Code: fault.Throttled, Message: "too many requests", RetryAfter: max(wait, time.Second)}
}

func (t *throttle) bucket(who string, now time.Time) *bucket {
	if b, ok := t.buckets[who]; ok {
		return b
	}
	if t.buckets == nil {
		t.buckets = map[string]*bucket{}
	}
	if len(t.buckets) >= maxBuckets {
		for name, b := range t.buckets {
			if b.tokens+now.Sub(b.at).Seconds()*t.rate.PerSecond >= t.rate.Burst {
				delete(t.buckets, name)
			}
		}
	}
	b := &bucket{tokens: t.rate.Burst, at: now}
	t.buckets[who] = b
	return b
}
