package video

import (
	"encoding/binary"
	"math/bits"
)

// The limits of a film. A recording of twenty seconds is about four megabytes and three thousand elements.
const (
	MaxBytes    = 64 << 20
	MaxElements = 100_000
	MaxPixels   = 4 << 20 // of one picture
)

// The names of elements that are looked into (RFC 9559, 5.1).
const (
	idHeader       = 0x1a45dfa3
	idDocType      = 0x4282
	idSegment      = 0x18538067
	idInfo         = 0x1549a966
	idScale        = 0x2ad7b1
	idTracks       = 0x1654ae6b
	idTrack        = 0xae
	idTrackNumber  = 0xd7
	idTrackType    = 0x83
	idCodec        = 0x86
	idEncodings    = 0x6d80
	idCluster      = 0x1f43b675
	idTimestamp    = 0xe7
	idSimpleBlock  = 0xa3
	idBlockGroup   = 0xa0
	idBlock        = 0xa1
	leastOfSegment = 1 << 24 // the names of a segment's parts have four bytes, those of a cluster's fewer
)

// element is one element of a file. Body is its content; where open, its size is not told, and the body is all that
// follows it in its parent.
type element struct {
	id   uint32
	body []byte
	open bool
}

// elements reads elements and counts them.
type elements struct{ left int }

// next returns the element that b begins with, and what follows it.
func (r *elements) next(b []byte) (e element, rest []byte, err error) {
	if r.left--; r.left < 0 {
		return e, nil, TooLarge
	}
	id, b, ok := vint(b, 4, true)
	if !ok {
		return e, nil, Damaged
	}
	e.id = uint32(id)
	size, b, ok := vint(b, 8, false)
	switch {
	case !ok:
		return e, nil, Damaged
	case size == unknown:
		e.body, e.open = b, true
		return e, nil, nil
	case size > uint64(len(b)):
		return e, nil, Damaged
	}
	e.body = b[:size]
	return e, b[size:], nil
}

// unknown is the size of an element that does not tell it.
const unknown = 1<<64 - 1

// vint reads a number of a length that its first bits tell (RFC 8794, 4), of at most so many bytes; marked keeps those
// bits, as names do. A number whose bits are all set is unknown.
func vint(b []byte, most int, marked bool) (v uint64, rest []byte, ok bool) {
	if len(b) == 0 {
		return 0, nil, false
	}
	n := bits.LeadingZeros8(b[0]) + 1
	if n > most || n > len(b) {
		return 0, nil, false
	}
	v = number(b[:n])
	mask := uint64(1)<<(7*n) - 1
	switch {
	case marked:
	case v&mask == mask:
		v = unknown
	default:
		v &= mask
	}
	return v, b[n:], true
}

// number reads a number of up to eight bytes; of more, the last eight.
func number(b []byte) uint64 {
	var whole [8]byte
	copy(whole[max(0, 8-len(b)):], b[max(0, len(b)-8):])
	return binary.BigEndian.Uint64(whole[:])
}
