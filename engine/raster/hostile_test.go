package raster_test

import (
	"bytes"
	"encoding/binary"
	"image/color"
	"math/rand/v2"
	"testing"

	"proofdesk/engine/raster"
)

// solidWebP writes a lossless WebP of one colour (RFC 9649, 3.8): five prefix codes of one symbol each, so
// that the pixels themselves take no bits.
func solidWebP(w, h int, c color.RGBA) []byte {
	var bits uint64
	var n uint
	var body []byte
	put := func(v uint64, size uint) {
		bits |= v << n
		for n += size; n >= 8; n -= 8 {
			body = append(body, byte(bits))
			bits >>= 8
		}
	}
	put(0x2F, 8)
	put(uint64(w-1), 14)
	put(uint64(h-1), 14)
	put(0, 1+3) // no alpha, version 0
	put(0, 1+1+1)
	for _, symbol := range [5]uint8{c.G, c.R, c.B, 255, 0} {
		put(1, 1) // simple code
		put(0, 1) // of one symbol
		put(1, 1) // of eight bits
		put(uint64(symbol), 8)
	}
	put(0, 7)
	if len(body)%2 == 1 {
		body = append(body, 0)
	}
	out := binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(body)+12))
	out = binary.LittleEndian.AppendUint32(append(out, "WEBPVP8L"...), uint32(len(body)))
	return append(out, body...)
}

func TestAnyFlippedByteGivesAPictureOrANamedFault(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for _, good := range [][]byte{
		asJPEG(t, quarters(48, 32)), asPNG(t, quarters(48, 32)),
		withExif(asJPEG(t, noise(40, 40, 1)), 6, binary.BigEndian),
	} {
		for range 1500 {
			b := bytes.Clone(good)
			for range 1 + r.IntN(3) {
				b[r.IntN(len(b))] ^= byte(1 + r.IntN(255))
			}
			m, _, err := raster.Decode(b, raster.Limits{Side: 4000, Pixels: 1 << 20})
			if (m == nil) != (err != nil) || err != nil && code(err) == "" {
				t.Fatalf("picture %v, error %v", m != nil, err)
			}
		}
	}
}
