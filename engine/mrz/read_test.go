package mrz_test

import (
	"image"
	"image/color"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"proofdesk/engine/mrz"
	"proofdesk/engine/raster"
)

func reader(t testing.TB) *mrz.Reader {
	t.Helper()
	rd, err := mrz.NewReader()
	if err != nil {
		t.Fatal(err)
	}
	return rd
}

// page draws a zone at the foot of an otherwise empty document.
func page(lines []string, capHeight float64) *image.Gray {
	zone := mrz.DrawLines(lines, capHeight)
	w, h := zone.Rect.Dx()+int(4*capHeight), zone.Rect.Dx()*2/3
	img := image.NewGray(image.Rect(0, 0, w, h))
	for i := range img.Pix {
		img.Pix[i] = 225
	}
	mrz.DrawOn(img, lines, 2.5*capHeight, float64(h)-7*capHeight, capHeight, 40)
	return img
}

func TestReadTakesEverySpecimenAsPrinted(t *testing.T) {
	rd := reader(t)
	for _, s := range specimens {
		lines := strings.Split(s.lines, "\n")
		r, ok := rd.Read(page(lines, 16), mrz.Options{Today: today})
		if !ok || !slices.Equal(r.Text, lines) {
			t.Errorf("%s: ok=%v\n got %q\nwant %q", s.name, ok, r.Text, lines)
			continue
		}
		if len(r.Repairs) > 0 || r.Confidence < .8 || r.Turned != 0 || r.Record.Number != s.want.Number {
			t.Errorf("%s: repairs %v, confidence %.2f, turned %d, number %s",
				s.name, r.Repairs, r.Confidence, r.Turned, r.Record.Number)
		}
	}
}

func TestReadWorksAtAnyAngle(t *testing.T) {
	rd := reader(t)
	lines := strings.Split(specimens[0].lines, "\n")
	img := page(lines, 16)
	for _, degrees := range []float64{-15, -4, 4, 12, 37, 90, 101, 180, 233, 270} {
		turned, _ := raster.RotateGray(img, degrees, 225)
		r, ok := rd.Read(turned, mrz.Options{Today: today})
		if !ok || !slices.Equal(r.Text, lines) {
			t.Errorf("%.0f degrees: ok=%v %q", degrees, ok, r.Text)
			continue
		}
		if want := (int(degrees+360+45) / 90 * 90) % 360; r.Turned != want {
			t.Errorf("%.0f degrees: turned %d, want %d", degrees, r.Turned, want)
		}
	}
}

func TestQuadsLieOnTheirFields(t *testing.T) {
	lines := strings.Split(specimens[0].lines, "\n")
	img := page(lines, 16)
	r, ok := reader(t).Read(img, mrz.Options{Today: today})
	if !ok {
		t.Fatal("not read")
	}
	left, top := 2.5*16, float64(img.Rect.Dy())-7*16
	for _, f := range r.Fields {
		if f.Field != mrz.FieldBirth {
			continue
		}
		want := [4]float64{left + 13*16, top + 40, left + 19*16, top + 40 + 16}
		for i, got := range [4]float64{f.Quad[0], f.Quad[1], f.Quad[4], f.Quad[5]} {
			if d := got - want[i]; d < -6 || d > 6 {
				t.Errorf("birth at %v, want %v", f.Quad, want)
				break
			}
		}
	}
}

func TestSpansFollowTheColumns(t *testing.T) {
	lines := strings.Split(specimens[0].lines, "\n")
	r, ok := reader(t).Read(page(lines, 16), mrz.Options{Today: today})
	if !ok {
		t.Fatal("not read")
	}
	for _, f := range r.Fields {
		if f.Field != mrz.FieldExpiry {
			continue
		}
		got, want := r.Span(1, 21, 27).Bounds(), f.Quad.Bounds()
		if d := got.Min.Sub(want.Min); d.X*d.X+d.Y*d.Y > 20 {
			t.Errorf("span at %v, field at %v", got, want)
		}
	}
	if got := r.Span(9, 0, 1); got != r.Quad {
		t.Errorf("a line that is not there: %v", got)
	}
}

func TestACharacterThatIsHiddenIsFoundByItsDigitAndSaidSo(t *testing.T) {
	lines := strings.Split(specimens[0].lines, "\n")
	img := page(lines, 16)
	left, top := int(2.5*16)+16*16, img.Rect.Dy()-7*16+40
	for y := top - 3; y < top+19; y++ {
		for x := left; x < left+16; x++ {
			img.SetGray(x, y, color.Gray{225}) // the month's second figure, an 8
		}
	}
	r, ok := reader(t).Read(img, mrz.Options{Today: today})
	if !ok || r.Text[1] != lines[1] {
		t.Fatalf("ok=%v %q", ok, r.Text)
	}
	if len(r.Repairs) != 1 || !strings.HasPrefix(r.Repairs[0], "2:17 ") {
		t.Errorf("repairs %v", r.Repairs)
	}
	for _, d := range r.CheckDigits {
		if d.Field == mrz.FieldBirth && d.OK {
			t.Error("the birth digit is said to agree before the repair")
		}
	}
	if whole, _ := reader(t).Read(page(lines, 16), mrz.Options{Today: today}); r.Confidence >= whole.Confidence {
		t.Errorf("confidence %.2f, of the whole zone %.2f", r.Confidence, whole.Confidence)
	}
}

func TestOddPrintIsReadAsItStands(t *testing.T) {
	rd := reader(t)
	for _, lines := range [][]string{
		// a letter after the name's end
		{"P<UTOERIKSSON<<ANNA<<<<<<K<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"},
		// a State that is none
		{"P<QQQERIKSSON<<ANNA<<<<<<<<<<<<<<<<<<<<<<<<<", "L898902C36QQQ7408122F1204159ZE184226B<<<<<10"},
	} {
		if r, ok := rd.Read(page(lines, 18), mrz.Options{Today: today}); !ok || !slices.Equal(r.Text, lines) {
			t.Errorf("ok=%v\n got %q\nwant %q", ok, r.Text, lines)
		}
	}
}

func TestAZoneThatIsCutOffIsRefused(t *testing.T) {
	lines := strings.Split(specimens[0].lines, "\n")
	img := page(lines, 16)
	part := img.SubImage(image.Rect(0, 0, img.Rect.Dx()*4/5, img.Rect.Dy())).(*image.Gray)
	if r, ok := reader(t).Read(part, mrz.Options{Today: today}); ok {
		t.Errorf("read %q", r.Text)
	}
}

func TestAWrongPrintedDigitIsReportedNotRepaired(t *testing.T) {
	rd := reader(t)
	for _, lines := range [][]string{
		{"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408125F1204159ZE184226B<<<<<10"},
		{"IDAUT000009993<<<<<<<<<<<<<<<<", "7109094F111231AUT<<<<<<<<<<<<0", "MUSTERFRAU<<ISOLDE<<<<<<<<<<<<"},
		{"I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458904UTO7408122F1204159<<<<<<<3"},
	} {
		r, ok := rd.Read(page(lines, 18), mrz.Options{Today: today})
		if !ok || !slices.Equal(r.Text, lines) || len(r.Repairs) > 0 {
			t.Errorf("ok=%v repairs %v\n got %q\nwant %q", ok, r.Repairs, r.Text, lines)
		}
		if ok && len(r.Record.Failed()) == 0 {
			t.Errorf("%q: no digit is reported", lines)
		}
	}
}

func TestPagesWithoutAZoneAreRefused(t *testing.T) {
	rd := reader(t)
	rng := rand.New(rand.NewPCG(4, 4))
	for i := range 12 {
		img := image.NewGray(image.Rect(0, 0, 700, 480))
		for p := range img.Pix {
			img.Pix[p] = 220
			if i%3 == 0 {
				img.Pix[p] = uint8(rng.IntN(256))
			}
		}
		// running text of our own letters: lines of words, and tables of figures
		for l := range 8 * (i % 3) {
			var b strings.Builder
			for b.Len() < 40 {
				for range 2 + rng.IntN(8) {
					b.WriteByte("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"[rng.IntN(10*(i%3)+16)])
				}
				b.WriteByte(' ')
			}
			mrz.DrawOn(img, []string{b.String()}, 30, float64(20+28*l), 13, 30)
		}
		if r, ok := rd.Read(img, mrz.Options{Today: today}); ok {
			t.Errorf("page %d: read %q", i, r.Text)
		}
	}
}

func TestReadTakesAnySize(t *testing.T) {
	rd := reader(t)
	for _, size := range [][2]int{{0, 0}, {1, 1}, {1, 4000}, {4000, 1}, {3, 3}, {40, 20}} {
		if _, ok := rd.Read(image.NewGray(image.Rect(0, 0, size[0], size[1])), mrz.Options{Today: today}); ok {
			t.Errorf("%v: accepted", size)
		}
	}
	lines := strings.Split(specimens[0].lines, "\n")
	whole := page(lines, 16)
	part := whole.SubImage(image.Rect(8, 8, whole.Rect.Dx()-8, whole.Rect.Dy()-8)).(*image.Gray)
	if r, ok := rd.Read(part, mrz.Options{Today: today}); !ok || !slices.Equal(r.Text, lines) {
		t.Errorf("a part of a picture: ok=%v %q", ok, r.Text)
	}
}

func FuzzRead(f *testing.F) {
	rd := reader(f)
	small := mrz.DrawLines([]string{"I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO7408122F1204159<<<<<<<6"}, 8)
	f.Add(small.Pix, small.Stride)
	f.Add([]byte{0, 255, 0}, 1)
	f.Fuzz(func(t *testing.T, pix []byte, width int) {
		if width <= 0 || width > 1024 || len(pix) < width || len(pix) > 1<<17 {
			return
		}
		img := &image.Gray{Pix: pix, Stride: width, Rect: image.Rect(0, 0, width, len(pix)/width)}
		r, ok := rd.Read(img, mrz.Options{Today: today})
		if !ok {
			return
		}
		if !(r.Confidence > 0 && r.Confidence <= 1) || len(r.Lines) != len(r.Text) || r.Turned%90 != 0 {
			t.Errorf("%+v", r)
		}
		for i, l := range r.Lines {
			if len(l.Text) != len(r.Text[i]) || !(l.Confidence >= 0 && l.Confidence <= 1) ||
				!l.Quad.Bounds().Overlaps(img.Rect) {
				t.Errorf("line %+v in a picture of %v", l, img.Rect)
			}
		}
		for _, f := range r.Fields {
			if !f.Quad.Bounds().Overlaps(img.Rect.Inset(-8)) || f.Raw == "" {
				t.Errorf("field %+v in a picture of %v", f, img.Rect)
			}
		}
	})
}

// Looking through print must not cost an allocation for each letter.
func TestSearchingPrintAllocatesLittle(t *testing.T) {
	rd := reader(t)
	words := make([]string, 40)
	for i := range words {
		words[i] = strings.Repeat("LOREM IPSUM DOLOR SIT AMET ", 3)
	}
	img := mrz.DrawLines(words, 9)
	const letters = 40 * 3 * 23
	if n := testing.AllocsPerRun(2, func() { rd.Read(img, mrz.Options{Today: today}) }); n > 2*letters {
		t.Errorf("%.0f allocations for a page of %d letters", n, letters)
	}
}

func BenchmarkRead(b *testing.B) {
	rd := reader(b)
	img := page(strings.Split(specimens[0].lines, "\n"), 20)
	b.ReportMetric(float64(img.Rect.Dx()*img.Rect.Dy())/1e6, "Mpx")
	b.ReportAllocs()
	for b.Loop() {
		rd.Read(img, mrz.Options{Today: today})
	}
}
