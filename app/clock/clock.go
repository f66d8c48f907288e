// Package clock provides the current time through an interface, so that tests can control it. Loops that wait use
// package time directly and are tested with testing/synctest.
package clock

import (
	"sync"
	"time"
)

// Clock returns the current time.
type Clock interface {
	Now() time.Time
}

// System is the machine's clock in UTC, truncated to milliseconds like every stored time.
type System struct{}

// Now returns the current time.
func (System) Now() time.Time { return time.Now().UTC().Truncate(time.Millisecond) }

// Behind is the system's clock set back. It runs at the system's pace, and it can be set forward but never beyond the
// present.
type Behind struct {
	mu sync.Mutex
	by time.Duration
}

// NewBehind returns a clock that shows t, which must not be in the future.
func NewBehind(t time.Time) *Behind { return &Behind{by: max(0, System{}.Now().Sub(t))} }

// Now returns the time that the clock shows.
func (b *Behind) Now() time.Time {
	b.mu.Lock()
	defer b.mu.Unlock()
	return System{}.Now().Add(-b.by).Truncate(time.Millisecond)
}

// Forward sets the clock to t, or to the present where t is in the future. A clock that shows a later time already
// stays as it is.
func (b *Behind) Forward(t time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.by = min(b.by, max(0, System{}.Now().Sub(t)))
}

// Manual is a clock that changes only when it is advanced.
type Manual struct {
	mu  sync.Mutex
	now time.Time
}

// NewManual returns a clock that shows t.
func NewManual(t time.Time) *Manual { return &Manual{now: t.UTC().Truncate(time.Millisecond)} }

// Now returns the time that the clock shows.
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
