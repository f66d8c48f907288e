package barcode_test

import (
	"fmt"
	"image"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"proofdesk/engine/barcode"
	"proofdesk/engine/barcode/pdf417"
	"proofdesk/engine/golden"
	"proofdesk/engine/mrz"
	"proofdesk/engine/raster"
)

// drawn is a PDF417 symbol with white around it.
func drawn(t testing.TB, text string, module int) *image.Gray {
	t.Helper()
	m, err := barcode.Encode417([]byte(text), pdf417.Options{Level: -1}, barcode.Drawing{Module: module, Quiet: 12})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func noisy(m *image.Gray, sigma float64) *image.Gray {
	rng := rand.New(rand.NewPCG(11, 12))
	out := image.NewGray(m.Rect)
	for i, v := range m.Pix {
		out.Pix[i] = byte(math.Max(0, math.Min(255, float64(v)+rng.NormFloat64()*sigma)))
	}
	return out
}

func faint(m *image.Gray) *image.Gray {
	out := image.NewGray(m.Rect)
	for i, v := range m.Pix {
		out.Pix[i] = byte(100 + int(v)*60/255)
	}
	return out
}

func keystone(m *image.Gray) *image.Gray {
	w, h := float64(m.Rect.Dx()), float64(m.Rect.Dy())
	return raster.WarpGray(m, raster.Quad{{X: -.1 * w, Y: -.1 * h}, {X: 1.05 * w}, {X: w, Y: 1.05 * h}, {Y: h}},
		int(w), int(h))
}

func turned(degrees float64) func(*image.Gray) *image.Gray {
	return func(m *image.Gray) *image.Gray {
		out, _ := raster.RotateGray(m, degrees, 255)
		return out
	}
}

func TestPDF417IsReadThroughEveryDegradation(t *testing.T) {
	ways := map[string]func(*image.Gray) *image.Gray{
		"as drawn": func(m *image.Gray) *image.Gray { return m },
		"blurred":  func(m *image.Gray) *image.Gray { return raster.GaussianBlur(m, 1.5) },
		"noisy":    func(m *image.Gray) *image.Gray { return noisy(m, 35) },
		"faint":    faint,
		"keystone": keystone,
		"small":    func(m *image.Gray) *image.Gray { return raster.DownscaleGray(m, m.Rect.Dx()/2, m.Rect.Dy()/2) },
		"turned, blurred, noisy": func(m *image.Gray) *image.Gray {
			return noisy(raster.GaussianBlur(turned(20)(m), 1), 12)
		},
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) { expect(t, way(drawn(t, licence, 3)), barcode.PDF417, licence) })
	}
}

func TestPDF417IsReadAtAnyAngle(t *testing.T) {
	m := drawn(t, licence, 3)
	for degrees := 0.0; degrees < 360; degrees += 7.5 {
		expect(t, turned(degrees)(m), barcode.PDF417, licence)
	}
}

func TestEveryTextAndShapeIsReadBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for range 60 {
		b := make([]byte, 1+rng.IntN(300))
		for i := range b {
			b[i] = byte(rng.IntN(95) + 32)
		}
		m, err := barcode.Encode417(b, pdf417.Options{
			Level:  rng.IntN(5),
			Aspect: 1 + 4*rng.Float64(),
		}, barcode.Drawing{Module: 2 + rng.IntN(3), Row: 2 + rng.IntN(4), Quiet: 4})
		if err != nil {
			t.Fatal(err)
		}
		expect(t, m, barcode.PDF417, string(b))
	}
}

func TestMacroSetOnOnePageIsJoinedInOrder(t *testing.T) {
	parts := []string{"The first part of the file, ", "then the second one, ", "and the last."}
	sheet := image.NewGray(image.Rect(0, 0, 900, 900))
	for i := range sheet.Pix {
		sheet.Pix[i] = 255
	}
	for i, at := range []int{2, 0, 1} { // not in the order of the sheet
		m, err := barcode.Encode417([]byte(parts[i]),
			pdf417.Options{
				Level:   2,
				Columns: 4,
				Macro:   &pdf417.Macro{Index: i, FileID: []int{17, 53}, Count: 3, Last: i == 2},
			},
			barcode.Drawing{Module: 3})
		if err != nil {
			t.Fatal(err)
		}
		for y := range m.Rect.Dy() {
			copy(sheet.Pix[sheet.PixOffset(60, 40+280*at+y):], m.Pix[y*m.Stride:(y+1)*m.Stride])
		}
	}
	expect(t, sheet, barcode.PDF417, parts[0]+parts[1]+parts[2])
}

func TestIncompleteMacroSetStaysInPartsAndIsJoinedOverPictures(t *testing.T) {
	var all []barcode.Symbol
	for i, text := range []string{"one half", " and the other"} {
		m, err := barcode.Encode417([]byte(text),
			pdf417.Options{Level: 2, Macro: &pdf417.Macro{Index: i, FileID: []int{17, 5}, Count: 2, Last: i == 1}},
			barcode.Drawing{Module: 3})
		if err != nil {
			t.Fatal(err)
		}
		expect(t, m, barcode.PDF417, text)
		got := barcode.Read(m, barcode.Options{})
		if want := (barcode.Part{File: "017005", Index: i, Count: 2, Last: i == 1}); len(got) != 1 ||
			got[0].Part == nil || *got[0].Part != want {
			t.Fatalf("%+v, not %+v", got[0].Part, want)
		}
		all = append(all, got...)
		all = append(all, got...) // seen twice
	}
	whole := barcode.Join(all)
	if len(whole) != 1 || whole[0].Text != "one half and the other" || whole[0].Part != nil {
		t.Errorf("joined: %+v", whole)
	}
}

func TestLittleEffortMissesButNeverInvents(t *testing.T) {
	m := keystone(drawn(t, licence, 3))
	for effort := 1; effort < 40; effort += 3 {
		for _, s := range barcode.Read(m, barcode.Options{Effort: effort}) {
			if s.Text != licence {
				t.Errorf("effort %d read %q", effort, s.Text)
			}
		}
	}
}

func TestBytesSurvive(t *testing.T) {
	data := "\x00\x01\x80\xff\xfe binary \x1e\x1d\x04"
	got := barcode.Read(drawn(t, data, 3), barcode.Options{Only: []barcode.Symbology{barcode.PDF417}})
	if len(got) != 1 || string(got[0].Bytes) != data || got[0].Text != latin1(data) {
		t.Fatalf("%v", got)
	}
}

func TestCornersLieOnTheSymbolWhereverItStands(t *testing.T) {
	symbol := drawn(t, licence, 3)
	page := image.NewGray(image.Rect(0, 0, 1400, 1000))
	for i := range page.Pix {
		page.Pix[i] = 255
	}
	for y := range symbol.Rect.Dy() {
		copy(page.Pix[page.PixOffset(300, 200+y):], symbol.Pix[y*symbol.Stride:(y+1)*symbol.Stride])
	}
	got := barcode.Read(page, barcode.Options{})
	if len(got) != 1 {
		t.Fatalf("%d symbols", len(got))
	}
	left, top := 300.+36, 200.+36
	right, bottom := 300+float64(symbol.Rect.Dx())-36, 200+float64(symbol.Rect.Dy())-36
	for i, want := range [8]float64{left, top, right, top, right, bottom, left, bottom} {
		if math.Abs(got[0].Corners[i]-want) > 4 {
			t.Errorf("corner coordinate %d is %.1f, not %.1f", i, got[0].Corners[i], want)
		}
	}
}

func TestPaperNoiseAndTextureHoldNoBarcode(t *testing.T) {
	blank := image.NewGray(image.Rect(0, 0, 800, 600))
	stripes := image.NewGray(blank.Rect)
	checks := image.NewGray(blank.Rect)
	for i := range blank.Pix {
		blank.Pix[i] = 200
		x, y := i%800, i/800
		stripes.Pix[i] = byte(x / 3 % 2 * 255)
		checks.Pix[i] = byte((x/4 + y/4) % 2 * 255)
	}
	for name, m := range map[string]*image.Gray{
		"paper":     blank,
		"noise":     noisy(blank, 60),
		"stripes":   stripes,
		"checks":    checks,
		"one pixel": image.NewGray(image.Rect(0, 0, 1, 1)),
		"empty":     image.NewGray(image.Rect(0, 0, 0, 0)),
		"a line":    image.NewGray(image.Rect(0, 0, 900, 2)),
	} {
		if got := barcode.Read(m, barcode.Options{}); len(got) != 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestPartOfALargerPictureIsRead(t *testing.T) {
	m := drawn(t, licence, 3)
	page := image.NewGray(image.Rect(-7, -9, m.Rect.Dx()+50, m.Rect.Dy()+50))
	for i := range page.Pix {
		page.Pix[i] = 255
	}
	for y := range m.Rect.Dy() {
		copy(page.Pix[page.PixOffset(0, y):], m.Pix[y*m.Stride:(y+1)*m.Stride])
	}
	expect(t, page.SubImage(image.Rect(3, 3, m.Rect.Dx(), m.Rect.Dy())).(*image.Gray), barcode.PDF417, licence)
}

func expect(t *testing.T, m *image.Gray, kind barcode.Symbology, text string) {
	t.Helper()
	got := barcode.Read(m, barcode.Options{})
	if len(got) != 1 || got[0].Text != text || got[0].Symbology != kind {
		t.Errorf("got %d symbols %v", len(got), got)
		return
	}
	if c := got[0].Confidence; !(c > 0 && c <= 1) {
		t.Errorf("confidence %v", c)
	}
}

func FuzzRead(f *testing.F) {
	m, err := barcode.Encode417([]byte("FUZZ"), pdf417.Options{Columns: 1, Level: 1}, barcode.Drawing{Quiet: 1, Row: 2})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(m.Pix, uint16(m.Rect.Dx()))
	for _, draw := range []func() (*image.Gray, error){
		func() (*image.Gray, error) { return barcode.EncodeQR("FUZZ", barcode.Drawing{Quiet: 1}) },
		func() (*image.Gray, error) { return barcode.EncodeDataMatrix([]byte("FUZZ"), false, barcode.Drawing{}) },
		func() (*image.Gray, error) { return barcode.EncodeAztec([]byte("FUZZ"), barcode.Drawing{}) },
		func() (*image.Gray, error) { return barcode.EncodeCode128("FUZZ", barcode.Drawing{Row: 8}) },
	} {
		m, err := draw()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(m.Pix, uint16(m.Rect.Dx()))
	}
	f.Fuzz(func(t *testing.T, pix []byte, w uint16) {
		if w == 0 || len(pix) > 1<<15 {
			return
		}
		h := len(pix) / int(w)
		m := &image.Gray{Pix: pix, Stride: int(w), Rect: image.Rect(0, 0, int(w), h)}
		for _, s := range barcode.Read(m, barcode.Options{}) {
			if s.Text == "" && len(s.Bytes) > 0 || !(s.Confidence > 0 && s.Confidence <= 1) {
				t.Errorf("a symbol without a text or confidence: %+v", s)
			}
			x, y := 0., 0.
			for i := 0; i < 8; i += 2 {
				x, y = x+s.Corners[i]/4, y+s.Corners[i+1]/4
			}
			if !(x >= 0 && y >= 0 && x <= float64(w) && y <= float64(h)) {
				t.Errorf("%s in a picture of %d x %d has its middle at %.0f, %.0f", s.Symbology, w, h, x, y)
			}
		}
	})
}

func BenchmarkReadClean(b *testing.B) {
	m := drawn(b, licence, 3)
	b.ReportAllocs()
	for b.Loop() {
		if len(barcode.Read(m, barcode.Options{Only: []barcode.Symbology{barcode.PDF417}})) != 1 {
			b.Fatal("not read")
		}
	}
}

func BenchmarkReadTurnedAndNoisy(b *testing.B) {
	m := noisy(turned(20)(drawn(b, licence, 3)), 15)
	b.ReportAllocs()
	for b.Loop() {
		if len(barcode.Read(m, barcode.Options{Only: []barcode.Symbology{barcode.PDF417}})) != 1 {
			b.Fatal("not read")
		}
	}
}

// letters is a page of text, on which there is no barcode.
func letters() *image.Gray {
	lines := make([]string, 60)
	for i := range lines {
		lines[i] = strings.Repeat("LOREM IPSUM DOLOR ", 6)
	}
	return mrz.DrawLines(lines, 12)
}

// Looking through print must not cost an allocation for each letter.
func TestSearchingPrintAllocatesLittle(t *testing.T) {
	m := letters()
	const count = 60 * 6 * 15
	if n := testing.AllocsPerRun(2, func() {
		if got := barcode.Read(m, barcode.Options{}); len(got) > 0 {
			t.Errorf("read %v", got)
		}
	}); n > count {
		t.Errorf("%.0f allocations for a page of %d letters", n, count)
	}
}

func BenchmarkReadPrint(b *testing.B) {
	m := letters()
	b.ReportAllocs()
	for b.Loop() {
		if len(barcode.Read(m, barcode.Options{})) > 0 {
			b.Fatal("read")
		}
	}
}

// Where the corners of a drawn symbol of each kind are seen, and how surely it is read.
func TestDrawnSymbolsAreSeenWhereTheyAlwaysWere(t *testing.T) {
	var out strings.Builder
	const text = "PROOF-42"
	draw := func(name string, m *image.Gray, err error) {
		if err != nil {
			t.Fatal(err)
		}
		for _, look := range []struct {
			name string
			m    *image.Gray
		}{{"as drawn", m}, {"turned by 20", turned(20)(m)}} {
			fmt.Fprintf(&out, "%s, %s:", name, look.name)
			for _, s := range barcode.Read(look.m, barcode.Options{}) {
				fmt.Fprintf(&out, " %s %q %.1f at %.0f", s.Symbology, s.Text, s.Confidence, s.Corners)
			}
			out.WriteByte('\n')
		}
	}
	m, err := barcode.Encode417([]byte(text), pdf417.Options{Columns: 3, Level: 2}, barcode.Drawing{Module: 3})
	draw("PDF417", m, err)
	m, err = barcode.EncodeQR(text, barcode.Drawing{Module: 4})
	draw("QR", m, err)
	m, err = barcode.EncodeDataMatrix([]byte(text), false, barcode.Drawing{Module: 5})
	draw("Data Matrix", m, err)
	m, err = barcode.EncodeAztec([]byte(text), barcode.Drawing{Module: 5})
	draw("Aztec", m, err)
	m, err = barcode.EncodeCode128(text, barcode.Drawing{Module: 3})
	draw("Code 128", m, err)
	golden.Check(t, "reads.golden", out.String())
}
