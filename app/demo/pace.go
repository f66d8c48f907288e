package demo

import (
	"slices"
	"time"
)

// pace chooses which applicants come, so that the past takes no longer than it may.
type pace struct {
	progress
	within time.Duration // in which the applicants come; 0 for as long as it takes
	passed int           // pairs that did not come, one after the other
}

// Longest is how long a demo that somebody looks at takes for its past at most.
const Longest = 3 * time.Minute

// paced is the share of the time that the past takes at most, in percent, in which the applicants come. What is due
// after the last of them has the rest.
const paced = 83

// mostPassed is how many pairs, one after the other, do not come where the past is late.
const mostPassed = 4

// newPace returns the pace of a past. The first pair comes in any case: it may have come in part before a stop.
func newPace(p progress, within time.Duration) *pace {
	return &pace{progress: p, within: within, passed: mostPassed}
}

// comes reports whether a pair of applicants comes once the past has taken some time. Where that is more than its share
// of the time that it may take, a pair does not come, unless the past needs it or has passed over others before it.
// Once the whole time is over, only those come whom the past needs.
func (p *pace) comes(come []arrival, spent time.Duration) bool {
	share := float64(come[0].at.Sub(p.From)) / float64(p.Until.Sub(p.From))
	late := p.within > 0 && float64(spent) > share*float64(p.within)
	needed := slices.ContainsFunc(come, func(a arrival) bool { return a.needed })
	if late && !needed && (p.passed < mostPassed || spent > p.within) {
		p.passed++
		return false
	}
	p.passed = 0
	return true
}
