package barcode_test

import (
	"image"
	"math"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/oned"

	"proofdesk/engine/barcode"
	"proofdesk/engine/raster"
)

// page puts a picture in the middle of white paper.
func page(m *image.Gray, w, h int) *image.Gray {
	out := image.NewGray(image.Rect(0, 0, w, h))
	for i := range out.Pix {
		out.Pix[i] = 255
	}
	x0, y0 := (w-m.Rect.Dx())/2, (h-m.Rect.Dy())/2
	for y := range m.Rect.Dy() {
		copy(out.Pix[out.PixOffset(x0, y0+y):], m.Pix[y*m.Stride:y*m.Stride+m.Rect.Dx()])
	}
	return out
}

func TestQRIsReadThroughEveryDegradation(t *testing.T) {
	const text = "https://example.com/p/4711?k=AbC"
	m, err := barcode.EncodeQR(text, barcode.Drawing{Module: 5})
	if err != nil {
		t.Fatal(err)
	}
	for name, img := range map[string]*image.Gray{
		"as drawn":   m,
		"turned":     turned(33)(m),
		"blurred":    raster.GaussianBlur(m, 2),
		"noisy":      noisy(m, 30),
		"faint":      faint(m),
		"negative":   raster.InvertGray(m),
		"large page": page(m, 2400, 1800),
		"small":      raster.DownscaleGray(m, m.Rect.Dx()/2, m.Rect.Dy()/2),
	} {
		t.Run(name, func(t *testing.T) { expect(t, img, barcode.QR, text) })
	}
}

func TestCode128IsReadAtAnyAngle(t *testing.T) {
	const text = "Ab-1234567890"
	m, err := barcode.EncodeCode128(text, barcode.Drawing{Module: 3})
	if err != nil {
		t.Fatal(err)
	}
	for degrees := 0.0; degrees < 360; degrees += 15 {
		expect(t, turned(degrees)(m), barcode.Code128, text)
	}
	expect(t, noisy(m, 30), barcode.Code128, text)
	expect(t, faint(m), barcode.Code128, text)
}

func TestCode39IsRead(t *testing.T) {
	bars, err := oned.NewCode39Writer().Encode("ID-4711", gozxing.BarcodeFormat_CODE_39, 400, 60, nil)
	if err != nil {
		t.Fatal(err)
	}
	expect(t, grey(bars, 2), barcode.Code39, "ID-4711")
}

func grey(m *gozxing.BitMatrix, scale int) *image.Gray {
	out := image.NewGray(image.Rect(0, 0, m.GetWidth()*scale, m.GetHeight()*scale))
	for y := range out.Rect.Dy() {
		for x := range out.Rect.Dx() {
			if !m.Get(x/scale, y/scale) {
				out.Pix[y*out.Stride+x] = 255
			}
		}
	}
	return out
}

func TestAWrongCheckDigitOfCode128IsNotRead(t *testing.T) {
	m, err := barcode.EncodeCode128("Ab-1234567890", barcode.Drawing{Module: 3})
	if err != nil {
		t.Fatal(err)
	}
	for y := range m.Rect.Dy() { // one character is painted over with another one's bars
		copy(m.Pix[y*m.Stride+30+3*55:y*m.Stride+30+3*66], m.Pix[y*m.Stride+30+3*33:y*m.Stride+30+3*44])
	}
	if got := barcode.Read(m, barcode.Options{}); len(got) != 0 {
		t.Errorf("read %v", got)
	}
}

func TestOnlyWantedSymbologiesAreReturned(t *testing.T) {
	m, err := barcode.EncodeQR("wanted", barcode.Drawing{})
	if err != nil {
		t.Fatal(err)
	}
	if got := barcode.Read(m, barcode.Options{
		Only: []barcode.Symbology{barcode.PDF417, barcode.Code128},
	}); len(got) != 0 {
		t.Errorf("read %v", got)
	}
}

// bottle squeezes a picture like a label on a round bottle that is seen from above.
func bottle(m *image.Gray) *image.Gray {
	w, h := float64(m.Rect.Dx()), float64(m.Rect.Dy())
	out := image.NewGray(m.Rect)
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			t := (float64(x)/w - .5) * 1.4
			u := (math.Asin(t*.8)/math.Asin(.7*.8)*.5 + .5) * w
			v := float64(y) + .03*h*(t*t-.4)
			if i, j := int(u), int(v); i >= 0 && j >= 0 && i < m.Rect.Dx() && j < m.Rect.Dy() {
				out.Pix[y*out.Stride+x] = m.Pix[j*m.Stride+i]
			} else {
				out.Pix[y*out.Stride+x] = 255
			}
		}
	}
	return out
}

func TestQRSeenFromTheSideWithoutItsAlignmentPatternIsRead(t *testing.T) {
	const text = "https://example.com/p/4711?k=AbC"
	m, err := barcode.EncodeQR(text, barcode.Drawing{Module: 8})
	if err != nil {
		t.Fatal(err)
	}
	n := m.Rect.Dx()/8 - 8
	for y := (4 + n - 9) * 8; y < (4+n-4)*8; y++ { // a sticker over the alignment pattern
		for x := (4 + n - 9) * 8; x < (4+n-4)*8; x++ {
			m.Pix[y*m.Stride+x] = 255
		}
	}
	w, h := float64(m.Rect.Dx()), float64(m.Rect.Dy())
	for name, q := range map[string]raster.Quad{
		"from the right": {{X: 0, Y: -.25 * h}, {X: w, Y: 0}, {X: w, Y: h}, {X: 0, Y: 1.25 * h}},
		"from above":     {{X: 0, Y: 0}, {X: w, Y: 0}, {X: 1.2 * w, Y: h}, {X: -.2 * w, Y: h}},
	} {
		t.Run(name, func(t *testing.T) { expect(t, raster.WarpGray(m, q, int(w), int(h)), barcode.QR, text) })
	}
}

func TestQROnABottleIsRead(t *testing.T) {
	const text = "https://example.com/a/longer/address/that/needs/a/larger/symbol"
	m, err := barcode.EncodeQR(text, barcode.Drawing{Module: 8})
	if err != nil {
		t.Fatal(err)
	}
	expect(t, bottle(m), barcode.QR, text)
}
