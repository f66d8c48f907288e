// Package slim writes a face cascade smaller for the device, and back. A leaf's vote, a float32 between -1 and 1 of
// which no compressor makes anything, becomes a multiple of 1/128; over the 468 trees the score moves by some
// hundredths, where faces score 8 and more. It deals with pigo's layout of the file only, not with detection.
package slim

import (
	"encoding/binary"
	"errors"
	"math"
)

// ErrLayout is returned for bytes that are no cascade.
var ErrLayout = errors.New("slim: not a cascade")

const (
	head  = 16  // eight bytes of version, then depth and number of trees
	steps = 128 // of a vote

	mostDepth = 12 // of a tree that is taken; more is no cascade of pigo's
	mostTrees = 1 << 14
)

// shape is how many bytes of comparisons and how many votes a tree has, and how many trees there are.
func shape(b []byte) (codes, votes, trees int, err error) {
	if len(b) < head {
		return 0, 0, 0, ErrLayout
	}
	depth, n := binary.LittleEndian.Uint32(b[8:]), binary.LittleEndian.Uint32(b[12:])
	if depth < 1 || depth > mostDepth || n < 1 || n > mostTrees {
		return 0, 0, 0, ErrLayout
	}
	votes = 1 << depth
	return 4*votes - 4, votes, int(n), nil
}

// Pack converts pigo's layout (per tree: comparisons, votes, threshold) to head, all comparisons, all thresholds and
// then the votes, a byte each. It returns ErrLayout for anything else.
func Pack(b []byte) ([]byte, error) {
	codes, votes, trees, err := shape(b)
	tree := codes + 4*votes + 4
	if err != nil || len(b) != head+trees*tree {
		return nil, ErrLayout
	}
	out := append([]byte(nil), b[:head]...)
	var thresholds, bytes []byte
	for at := head; at < len(b); at += tree {
		out = append(out, b[at:at+codes]...)
		for i := range votes {
			v := math.Round(steps * float64(math.Float32frombits(binary.LittleEndian.Uint32(b[at+codes+4*i:]))))
			if !(v >= math.MinInt8 && v <= math.MaxInt8) {
				return nil, ErrLayout
			}
			bytes = append(bytes, byte(int8(v)))
		}
		thresholds = append(thresholds, b[at+tree-4:at+tree]...)
	}
	return append(append(out, thresholds...), bytes...), nil
}

// Unpack converts what Pack returned back to pigo's layout. It returns ErrLayout for anything else.
func Unpack(b []byte) ([]byte, error) {
	codes, votes, trees, err := shape(b)
	if err != nil || len(b) != head+trees*(codes+4+votes) {
		return nil, ErrLayout
	}
	thresholds := b[head+trees*codes:]
	bytes := thresholds[4*trees:]
	out := append(make([]byte, 0, head+trees*(codes+4*votes+4)), b[:head]...)
	for t := range trees {
		out = append(out, b[head+t*codes:][:codes]...)
		for i := t * votes; i < (t+1)*votes; i++ {
			v := float32(int8(bytes[i])) / steps
			out = binary.LittleEndian.AppendUint32(out, math.Float32bits(v))
		}
		out = append(out, thresholds[4*t:4*t+4]...)
	}
	return out, nil
}
