// Package ids generates identifiers: UUIDv7 for jobs and documents, ULID for events, deliveries and requests, and the
// time-ordered integer by which lists are paged.
package ids

import (
	"crypto/rand"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/oklog/ulid/v2"
)

// UUID returns a new UUIDv7 (RFC 9562): time-ordered, lower case.
func UUID() string { return uuid.Must(uuid.NewV7()).String() }

// ParseUUID returns the canonical lower-case form of a hyphenated UUID, and whether s is one.
func ParseUUID(s string) (string, bool) {
	if len(s) != 36 {
		return "", false
	}
	u, err := uuid.Parse(s)
	if err != nil {
		return "", false
	}
	return u.String(), true
}

var ulids = struct {
	sync.Mutex
	entropy *ulid.MonotonicEntropy
}{entropy: ulid.Monotonic(rand.Reader, 0)}

// ULID returns a new ULID, monotonic within this process.
func ULID(now time.Time) string {
	ulids.Lock()
	defer ulids.Unlock()
	return ulid.MustNew(ulid.Timestamp(now), ulids.entropy).String()
}

// epoch is the time from which Seq counts; its 41 bits of milliseconds last until 2089.
var epoch = time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC).UnixMilli()

// Sequence generates 63-bit integers that grow with time: 41 bits of milliseconds, 8 of node, 14 of counter.
type Sequence struct {
	mu   sync.Mutex
	node int64
	last int64
}

// NewSequence returns a sequence for a node number (0-255).
func NewSequence(node uint8) *Sequence { return &Sequence{node: int64(node)} }

// Next returns the next number, larger than every one before it from this sequence.
func (s *Sequence) Next(now time.Time) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	ticks := (now.UnixMilli() - epoch) << 14
	if ticks <= s.last {
		ticks = s.last + 1
	}
	s.last = ticks
	return ticks>>14<<22 | s.node<<14 | ticks&(1<<14-1)
}

// FirstSeq returns the smallest number that a sequence generates at a time; 0 for times before the epoch.
func FirstSeq(at time.Time) int64 {
	return max(0, at.UnixMilli()-epoch) << 22
}
