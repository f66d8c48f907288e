//go:build !js

package raster

import (
	"bytes"
	"image"

	"golang.org/x/image/webp"
)

func decodeWebP(b []byte) (image.Image, error) {
	m, err := webp.Decode(bytes.NewReader(b))
	if y, ok := m.(*image.YCbCr); ok {
		expandVideoRange(y)
	}
	return m, err
}

// FromVideo returns a frame of a video, whose planes are expanded in place.
func FromVideo(frame *image.YCbCr) *Image {
	expandVideoRange(frame)
	return FromImage(frame)
}

// expandVideoRange expands the planes of VP8, which use 16..235 and 16..240 (RFC 6386, 9.2), to the full range that
// image.YCbCr stands for.
func expandVideoRange(m *image.YCbCr) {
	stretch(m.Y, 16, 0, 219)
	stretch(m.Cb, 128, 128, 224)
	stretch(m.Cr, 128, 128, 224)
}

// stretch maps the value from to the value to and a range of span around it to 255.
func stretch(p []byte, from, to, span int) {
	var lut [256]byte
	for i := range lut {
		v := float64(to) + float64((i-from)*255)/float64(span)
		lut[i] = byte(min(max(v+.5, 0), 255))
	}
	for i, v := range p {
		p[i] = lut[v]
	}
}
