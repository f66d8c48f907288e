package raster

import "image"

// DownscaleGray reduces a picture to w × h by area averaging: every source pixel counts by the share of it
// that falls on the result's pixel. Where a side of the result is not smaller it resizes bilinearly instead.
func DownscaleGray(src *image.Gray, w, h int) *image.Gray {
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	if w <= 0 || h <= 0 || sw <= 0 || sh <= 0 {
		return image.NewGray(image.Rectangle{})
	}
	if w >= sw || h >= sh {
		return ResizeGray(src, w, h)
	}
	dst := image.NewGray(image.Rect(0, 0, w, h))
	cols := spans(sw, w)
	acc := make([]uint32, sw)
	for y, r := range spans(sh, h) {
		clear(acc)
		r.addRows(acc, src.Pix, src.Stride, sw)
		out := dst.Pix[y*dst.Stride:][:w]
		for x := range out {
			c := &cols[x]
			out[x] = byte((c.sum(acc) + c.half*uint64(r.total)) / (uint64(c.total) * uint64(r.total)))
		}
	}
	return dst
}

// DownscaleRGBA is DownscaleGray for colour.
func DownscaleRGBA(src *image.RGBA, w, h int) *image.RGBA {
	sw, sh := src.Rect.Dx(), src.Rect.Dy()
	if w <= 0 || h <= 0 || sw <= 0 || sh <= 0 {
		return image.NewRGBA(image.Rectangle{})
	}
	if w >= sw || h >= sh {
		return ResizeRGBA(src, w, h)
	}
	dst := image.NewRGBA(image.Rect(0, 0, w, h))
	cols := spans(sw, w)
	acc := make([]uint32, 4*sw)
	for y, r := range spans(sh, h) {
		clear(acc)
		r.addRows(acc, src.Pix, src.Stride, 4*sw)
		out := dst.Pix[y*dst.Stride:][:4*w]
		for x := range w {
			cols[x].putRGBA(out[4*x:4*x+4], acc, uint64(r.total))
		}
	}
	return dst
}

// span is the run of source samples under one sample of the result. Samples from..to-1 count; the first
// and the last of them with the weights head and tail, those between with 256.
type span struct {
	from, to   int
	head, tail uint32
	total      uint32 // sum of the weights
	half       uint64 // half of it, for rounding
}

func spans(from, to int) []span {
	s := make([]span, to)
	for i := range s {
		a, b := i*256*from/to, (i+1)*256*from/to
		p := &s[i]
		p.from, p.to = a>>8, (b+255)>>8
		p.head = uint32(256 - a&255)
		p.tail = uint32(b - (p.to-1)<<8)
		p.total = uint32(b - a)
		if p.to-p.from == 1 {
			p.head, p.tail = p.total, 0
		}
		p.half = uint64(p.total) / 2
	}
	return s
}

// weight of the i-th sample of the picture, which must lie in the span.
func (s *span) weight(i int) uint32 {
	switch i {
	case s.from:
		return s.head
	case s.to - 1:
		return s.tail
	}
	return 256
}

// addRows adds the rows of the span, weighted, to acc. 12,000 rows × 256 × 255 stay within 32 bits.
func (s *span) addRows(acc []uint32, pix []byte, stride, n int) {
	for y := s.from; y < s.to; y++ {
		addRow(acc, pix[y*stride:][:n], s.weight(y))
	}
}

func addRow(acc []uint32, row []byte, weight uint32) {
	acc = acc[:len(row)]
	for len(row) >= 8 && len(acc) >= 8 {
		acc[0] += uint32(row[0]) * weight
		acc[1] += uint32(row[1]) * weight
		acc[2] += uint32(row[2]) * weight
		acc[3] += uint32(row[3]) * weight
		acc[4] += uint32(row[4]) * weight
		acc[5] += uint32(row[5]) * weight
		acc[6] += uint32(row[6]) * weight
		acc[7] += uint32(row[7]) * weight
		row, acc = row[8:], acc[8:]
	}
	for i, v := range row {
		acc[i] += uint32(v) * weight
	}
}

func (s *span) sum(acc []uint32) uint64 {
	t := uint64(acc[s.from]) * uint64(s.head)
	if s.to-s.from == 1 {
		return t
	}
	var mid uint64
	for _, v := range acc[s.from+1 : s.to-1] {
		mid += uint64(v)
	}
	return t + mid<<8 + uint64(acc[s.to-1])*uint64(s.tail)
}

func (s *span) putRGBA(out []byte, acc []uint32, rows uint64) {
	var r, g, b uint64
	for i := s.from; i < s.to; i++ {
		w, p := uint64(s.weight(i)), acc[4*i:4*i+3:4*i+3]
		r += uint64(p[0]) * w
		g += uint64(p[1]) * w
		b += uint64(p[2]) * w
	}
	area, half := uint64(s.total)*rows, s.half*rows
	out[0], out[1], out[2], out[3] = byte((r+half)/area), byte((g+half)/area), byte((b+half)/area), 255
}
