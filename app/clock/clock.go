// Package clock is the current time as a value that tests can hold still. Loops that wait use package time directly and
// are tested with testing/synctest.
package clock

import (
	"sync"
	"time"
)

// Clock tells the current time.
type Clock interface {
	Now() time.Time
}

// System is the machine's clock in UTC, cut to milliseconds, as everything that is stored is.
type System struct{}

// Now returns the current time.
func (System) Now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

// Manual is a clock that moves only when told.
type Manual struct {
	mu  sync.Mutex
	now time.Time
}

// NewManual makes a clock that stands at t.
func NewManual(t time.Time) *Manual { return &Manual{now: t.UTC().Truncate(time.Millisecond)} }

// Now returns the time at which the clock stands.
func (m *Manual) Now() time.Time {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.now
}

// Advance moves the clock by d.
func (m *Manual) Advance(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now = m.now.Add(d)
}
