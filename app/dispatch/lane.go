package dispatch

import (
	"time"

	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

const (
	laneMin = 4
	laneMax = 32
	maxOpen = 4 // so many times its limit a lane may hold in requests and results that are being written
)

// lane is one host's share of the sender: so many requests at once, growing while they go well. It belongs to the
// scheduler's mutex.
type lane struct {
	breaker  store.HostBreaker
	limit    int
	inFlight int // requests under way
	writing  int // answered, the result not yet durable
	streak   int // successes since the limit last changed
}

func newLane(host string) *lane {
	return &lane{breaker: store.HostBreaker{Host: host, Breaker: webhook.NewBreaker()}, limit: laneMin}
}

// room reports how many more requests may start now.
func (l *lane) room(now time.Time) int {
	if !l.breaker.Ready(now) {
		return 0
	}
	if l.breaker.State != webhook.Closed {
		return min(1, max(0, 1-l.inFlight))
	}
	return max(0, min(l.limit-l.inFlight, maxOpen*l.limit-l.inFlight-l.writing))
}

// answered takes a request for one whose answer is in, but not yet written.
func (l *lane) answered(failed bool) {
	l.inFlight--
	l.writing++
	l.adjust(failed)
}

// adjust lets a lane grow with every round of successes and halves it at a failure.
func (l *lane) adjust(failed bool) {
	if failed {
		l.limit, l.streak = max(laneMin, l.limit/2), 0
		return
	}
	if l.streak++; l.streak >= l.limit && l.limit < laneMax {
		l.limit, l.streak = min(laneMax, l.limit*2), 0
	}
}
