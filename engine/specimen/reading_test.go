package specimen_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"testing"

	"proofdesk/engine/barcode"
	"proofdesk/engine/mrz"
	"proofdesk/engine/raster"
	"proofdesk/engine/specimen"
)

func photographed(t *testing.T, d specimen.Document, c specimen.Conditions) *image.Gray {
	t.Helper()
	side := d.Back()
	if side == nil {
		side = d.Front()
	}
	img, _, err := raster.Decode(specimen.JPEG(specimen.Photograph(side, c), 88, 1), raster.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	return img.Gray()
}

// everyday are conditions under which a reader should not fail.
func everyday(seed uint64) specimen.Conditions {
	return specimen.Conditions{
		Surface:  specimen.Surface(seed % 5),
		Rotation: float64(seed%7) - 3,
		Tilt:     .02 * float64(seed%4),
		Lean:     -.02 * float64(seed%3),
		Noise:    2,
		Blur:     .4,
		Fill:     .9,
		Turned:   int(seed%4) * 90,
		Seed:     seed,
	}
}

func TestWhatIsDrawnIsWhatTheZoneReaderReads(t *testing.T) {
	reader, err := mrz.NewReader()
	if err != nil {
		t.Fatal(err)
	}
	for i, kind := range kinds[:6] {
		d := issued(kind, uint64(i)*10, 0)
		got, ok := reader.Read(photographed(t, d, everyday(uint64(i))), mrz.Options{})
		if want := d.Lines(); !ok || !equal(got.Text, want) {
			t.Errorf("%s: read %q, drawn %q", kind, got.Text, want)
		}
	}
}

func equal(a, b []string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestAWrongCheckDigitIsNeverAccepted(t *testing.T) {
	reader, err := mrz.NewReader()
	if err != nil {
		t.Fatal(err)
	}
	for i, kind := range kinds[:6] {
		d := issued(kind, uint64(i)*10+1, specimen.WrongCheckDigit)
		got, ok := reader.Read(photographed(t, d, everyday(uint64(i)+3)), mrz.Options{})
		if !ok {
			continue // nothing was accepted
		}
		failed := false
		for _, c := range got.CheckDigits {
			failed = failed || !c.OK
		}
		if !failed {
			t.Errorf("%s: every digit passed in %q, drawn %q", kind, got.Text, d.Lines())
		}
	}
}

func TestWhatIsEncodedIsWhatTheBarcodeReaderReads(t *testing.T) {
	for seed := range uint64(6) {
		d := issued(specimen.Licence, seed, 0)
		var text string
		for _, s := range barcode.Read(photographed(t, d, everyday(seed)), barcode.Options{}) {
			if s.Symbology == barcode.PDF417 {
				text = s.Text
			}
		}
		if text != d.Record() {
			t.Errorf("%d: version %d read %q, encoded %q", seed, d.Version, text, d.Record())
		}
	}
}

func TestCornersAreWhereTheCardLies(t *testing.T) {
	card := issued(specimen.CardTD1, 1, 0).Front()
	for seed := range uint64(6) {
		c := everyday(seed)
		c.Width, c.Height, c.Noise, c.Surface = 800, 550, 0, specimen.Slate
		img, q := specimen.Photograph(card, c), specimen.Corners(card, c)
		var mid raster.Point
		for _, p := range q {
			mid.X += p.X / 4
			mid.Y += p.Y / 4
		}
		for i := range q { // the middle of each side: bright just inside, dark slate just outside
			a, b := q[i], q[(i+1)%4]
			x, y := (a.X+b.X)/2, (a.Y+b.Y)/2
			in, out := at(img, x+(mid.X-x)*.04, y+(mid.Y-y)*.04), at(img, x-(mid.X-x)*.05, y-(mid.Y-y)*.05)
			if in < out+60 {
				t.Errorf("seed %d side %d: %d inside, %d outside", seed, i, in, out)
			}
		}
	}
}

func at(img *image.RGBA, x, y float64) int {
	c := img.RGBAAt(int(x), int(y))
	return (int(c.R) + int(c.G) + int(c.B)) / 3
}

func TestEveryOrientationIsShownUpright(t *testing.T) {
	card := issued(specimen.Licence, 2, 0)
	card.Detail = .4
	img := specimen.Photograph(card.Front(), specimen.Conditions{Width: 320, Height: 220})
	want := at(img, 60, 30)
	for orientation := 1; orientation <= 8; orientation++ {
		got, _, err := raster.Decode(specimen.JPEG(img, 95, orientation), raster.DefaultLimits())
		if err != nil {
			t.Fatal(err)
		}
		w, h := got.Size()
		if v := at(got.RGBA(), 60, 30); w != 320 || h != 220 || v < want-12 || v > want+12 {
			t.Errorf("orientation %d: %d x %d, %d at a place of %d", orientation, w, h, v, want)
		}
	}
}

func TestAPhotocopyHasNoColourAndACardHas(t *testing.T) {
	card := issued(specimen.Passport, 4, 0)
	card.Detail = .4
	front := card.Front()
	c := specimen.Conditions{Width: 400, Height: 280, Fill: .7, Surface: specimen.Slate}
	colour := chroma(specimen.Photograph(front, c))
	c.Photocopy = true
	copied := chroma(specimen.Photograph(front, c))
	if colour < 6 || copied > 3 {
		t.Fatalf("mean chroma %.1f of the card, %.1f of its copy", colour, copied)
	}
}

// chroma is the mean spread between the colours in the frame's middle.
func chroma(img *image.RGBA) float64 {
	sum, n := 0, 0
	for y := 80; y < 200; y++ {
		for x := 120; x < 280; x++ {
			p := img.RGBAAt(x, y)
			sum += int(max(p.R, p.G, p.B)) - int(min(p.R, p.G, p.B))
			n++
		}
	}
	return float64(sum) / float64(n)
}

func TestHostileFilesAreRefusedOrHarmless(t *testing.T) {
	for _, name := range specimen.HostileNames() {
		b := specimen.Hostile(name)
		if b == nil || len(b) > 1<<20 {
			t.Errorf("%s: %d bytes", name, len(b))
		}
		img, _, err := raster.Decode(b, raster.DefaultLimits())
		harmless := map[string]bool{
			"tiny.png":            true,
			"jpeg_exif_loop":      true,
			"jpeg_false_rotation": true,
			"jpeg_flipped":        true,
		}
		if err == nil && !harmless[name] {
			w, h := img.Size()
			t.Errorf("%s: decoded as %d x %d", name, w, h)
		}
	}
	if specimen.Hostile("no such name") != nil {
		t.Error("an unknown name made a file")
	}
}

func TestDetailGivesAPhoneSizedPicture(t *testing.T) {
	s := specimen.Applicant(3, specimen.Good, today)
	s.Megapixels = 2
	c, _ := s.Capture(s.Kinds()[0])
	size, err := jpeg.DecodeConfig(bytes.NewReader(c.Bytes))
	if pixels := size.Width * size.Height; err != nil || pixels < 1_900_000 || pixels > 2_100_000 {
		t.Fatalf("%d x %d, %v", size.Width, size.Height, err)
	}
}

func BenchmarkApplicantPassport(b *testing.B) {
	s := specimen.Applicant(3, specimen.Good, today)
	b.ReportAllocs()
	for b.Loop() {
		s.Capture(s.Kinds()[0])
	}
}
