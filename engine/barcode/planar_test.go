package barcode_test

import (
	"fmt"
	"image"
	"math/rand/v2"
	"testing"
	"time"

	"proofdesk/engine/barcode"
	"proofdesk/engine/raster"
	"proofdesk/engine/specimen"
)

// worse are the ways in which a drawn symbol of five pixels a module is made hard to read.
var worse = map[string]func(*image.Gray) *image.Gray{
	"as drawn": func(m *image.Gray) *image.Gray { return m },
	"turned":   turned(33),
	"on end":   turned(90),
	"blurred":  func(m *image.Gray) *image.Gray { return raster.GaussianBlur(m, 2) },
	"noisy":    func(m *image.Gray) *image.Gray { return noisy(m, 30) },
	"faint":    faint,
	"keystone": keystone,
	"negative": raster.InvertGray,
	"small":    func(m *image.Gray) *image.Gray { return raster.DownscaleGray(m, m.Rect.Dx()*3/5, m.Rect.Dy()*3/5) },
	"page":     func(m *image.Gray) *image.Gray { return page(m, 1600, 1200) },
	"turned, blurred, noisy": func(m *image.Gray) *image.Gray {
		return noisy(raster.GaussianBlur(turned(17)(m), 1), 15)
	},
}

func TestDataMatrixIsReadThroughEveryDegradation(t *testing.T) {
	for name, way := range worse {
		for _, text := range []string{
			"A1", "Data Matrix 42", "https://example.com/p/4711?k=AbC&more=0123456789",
			"a longer text, for a symbol of several regions, each with a finder pattern of its own: 0123456789",
		} {
			for _, oblong := range []bool{false, true} {
				m, err := barcode.EncodeDataMatrix([]byte(text), oblong, barcode.Drawing{Module: 5})
				if err != nil {
					t.Fatal(err)
				}
				t.Run(fmt.Sprint(name, " ", len(text), " ", oblong),
					func(t *testing.T) { expect(t, way(m), barcode.DataMatrix, text) })
			}
		}
	}
}

func TestAztecIsReadThroughEveryDegradation(t *testing.T) {
	for name, way := range worse {
		for _, text := range []string{
			"A1", "Aztec 42", "https://example.com/p/4711?k=AbC",
			"a longer text, for a symbol with a reference grid and several layers: 0123456789 0123456789 0123456789",
		} {
			m, err := barcode.EncodeAztec([]byte(text), barcode.Drawing{Module: 5})
			if err != nil {
				t.Fatal(err)
			}
			t.Run(fmt.Sprint(name, " ", len(text)), func(t *testing.T) { expect(t, way(m), barcode.Aztec, text) })
		}
	}
}

func TestRandomTextsInTwoDimensionsAreReadBackAtRandomAngles(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	for range 40 {
		b := make([]byte, 1+rng.IntN(120))
		for i := range b {
			b[i] = byte(rng.IntN(95) + 32)
		}
		d := barcode.Drawing{Module: 3 + rng.IntN(4), Quiet: 3}
		matrix, err := barcode.EncodeDataMatrix(b, false, d)
		if err != nil {
			t.Fatal(err)
		}
		bull, err := barcode.EncodeAztec(b, d)
		if err != nil {
			t.Fatal(err)
		}
		angle := rng.Float64() * 360
		t.Run(fmt.Sprintf("%d bytes, %d px, %.0f degrees", len(b), d.Module, angle), func(t *testing.T) {
			expect(t, turned(angle)(matrix), barcode.DataMatrix, string(b))
			expect(t, turned(angle)(bull), barcode.Aztec, string(b))
		})
	}
}

func TestRandomTextsInQRAndCode128AreReadBackAtRandomAngles(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	for range 30 {
		b := make([]byte, 2+rng.IntN(60))
		for i := range b {
			b[i] = byte(rng.IntN(94) + 33)
		}
		square, err := barcode.EncodeQR(string(b), barcode.Drawing{Module: 3 + rng.IntN(4)})
		if err != nil {
			t.Fatal(err)
		}
		bars, err := barcode.EncodeCode128(string(b[:min(len(b), 20)]), barcode.Drawing{Module: 2 + rng.IntN(3)})
		if err != nil {
			t.Fatal(err)
		}
		angle := rng.Float64() * 360
		t.Run(fmt.Sprintf("%d bytes, %.0f degrees", len(b), angle), func(t *testing.T) {
			expect(t, turned(angle)(square), barcode.QR, string(b))
			expect(t, turned(angle)(bars), barcode.Code128, string(b[:min(len(b), 20)]))
		})
	}
}

func TestALicencePhotographedWithAllItsGrainIsRead(t *testing.T) {
	for _, seed := range []uint64{3, 5} { // grain makes areas of edges everywhere, more than are looked at
		s := specimen.ApplicantWith(specimen.Licence, seed, specimen.Good, time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC))
		s.Megapixels = 12
		c, _ := s.Capture("id_back")
		m, _, err := raster.Decode(c.Bytes, raster.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		expect(t, m.Gray(), barcode.PDF417, s.Document.Record())
	}
}

func BenchmarkReadDataMatrix(b *testing.B) {
	m, err := barcode.EncodeDataMatrix([]byte("https://example.com/p/4711?k=AbC"), false, barcode.Drawing{Module: 5})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if len(barcode.Read(m, barcode.Options{Only: []barcode.Symbology{barcode.DataMatrix}})) != 1 {
			b.Fatal("not read")
		}
	}
}

func BenchmarkReadAztec(b *testing.B) {
	m, err := barcode.EncodeAztec([]byte("https://example.com/p/4711?k=AbC"), barcode.Drawing{Module: 5})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if len(barcode.Read(m, barcode.Options{Only: []barcode.Symbology{barcode.Aztec}})) != 1 {
			b.Fatal("not read")
		}
	}
}
