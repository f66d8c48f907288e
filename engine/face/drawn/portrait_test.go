package drawn_test

import (
	"bytes"
	"image"
	"image/draw"
	"testing"

	"proofdesk/engine/face"
	"proofdesk/engine/face/drawn"
)

func grey(img *image.RGBA) *image.Gray {
	g := image.NewGray(img.Rect)
	draw.Draw(g, g.Rect, img, img.Rect.Min, draw.Src)
	return g
}

func TestSameArgumentsGiveTheSamePixels(t *testing.T) {
	opts := drawn.Options{Size: 96, Capture: 5, Selfie: true, Turn: 8}
	a, b := drawn.Portrait(7, opts), drawn.Portrait(7, opts)
	if !bytes.Equal(a.Pix, b.Pix) {
		t.Fatal("two drawings of one seed differ")
	}
	if other := drawn.Portrait(8, opts); bytes.Equal(a.Pix, other.Pix) {
		t.Fatal("two seeds gave one drawing")
	}
}

func TestDetectorFindsExactlyOneFaceInAtLeast99OfAHundredPortraits(t *testing.T) {
	const seeds = 100
	missed := 0
	for seed := range uint64(seeds) {
		img := drawn.Portrait(seed, drawn.Options{Size: 150, Capture: seed, Selfie: seed%3 == 0})
		faces, err := face.Detect(grey(img), face.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(faces) != 1 {
			missed++
			t.Logf("seed %d: %d faces", seed, len(faces))
		}
	}
	if missed > seeds/100 {
		t.Errorf("%d of %d portraits without exactly one face", missed, seeds)
	}
}

func TestAnySizeAndOptionDraws(t *testing.T) {
	for _, o := range []drawn.Options{
		{Size: 1},
		{Size: 41, Turn: 900, Roll: -900},
		{Size: 60, Zoom: 30},
		{Size: 60, Zoom: 1e-9, Light: 9},
		{Size: 60, Expression: drawn.EyesClosed, Grey: true},
	} {
		if img := drawn.Portrait(3, o); img.Rect.Dx() < 40 || img.Rect.Dy() < 51 {
			t.Errorf("%+v gave %v", o, img.Rect)
		}
	}
}

func BenchmarkPortrait420(b *testing.B) {
	for b.Loop() {
		drawn.Portrait(1, drawn.Options{})
	}
}
