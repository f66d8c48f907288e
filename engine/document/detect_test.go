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

var wood, slate, cloth = color.RGBA{150, 95, 60, 255}, color.RGBA{60, 64, 70, 255}, color.RGBA{120, 130, 110, 255}

func TestCardOnATableIsFound(t *testing.T) {
	for _, back := range []color.RGBA{wood, slate, cloth} {
		for _, turn := range []float64{0, 4, -12, 25, 90} {
			for _, tilt := range []float64{0, .15} {
				want := tilted(720, 720, .62, 1.586, turn, tilt)
				m := place(table(720, 720, back, 16, 1), card(856, 540, 2), want)
				o, ok := document.Detect(raster.Luma(m), m)
				if iou := overlap(o.Quad, want); !ok || o.Full || iou < .93 || o.Confidence < .7 {
					t.Errorf("%v turned %v tilted %v: found %v, confidence %.2f, overlap %.3f",
						back, turn, tilt, ok, o.Confidence, iou)
				}
			}
		}
	}
}

func TestLumaAloneFindsTheCard(t *testing.T) {
	want := tilted(900, 700, .7, 1.42, 8, .1)
	m := place(table(900, 700, slate, 16, 4), card(875, 616, 5), want)
	o, ok := document.Detect(raster.Luma(m), nil)
	if !ok || overlap(o.Quad, want) < .93 {
		t.Errorf("found %v, overlap %.3f", ok, overlap(o.Quad, want))
	}
}

func TestFormatFollowsTheAspect(t *testing.T) {
	for aspect, want := range map[float64]document.Format{1.586: document.ID1, 1.42: document.ID3} {
		q := tilted(1000, 1000, .66, aspect, 5, 0)
		m := place(table(1000, 1000, slate, 10, 6), card(856, int(856/aspect), 7), q)
		o, ok := document.Detect(raster.Luma(m), m)
		if !ok || o.Format != want || math.Abs(o.Aspect/aspect-1) > .04 {
			t.Errorf("%v: found %v, %q of aspect %.3f", aspect, ok, o.Format, o.Aspect)
		}
	}
	for aspect, want := range map[float64]document.Format{1.0: "", 2.4: "", 1.6: document.ID1, 1.41: document.ID3} {
		if got := document.FormatOf(aspect); got != want {
			t.Errorf("aspect %v is %q, want %q", aspect, got, want)
		}
	}
}

func TestFlatScanIsTheWholePicture(t *testing.T) {
	for seed := range uint64(4) {
		m := card(1000, 631, 20+seed)
		o, ok := document.Detect(raster.Luma(m), m)
		if iou := overlap(o.Quad, raster.QuadOf(0, 0, 1000, 631)); !ok || iou < .93 || o.Confidence < .6 {
			t.Errorf("seed %d: found %v, full %v, overlap %.3f, confidence %.2f", seed, ok, o.Full, iou, o.Confidence)
		}
	}
}

func TestEmptyTableHasNoDocument(t *testing.T) {
	for i, c := range []color.RGBA{wood, slate, cloth, {255, 255, 255, 255}, {0, 0, 0, 255}} {
		m := table(800, 600, c, float64(8*i), uint64(30+i))
		if o, ok := document.Detect(raster.Luma(m), m); ok && o.Confidence >= .7 {
			t.Errorf("%v: %+v", c, o)
		}
	}
}

func TestCornersStartAtTheTopLeftAndRunClockwise(t *testing.T) {
	for turn := -40.0; turn <= 40; turn += 20 {
		q := tilted(800, 800, .6, 1.586, turn, 0)
		m := place(table(800, 800, slate, 8, 9), card(640, 400, 9), q)
		o, ok := document.Detect(raster.Luma(m), m)
		if !ok || !o.Quad.Convex() {
			t.Fatalf("turned %v: found %v, %v", turn, ok, o.Quad)
		}
		for _, p := range o.Quad[1:] {
			if p.X+p.Y < o.Quad[0].X+o.Quad[0].Y {
				t.Errorf("turned %v: starts at %v", turn, o.Quad)
			}
		}
	}
}

// moved is a quad shifted by so many pixels.
func moved(q raster.Quad, x, y float64) raster.Quad {
	for i := range q {
		q[i].X, q[i].Y = q[i].X+x, q[i].Y+y
	}
	return q
}

func TestACardThatThePictureCutsIsSaidToBeCut(t *testing.T) {
	for _, back := range []color.RGBA{wood, slate, cloth} {
		for _, shift := range [][2]float64{{0, 0}, {-20, 15}, {300, 0}, {-330, 0}, {0, 240}, {0, -220}} {
			q := moved(tilted(800, 600, .62, 1.586, 4, 0), shift[0], shift[1])
			m := place(table(800, 600, back, 16, 1), card(856, 540, 2), q)
			o, ok := document.Detect(raster.Luma(m), m)
			if want := shift[0] > 100 || shift[0] < -100 || shift[1] > 100 || shift[1] < -100; !ok || o.Cut != want {
				t.Errorf("%v moved by %v: found %v, cut %v", back, shift, ok, o.Cut)
			}
		}
	}
}

func TestASecondCardIsFoundBesideTheFirst(t *testing.T) {
	for _, back := range []color.RGBA{wood, slate, cloth} {
		first := moved(tilted(1200, 900, .42, 1.586, 3, 0), -280, -200)
		m := place(table(1200, 900, back, 16, 1), card(856, 540, 2), first)
		if o, ok := document.Detect(raster.Luma(m), m); !ok || o.Second != nil {
			t.Errorf("%v: one card: found %v, second %v", back, ok, o.Second)
		}
		for _, shift := range [][2]float64{{290, -150}, {-260, 190}} {
			second := moved(tilted(1200, 900, .42, 1.586, -4, 0), shift[0], shift[1])
			two := place(m, card(856, 540, 3), second)
			o, ok := document.Detect(raster.Luma(two), two)
			if !ok || o.Second == nil || max(overlap(o.Second.Quad, second), overlap(o.Second.Quad, first)) < .85 {
				t.Errorf("%v beside at %v: found %v, second %v", back, shift, ok, o.Second)
			}
		}
	}
}

func TestOddPicturesAreNoFault(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, s := range [][2]int{{0, 0}, {1, 1}, {31, 500}, {33, 33}, {32, 3000}, {700, 40}} {
		m := image.NewRGBA(image.Rect(0, 0, s[0], s[1]))
		for i := range m.Pix {
			m.Pix[i] = byte(r.Uint32()) | 1
		}
		o, ok := document.Detect(raster.Luma(m), m)
		if ok && !(o.Quad.Area() > 0 && o.Confidence >= 0 && o.Confidence <= 1) {
			t.Errorf("%v: %+v", s, o)
		}
	}
}

func TestAspectIsRightUnderPerspective(t *testing.T) {
	// A card of aspect 1.586 tilted by 35° and seen by a camera with a phone's focal length.
	const f, w, h = 960, 1280, 960
	sin, cos := math.Sincos(35 * math.Pi / 180)
	var q raster.Quad
	for i, c := range [4][2]float64{{-1.586, -1}, {1.586, -1}, {1.586, 1}, {-1.586, 1}} {
		x, y, z := c[0], c[1]*cos, 6-c[1]*sin
		xr, yr := x*math.Cos(.3)-y*math.Sin(.3), x*math.Sin(.3)+y*math.Cos(.3)
		q[i] = raster.Point{X: w/2 + f*xr/z, Y: h/2 + f*yr/z}
	}
	if a := document.Aspect(q, w, h); math.Abs(a-1.586) > .04 {
		t.Errorf("aspect %.3f", a)
	}
}

func BenchmarkDetect(b *testing.B) {
	m := place(table(1280, 960, wood, 24, 1), card(856, 540, 2), tilted(1280, 960, .6, 1.586, 9, .1))
	g := raster.Luma(m)
	b.ReportAllocs()
	for b.Loop() {
		document.Detect(g, m)
	}
}
