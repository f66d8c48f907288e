package document_test

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"testing"

	"proofdesk/engine/document"
	"proofdesk/engine/raster"
)

// shine adds a highlight with a soft border: saturated within radius px, gone at twice that.
func shine(m *image.RGBA, cx, cy, radius float64) *image.RGBA {
	out := raster.CropRGBA(m, m.Rect)
	for y := range m.Rect.Dy() {
		for x := range m.Rect.Dx() {
			d := math.Hypot(float64(x)-cx, float64(y)-cy) / max(radius, .01)
			add := 255 * min(max(2-d, 0), 1)
			for c := range 3 {
				i := y*out.Stride + 4*x + c
				out.Pix[i] = clamp(float64(out.Pix[i]) + add)
			}
		}
	}
	return out
}

func scaled(m *image.RGBA, gain, lift float64) *image.RGBA {
	out := raster.CropRGBA(m, m.Rect)
	for i, v := range m.Pix {
		if i%4 != 3 {
			out.Pix[i] = clamp(float64(v)*gain + lift)
		}
	}
	return out
}

func assess(m *image.RGBA) document.Quality { return document.Assess(raster.Luma(m), m, nil) }

func TestMoreBlurNeverRaisesFocus(t *testing.T) {
	for seed := range uint64(3) {
		m := card(1000, 630, 40+seed)
		last := 1.1
		for _, sigma := range []float64{0, .5, .8, 1.2, 1.6, 2, 2.5, 3, 4, 6, 9} {
			q := assess(blurred(m, sigma))
			if q.Focus > last+1e-9 {
				t.Errorf("seed %d: focus rises to %.4f at blur %v", seed, q.Focus, sigma)
			}
			last = q.Focus
		}
	}
}

func TestMoreShakeNeverRaisesFocusWhicheverWayItGoes(t *testing.T) {
	for seed := range uint64(2) {
		m := raster.Luma(card(1000, 630, 40+seed))
		for _, degrees := range []float64{0, 45, 90, 135, 20} {
			last := 1.1
			for _, length := range []float64{0, 2, 4, 7, 12, 24, 40} {
				q := document.Assess(shaken(m, length, degrees), nil, nil)
				if q.Focus > last+.02 {
					t.Errorf("seed %d: focus rises from %.4f to %.4f at a shake of %v along %v°",
						seed, last, q.Focus, length, degrees)
				}
				if length <= 2 && q.Focus < .98 || length >= 12 && q.Focus >= .98 {
					t.Errorf("seed %d: focus %.3f at a shake of %v along %v°", seed, q.Focus, length, degrees)
				}
				last = q.Focus
			}
		}
	}
}

func TestSharpPassesAndBlurredFailsTheDefaultThreshold(t *testing.T) {
	m := card(1000, 630, 50)
	for _, sigma := range []float64{0, .7, 1} {
		if q := assess(blurred(m, sigma)); q.Focus < .98 {
			t.Errorf("blur %v: focus %.3f, measured blur %.2f", sigma, q.Focus, q.Blur)
		}
	}
	for _, sigma := range []float64{2.5, 3, 5} {
		if q := assess(blurred(m, sigma)); q.Focus >= .98 {
			t.Errorf("blur %v: focus %.3f, measured blur %.2f", sigma, q.Focus, q.Blur)
		}
	}
}

func TestNoiseDoesNotPassForSharpness(t *testing.T) {
	m := blurred(card(1000, 630, 51), 3.5)
	n := table(1000, 630, color.RGBA{128, 128, 128, 255}, 0, 52)
	for i := range m.Pix {
		m.Pix[i] = clamp(float64(m.Pix[i]) + 2*(float64(n.Pix[i])-128))
	}
	if q := assess(m); q.Focus >= .98 {
		t.Errorf("focus %.3f", q.Focus)
	}
}

func TestBlankPaperHasNothingToMeasureFocusOn(t *testing.T) {
	if q := assess(table(600, 400, color.RGBA{225, 225, 225, 255}, 2, 1)); q.Textured != 0 || q.Focus != 0 ||
		q.Glare != 0 {
		t.Errorf("%+v", q)
	}
}

func TestMoreGlareNeverLowersTheScore(t *testing.T) {
	for seed, at := range [][2]float64{{620, 380}, {300, 200}, {800, 500}, {500, 120}} {
		m := card(1000, 630, 53+uint64(seed))
		last := -1.0
		for _, r := range []float64{0, 15, 30, 45, 60, 80, 100, 130} {
			q := assess(shine(m, at[0], at[1], r))
			if q.Glare < last-1e-9 {
				t.Errorf("at %v, radius %v: %.3f after %.3f", at, r, q.Glare, last)
			}
			last = q.Glare
			if r == 0 && q.Glare != 0 || r == 15 && q.Glare > .2 || r >= 80 && q.Glare <= .2 {
				t.Errorf("at %v, radius %v: glare %.3f", at, r, q.Glare)
			}
		}
	}
}

func TestGlareBoxLiesOnTheHighlight(t *testing.T) {
	back := table(1200, 900, slate, 8, 1)
	want := tilted(1200, 900, .7, 1.586, 10, 0)
	m := shine(place(back, card(856, 540, 3), want), 700, 420, 60)
	q := document.Assess(raster.Luma(m), m, &want)
	if q.Glare <= .2 || len(q.GlareBoxes) == 0 || !image.Pt(700, 420).In(q.GlareBoxes[0]) ||
		q.GlareBoxes[0].Dx() > 320 {
		t.Errorf("glare %.3f at %v", q.Glare, q.GlareBoxes)
	}
}

func TestWhitePaperIsNoGlare(t *testing.T) {
	m := table(1000, 700, color.RGBA{255, 255, 255, 255}, 0, 1)
	for i := range 20 {
		fill(m, image.Rect(100, 60+30*i, 900, 66+30*i), color.RGBA{20, 20, 20, 255})
	}
	if q := assess(m); q.Glare != 0 || q.TooBright {
		t.Errorf("glare %.3f, too bright %v", q.Glare, q.TooBright)
	}
	field := card(1000, 630, 54)
	fill(field, image.Rect(400, 440, 960, 600), color.RGBA{255, 255, 255, 255})
	if q := assess(field); q.Glare > .2 {
		t.Errorf("a white field: glare %.3f", q.Glare)
	}
}

func TestBrightnessFollowsTheLight(t *testing.T) {
	for seed := range uint64(3) {
		m := card(800, 500, 55+seed)
		last := -1.0
		for _, gain := range []float64{.05, .1, .15, .25, .4, .5, .75, 1, 1.25, 1.5} {
			q := assess(scaled(m, gain, 0))
			if q.Brightness <= last || q.TooDark != (gain <= .25) || q.TooBright {
				t.Errorf("gain %v: %+v", gain, q)
			}
			last = q.Brightness
		}
		last = 0
		for _, lift := range []float64{0, 40, 80, 120, 165, 200, 230} { // a veil of light over the ink
			q := assess(scaled(m, 1-lift/255, lift))
			if q.Brightness <= last || q.TooBright != (lift >= 165) || q.TooDark {
				t.Errorf("lift %v: %+v", lift, q)
			}
			last = q.Brightness
		}
	}
}

// However little of a white sheet is printed.
func TestAWhiteSheetWithBlackPrintIsNotTooBright(t *testing.T) {
	for lines := 1; lines < 20; lines += 3 {
		m := table(1050, 1480, color.RGBA{255, 255, 255, 255}, 0, 1)
		r := rand.New(rand.NewPCG(uint64(lines), 1))
		for i := range lines {
			text(m, 120, 100+60*i, 500, 16, r)
		}
		if q := assess(m); q.TooBright || q.TooDark || q.Focus < .98 {
			t.Errorf("%d lines: brightness %.3f, focus %.3f", lines, q.Brightness, q.Focus)
		}
		if q := assess(scaled(m, .25, 190)); !q.TooBright {
			t.Errorf("%d pale lines: brightness %.3f", lines, q.Brightness)
		}
	}
}

func TestFingersOverTheEdgeCount(t *testing.T) {
	flesh := color.RGBA{205, 150, 120, 255}
	want := raster.QuadOf(200, 200, 800, 505)
	clean := place(table(1200, 900, slate, 8, 1), card(800, 505, 3), want)
	last := -1.0
	for _, reach := range []int{0, 20, 40, 65, 90, 120, 150, 200} {
		m := raster.CropRGBA(clean, clean.Rect)
		fill(m, image.Rect(900, 400, 1200, 520), flesh)
		fill(m, image.Rect(1000-reach, 400, 1200, 520), flesh)
		if reach == 0 {
			m = clean
		}
		q := document.Assess(raster.Luma(m), m, &want)
		if q.Finger < last {
			t.Errorf("reach %d: %.3f after %.3f", reach, q.Finger, last)
		}
		last = q.Finger
		if reach == 0 && q.Finger != 0 || reach == 150 && q.Finger <= .3 {
			t.Errorf("reach %d: finger %.3f", reach, q.Finger)
		}
		lies := image.Rect(1000-reach, 400, 1000, 520) // the part of it over the document
		if (q.Finger > 0) != (len(q.Fingers) == 1) ||
			q.Finger > .3 && (lies.Intersect(q.Fingers[0]).Empty() || !q.Fingers[0].In(lies.Inset(-20))) {
			t.Errorf("reach %d: finger %.3f at %v, lies at %v", reach, q.Finger, q.Fingers, lies)
		}
	}
}

func TestAssessSurvivesOddPicturesAndQuads(t *testing.T) {
	m := card(300, 200, 1)
	nan := math.NaN()
	for _, q := range []raster.Quad{
		{},
		{{X: nan}, {}, {}, {}},
		raster.QuadOf(-500, -500, 2000, 2000), raster.QuadOf(10, 10, 3, 3),
		raster.QuadOf(1e7, 1e7, 1e8, 1e8),
	} {
		r := document.Assess(raster.Luma(m), m, &q)
		if r.Focus < 0 || r.Focus > 1 || r.Glare < 0 || r.Glare > 1 || r.Finger < 0 || r.Finger > 1 {
			t.Errorf("%v: %+v", q, r)
		}
	}
	if q := document.Assess(image.NewGray(image.Rectangle{}), nil, nil); q.Focus != 0 {
		t.Errorf("%+v", q)
	}
}

func BenchmarkAssess(b *testing.B) {
	want := tilted(1280, 960, .7, 1.586, 9, .1)
	m := place(table(1280, 960, slate, 24, 1), card(856, 540, 2), want)
	g := raster.Luma(m)
	b.ReportAllocs()
	for b.Loop() {
		document.Assess(g, m, &want)
	}
}
