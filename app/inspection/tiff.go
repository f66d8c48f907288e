package inspection

import (
	"encoding/binary"
	"image"
)

// pages encodes grey pictures as one TIFF file with one page each, without compression, at 300 dots per inch (TIFF 6.0,
// section 4).
func pages(pictures []*image.Gray) []byte {
	order := binary.LittleEndian
	b := []byte("II*\x00\x00\x00\x00\x00")
	link := 4 // where the offset of the next directory is written
	for _, p := range pictures {
		w, h := p.Rect.Dx(), p.Rect.Dy()
		at := len(b)
		for y := range h {
			b = append(b, p.Pix[y*p.Stride:y*p.Stride+w]...)
		}
		if len(b)%2 == 1 {
			b = append(b, 0)
		}
		dots := len(b)
		b = order.AppendUint32(order.AppendUint32(b, 300), 1)
		order.PutUint32(b[link:], uint32(len(b)))
		b, link = directory(b, w, h, at, dots)
	}
	return b
}

// types of directory entries.
const (
	short    = 3
	long     = 4
	rational = 5
)

// directory appends a page's directory and returns where the offset of the next one is written.
func directory(b []byte, w, h, pixels, dots int) (file []byte, link int) {
	order := binary.LittleEndian
	entries := [][3]int{
		{256, long, w},
		{257, long, h},
		{258, short, 8},
		{259, short, 1},
		{262, short, 1},
		{273, long, pixels},
		{277, short, 1},
		{278, long, h},
		{279, long, w * h},
		{282, rational, dots},
		{283, rational, dots},
		{296, short, 2},
	}
	b = order.AppendUint16(b, uint16(len(entries)))
	for _, e := range entries {
		b = order.AppendUint16(order.AppendUint16(b, uint16(e[0])), uint16(e[1]))
		b = order.AppendUint32(order.AppendUint32(b, 1), uint32(e[2]))
	}
	return append(b, 0, 0, 0, 0), len(b)
}
