package web

import (
	"bufio"
	"time"
)

// ByteRange is byteRange for tests.
func ByteRange(header string, size int64) (from, to int64, partial bool) {
	return byteRange(header, size)
}

// Upright is upright for tests.
func Upright(width, height, turned int) (view, place string) { return upright(width, height, turned) }

// Stream is stream for tests.
type Stream struct{ stream }

// NewStream makes a stream of a state.
func NewStream(out *bufio.Writer, allow func(time.Duration) bool, state func() ([]byte, error)) *Stream {
	return &Stream{stream{out: out, allow: allow, state: state}}
}

// Step is step for tests.
func (s *Stream) Step() bool { return s.step() }
