//go:build !js

package fingerprint_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"math"
	"slices"
	"strings"
	"testing"

	"proofdesk/engine/fingerprint"
	"proofdesk/engine/golden"
	"proofdesk/engine/specimen"
)

func hand(t testing.TB, fingers, impression uint64) []fingerprint.Template {
	t.Helper()
	var out []fingerprint.Template
	for _, img := range fingerprint.Split(specimen.Prints(fingers, impression)) {
		tpl, err := fingerprint.Extract(img, 500)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, tpl)
	}
	return out
}

func TestTwoCapturesOfAHandMatchAndOtherHandsDoNot(t *testing.T) {
	var first, second [][]fingerprint.Template
	for person := range uint64(2) {
		first, second = append(first, hand(t, person, 1)), append(second, hand(t, person, 2))
	}
	for i, a := range first {
		for j, b := range second {
			sum, scores := fingerprint.CompareHands(a, b)
			if len(scores) != 4 || (sum >= fingerprint.Threshold) != (i == j) {
				t.Errorf("hand %d against %d: %.0f from %.0f", i, j, sum, scores)
			}
		}
	}
}

func TestFingersOfOneHandDiffer(t *testing.T) {
	h := hand(t, 5, 1)
	for i := range h {
		for j := range i {
			if s := fingerprint.Compare(h[i], h[j]); s >= fingerprint.Threshold {
				t.Errorf("finger %d against %d: %.0f", i, j, s)
			}
		}
	}
}

func TestATemplateSurvivesStorage(t *testing.T) {
	a, b := hand(t, 2, 1)[0], hand(t, 2, 2)[0]
	stored, err := json.Marshal(a)
	if err != nil {
		t.Fatal(err)
	}
	var back fingerprint.Template
	if err := json.Unmarshal(stored, &back); err != nil {
		t.Fatal(err)
	}
	if x, y := fingerprint.Compare(a, b), fingerprint.Compare(back, b); x != y || x < fingerprint.Threshold {
		t.Fatalf("%.2f before storage, %.2f after", x, y)
	}
}

func TestExtractIsDeterministic(t *testing.T) {
	img := specimen.Print(9, 1, 1)
	a, _ := fingerprint.Extract(img, 500)
	b, _ := fingerprint.Extract(img, 500)
	if !slices.Equal(a.Minutiae, b.Minutiae) || len(a.Minutiae) < 15 {
		t.Fatalf("%d and %d minutiae", len(a.Minutiae), len(b.Minutiae))
	}
}

func TestOddPicturesGiveFewMinutiaeAndNoMatch(t *testing.T) {
	print, err := fingerprint.Extract(specimen.Print(1, 0, 1), 500)
	if err != nil {
		t.Fatal(err)
	}
	for name, img := range map[string]*image.Gray{
		"white":        pattern(300, 300, func(int, int) float64 { return 255 }),
		"black":        pattern(96, 96, func(int, int) float64 { return 0 }),
		"grain":        grain(400, 300, 80),
		"stripes":      pattern(300, 400, func(x, _ int) float64 { return 128 + 100*math.Sin(float64(x)*.7) }),
		"checkerboard": pattern(128, 1200, func(x, y int) float64 { return float64((x/4 + y/4) % 2 * 255) }),
		"one square":   pattern(300, 300, func(x, y int) float64 { return float64(min(1, x/100*(y/100))) * 255 }),
		"ramp":         pattern(1200, 96, func(x, _ int) float64 { return float64(x) / 5 }),
		"rings": pattern(257, 331,
			func(x, y int) float64 { return 128 + 120*math.Cos(math.Hypot(float64(x)-128, float64(y)-160)*.7) }),
	} {
		tpl, err := fingerprint.Extract(img, 500)
		if err != nil || len(tpl.Minutiae) > fingerprint.MaxMinutiae {
			t.Errorf("%s: %d minutiae, %v", name, len(tpl.Minutiae), err)
		}
		if s := fingerprint.Compare(print, tpl); s >= fingerprint.Threshold {
			t.Errorf("%s matches a print with %.0f", name, s)
		}
	}
}

// Noise of the largest size has tens of thousands of ridge ends, which the algorithm compares in pairs: that took
// minutes and gigabytes before a print was judged first.
func TestALargePictureOfNoiseIsNotSearchedForMinutiae(t *testing.T) {
	tpl, err := fingerprint.Extract(grain(1200, 1200, 80), 500)
	if err != nil || len(tpl.Minutiae) != 0 || tpl.Width != 1200 || tpl.Height != 1200 {
		t.Errorf("%d minutiae in %d x %d, %v", len(tpl.Minutiae), tpl.Width, tpl.Height, err)
	}
}

func TestSizeIsBounded(t *testing.T) {
	for _, c := range []struct {
		w, h int
		dpi  float64
		want error
	}{
		{95, 400, 500, fingerprint.ErrTooSmall},
		{0, 0, 500, fingerprint.ErrTooSmall},
		{300, 300, 2000, fingerprint.ErrTooSmall},
		{1300, 400, 500, fingerprint.ErrTooLarge},
		{400, 400, 72, fingerprint.ErrTooLarge},
		{5000, 400, 5000, fingerprint.ErrTooSmall},
	} {
		if _, err := fingerprint.Extract(image.NewGray(image.Rect(0, 0, c.w, c.h)), c.dpi); !errors.Is(err, c.want) {
			t.Errorf("%d x %d at %.0f: %v, want %v", c.w, c.h, c.dpi, err, c.want)
		}
	}
}

func TestResolutionIsTakenIntoAccount(t *testing.T) {
	img := specimen.Print(3, 0, 1)
	doubled := pattern(640, 800, func(x, y int) float64 { return float64(img.GrayAt(x/2, y/2).Y) })
	a, _ := fingerprint.Extract(specimen.Print(3, 0, 2), 500)
	b, err := fingerprint.Extract(doubled, 1000)
	if s := fingerprint.Compare(a, b); err != nil || s < fingerprint.Threshold {
		t.Fatalf("%.0f, %v", s, err)
	}
}

func FuzzExtract(f *testing.F) {
	f.Add([]byte("seed"), 120, 130)
	f.Fuzz(func(t *testing.T, data []byte, w, h int) {
		if w < 0 || h < 0 || w > 300 || h > 300 || len(data) == 0 {
			return
		}
		img := pattern(w, h, func(x, y int) float64 { return float64(data[(x*7+y*w)%len(data)]) })
		for _, part := range fingerprint.Split(img) {
			tpl, err := fingerprint.Extract(part, 500)
			if q := fingerprint.Judge(part); q.Score < 0 || q.Score > 1 || math.IsNaN(q.Score) {
				t.Fatalf("quality %+v", q)
			}
			if err != nil {
				continue
			}
			if len(tpl.Minutiae) > fingerprint.MaxMinutiae || !(fingerprint.Compare(tpl, tpl) >= 0) {
				t.Fatalf("%d minutiae, alike by %v", len(tpl.Minutiae), fingerprint.Compare(tpl, tpl))
			}
			for _, m := range tpl.Minutiae {
				if m.X < 0 || m.Y < 0 || m.X >= tpl.Width || m.Y >= tpl.Height {
					t.Fatalf("minutia %+v in %d x %d", m, tpl.Width, tpl.Height)
				}
			}
		}
	})
}

// The minutiae of drawn prints: what changes them makes templates that are kept useless.
func TestDrawnPrintsKeepTheirMinutiae(t *testing.T) {
	var out strings.Builder
	for finger := range 2 {
		tpl, err := fingerprint.Extract(specimen.Print(1, finger, 1), 500)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "finger %d, %d x %d\n", finger, tpl.Width, tpl.Height)
		for _, m := range tpl.Minutiae {
			fmt.Fprintf(&out, "%d %d %.1f %v\n", m.X, m.Y, m.Direction, m.Fork)
		}
	}
	golden.Check(t, "minutiae.golden", out.String())
}

func BenchmarkExtract(b *testing.B) {
	img := specimen.Print(1, 0, 1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := fingerprint.Extract(img, 500); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCompare(b *testing.B) {
	x, y := hand(b, 1, 1)[0], hand(b, 1, 2)[0]
	b.ReportAllocs()
	for b.Loop() {
		fingerprint.Compare(x, y)
	}
}
