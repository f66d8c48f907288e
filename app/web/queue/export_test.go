package queue

import (
	"bufio"
	"time"
)

// Stream is stream for tests.
type Stream struct{ stream }

// NewStream makes a stream of a state.
func NewStream(out *bufio.Writer, allow func(time.Duration) bool, state func() ([]byte, error)) *Stream {
	return &Stream{stream{out: out, allow: allow, state: state}}
}

// Step is step for tests.
func (s *Stream) Step() bool { return s.step() }
