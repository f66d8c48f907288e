package web

import (
	"bufio"
	"time"

	"proofdesk/views/finding"
)

// Parts is parts for tests.
func Parts(value string, others []string) []finding.Part { return parts(value, others) }

// Breakable is breakable for tests.
func Breakable(runs []finding.Part) []finding.Part { return breakable(runs) }

// Differ is differ for tests.
func Differ(a, b string) []finding.Part { return differ(a, b) }

// ByteRange is byteRange for tests.
func ByteRange(header string, size int64) (from, to int64, partial bool) {
	return byteRange(header, size)
}

// Upright is upright for tests.
func Upright(width, height, turned int) (view, place string) { return upright(width, height, turned) }

// CoverJSON is maskJSON for tests.
func CoverJSON(body []byte) ([]byte, error) { return maskJSON(body) }

// Stream is stream for tests.
type Stream struct{ stream }

// NewStream makes a stream of a state.
func NewStream(out *bufio.Writer, allow func(time.Duration) bool, state func() ([]byte, error)) *Stream {
	return &Stream{stream{out: out, allow: allow, state: state}}
}

// Step is step for tests.
func (s *Stream) Step() bool { return s.step() }
