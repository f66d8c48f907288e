package fingerprint_test

import (
	"image"
	"math/rand/v2"
	"slices"
	"testing"

	"proofdesk/engine/fingerprint"
	"proofdesk/engine/specimen"
)

func TestQualityTellsPrintsFromTheRest(t *testing.T) {
	good := fingerprint.Judge(specimen.Print(4, 0, 1))
	if good.Score < .6 || len(good.Reasons) > 0 {
		t.Errorf("a print: %+v", good)
	}
	for name, c := range map[string]struct {
		img    *image.Gray
		reason string
	}{
		"white paper":   {pattern(320, 400, func(int, int) float64 { return 240 }), "blank"},
		"grain":         {grain(320, 400, 60), "unclear"},
		"faint print":   {faded(specimen.Print(4, 0, 1), .12), "blank"},
		"pale print":    {faded(specimen.Print(4, 0, 1), .22), "low_contrast"},
		"a corner only": {specimen.Print(4, 0, 1).SubImage(image.Rect(40, 40, 150, 150)).(*image.Gray), "small_area"},
	} {
		q := fingerprint.Judge(c.img)
		if !slices.Contains(q.Reasons, c.reason) {
			t.Errorf("%s: %+v, want reason %s", name, q, c.reason)
		}
		if (name == "white paper" || name == "grain") && q.Score >= fingerprint.Floor {
			t.Errorf("%s scores %.2f", name, q.Score)
		}
	}
}

func pattern(w, h int, shade func(x, y int) float64) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.Pix[y*img.Stride+x] = uint8(max(0, min(255, shade(x, y))))
		}
	}
	return img
}

func grain(w, h int, level float64) *image.Gray {
	rng := rand.New(rand.NewPCG(1, 2))
	return pattern(w, h, func(int, int) float64 { return 128 + level*rng.NormFloat64() })
}

func faded(img *image.Gray, by float64) *image.Gray {
	return pattern(img.Rect.Dx(), img.Rect.Dy(), func(x, y int) float64 {
		return 240 - by*(240-float64(img.GrayAt(x, y).Y))
	})
}

func TestAnEdgeIsNoRidge(t *testing.T) {
	img := image.NewGray(image.Rect(0, 0, 320, 400))
	for y := range 400 {
		for x := range 320 {
			img.Pix[y*img.Stride+x] = 120
			if x < 6 || x > 200 || y < 40 {
				img.Pix[y*img.Stride+x] = 250
			}
		}
	}
	if q := fingerprint.Judge(img); q.Score > .05 {
		t.Errorf("a plain shape has the quality of a print: %+v", q)
	}
}

func TestASheetIsCutBetweenItsFingers(t *testing.T) {
	parts := fingerprint.Split(specimen.Prints(6, 1))
	if len(parts) != 4 {
		t.Fatalf("%d parts", len(parts))
	}
	for i, p := range parts {
		if q := fingerprint.Judge(p); q.Score < .6 {
			t.Errorf("part %d: %+v", i, q)
		}
	}
	for n := 2; n <= 8; n++ { // as wide as the web SDK makes them
		if got := len(fingerprint.Split(image.NewGray(image.Rect(0, 0, 330*n, 400)))); got != n {
			t.Errorf("%d prints became %d", n, got)
		}
	}
	if one := fingerprint.Split(specimen.Print(6, 0, 1)); len(one) != 1 {
		t.Fatalf("a single print became %d", len(one))
	}
}
