package queue

import "bufio"

// Stream is stream for tests.
type Stream struct{ stream }

// NewStream makes a stream of a state.
func NewStream(out *bufio.Writer, state func() ([]byte, error)) *Stream {
	return &Stream{stream{out: out, state: state}}
}

// Step is step for tests.
func (s *Stream) Step() error { return s.step() }
