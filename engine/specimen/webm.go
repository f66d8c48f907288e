package specimen

import (
	"encoding/binary"
	"image"
	"math"
)

// WebM writes frames as a silent film that browsers play, each a key frame, shown at its own time. All have the size of
// the first.
func WebM(frames []Frame) []byte {
	if len(frames) == 0 {
		return nil
	}
	size := frames[0].Image.Rect.Size()
	last := frames[len(frames)-1].At
	each := 40
	if len(frames) > 1 {
		each = last / (len(frames) - 1)
	}
	info := element(0x1549a966,
		element(0x2ad7b1, number(1_000_000)), // times in milliseconds
		element(0x4489, binary.BigEndian.AppendUint64(nil, math.Float64bits(float64(last+each)))),
		element(0x4d80, []byte("specimen")), element(0x5741, []byte("specimen")))
	track := element(0x1654ae6b, element(0xae,
		element(0xd7, number(1)), element(0x73c5, number(1)), element(0x83, number(1)), element(0x9c, number(0)),
		element(0x86, []byte("V_VP8")),
		element(0x23e383, number(each*1_000_000)),
		element(0xe0, element(0xb0, number(size.X)), element(0xba, number(size.Y)))))
	body := append(info, track...)
	var cues []byte
	var shown *image.RGBA
	var coded []byte
	for _, f := range frames {
		if f.Image != shown { // a picture that stands is coded once
			shown, coded = f.Image, vp8(f.Image)
		}
		place := element(0xb7, element(0xf7, number(1)), element(0xf1, number(len(body))))
		cues = append(cues, element(0xbb, element(0xb3, number(f.At)), place)...)
		body = append(body,
			element(0x1f43b675, element(0xe7, number(f.At)), element(0xa3, []byte{0x81, 0, 0, 0x80}, coded))...)
	}
	body = append(body, element(0x1c53bb6b, cues)...)
	head := element(0x1a45dfa3, element(0x4286, number(1)), element(0x42f7, number(1)), element(0x42f2, number(4)),
		element(0x42f3, number(8)),
		element(0x4282, []byte("webm")), element(0x4287, number(2)), element(0x4285, number(2)))
	return append(head, element(0x18538067, body)...)
}

// element writes one element of EBML (RFC 8794): its name, its size in eight bytes, its parts.
func element(id int, parts ...[]byte) []byte {
	size := 0
	for _, p := range parts {
		size += len(p)
	}
	out := binary.BigEndian.AppendUint64(number(id), 1<<56|uint64(size))
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// number writes a number in as few bytes as it takes.
func number(v int) []byte {
	out := []byte{byte(v)}
	for v >>= 8; v > 0; v >>= 8 {
		out = append([]byte{byte(v)}, out...)
	}
	return out
}
