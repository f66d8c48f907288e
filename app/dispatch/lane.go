package dispatch

import (
	"time"

	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

const (
	laneMin = 4
	laneMax = 32
	maxOpen = 4 // a lane holds at most this many times its limit in requests and results being written
)

// lane limits the requests to one host: how many run at once, growing while they succeed. The scheduler's mutex
// protects it.
type lane struct {
	breaker  store.HostBreaker
	limit    int
	inFlight int // requests running
	writing  int // answered, the result not yet durable
	streak   int // successes since the limit last changed
}

func newLane(host string) *lane {
	return &lane{breaker: store.HostBreaker{Host: host, Breaker: webhook.NewBreaker()}, limit: laneMin}
}

// room returns how many more requests may start now.
func (l *lane) room(now time.Time) int {
	if !l.breaker.Ready(now) {
		return 0
	}
	if l.breaker.State != webhook.Closed {
		return min(1, max(0, 1-l.inFlight))
	}
	return max(0, min(l.limit-l.inFlight, maxOpen*l.limit-l.inFlight-l.writing))
}

// answered counts a request as answered, with its result not yet written.
func (l *lane) answered(failed bool) {
	l.inFlight--
	l.writing++
	l.adjust(failed)
}

// adjust raises a lane's limit after every round of successes and halves it after a failure.
func (l *lane) adjust(failed bool) {
	if failed {
		l.limit, l.streak = max(laneMin, l.limit/2), 0
		return
	}
	if l.streak++; l.streak >= l.limit && l.limit < laneMax {
		l.limit, l.streak = min(laneMax, l.limit*2), 0
	}
}
