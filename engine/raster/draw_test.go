package raster_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"testing"
)

// quarters paints red, green, blue and white quarters, clockwise from top-left.
func quarters(w, h int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	colors := [4]color.RGBA{{220, 30, 30, 255}, {30, 200, 30, 255}, {30, 30, 220, 255}, {240, 240, 240, 255}}
	for y := range h {
		for x := range w {
			i := 0
			if x >= w/2 {
				i = 1
			}
			if y >= h/2 {
				i = 3 - i
			}
			m.SetRGBA(x, y, colors[i])
		}
	}
	return m
}

// noise is a seeded picture of random values.
func noise(w, h int, seed uint64) *image.Gray {
	r := rand.New(rand.NewPCG(seed, 1))
	m := image.NewGray(image.Rect(0, 0, w, h))
	for i := range m.Pix {
		m.Pix[i] = byte(r.Uint32())
	}
	return m
}

// ramp grows by one step a pixel to the right.
func ramp(w, h int) *image.Gray {
	m := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.Pix[y*m.Stride+x] = byte(x * 255 / max(w-1, 1))
		}
	}
	return m
}

func asJPEG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 95}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asPNG(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// exifBlock is a TIFF block with one directory entry, the orientation.
func exifBlock(o int, order binary.AppendByteOrder) []byte {
	b := []byte("II*\x00")
	if order.AppendUint16(nil, 1)[0] == 0 {
		b = []byte("MM\x00*")
	}
	b = order.AppendUint32(b, 8)
	b = order.AppendUint16(b, 1)
	b = order.AppendUint16(b, 0x0112)
	b = order.AppendUint16(b, 3)
	b = order.AppendUint32(b, 1)
	b = order.AppendUint16(b, uint16(o))
	b = order.AppendUint16(b, 0)
	return order.AppendUint32(b, 0)
}

// withExif puts an EXIF segment behind the start of a JPEG.
func withExif(b []byte, o int, order binary.AppendByteOrder) []byte {
	body := append([]byte("Exif\x00\x00"), exifBlock(o, order)...)
	seg := binary.BigEndian.AppendUint16([]byte{0xFF, 0xE1}, uint16(len(body)+2))
	return append(append(append([]byte{}, b[:2]...), append(seg, body...)...), b[2:]...)
}

func at(m *image.RGBA, fx, fy float64) string {
	c := m.RGBAAt(int(fx*float64(m.Rect.Dx())), int(fy*float64(m.Rect.Dy())))
	switch {
	case c.R > 180 && c.G > 180 && c.B > 180:
		return "white"
	case c.R > 150:
		return "red"
	case c.G > 150:
		return "green"
	case c.B > 150:
		return "blue"
	}
	return "none"
}
