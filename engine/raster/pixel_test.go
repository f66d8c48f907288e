package raster_test

import (
	"image"
	"math"
	"testing"

	"proofdesk/engine/raster"
)

func mean(m *image.Gray) float64 {
	var s float64
	for y := range m.Rect.Dy() {
		for _, v := range m.Pix[y*m.Stride:][:m.Rect.Dx()] {
			s += float64(v)
		}
	}
	return s / float64(m.Rect.Dx()*m.Rect.Dy())
}

func worst(a, b *image.Gray) (d int) {
	for y := range a.Rect.Dy() {
		for x := range a.Rect.Dx() {
			e := int(a.Pix[y*a.Stride+x]) - int(b.Pix[y*b.Stride+x])
			d = max(d, e, -e)
		}
	}
	return d
}

func TestDownscaleKeepsTheMean(t *testing.T) {
	src := noise(203, 157, 4)
	for _, s := range [][2]int{{100, 50}, {202, 156}, {7, 3}, {1, 1}, {67, 157}, {203, 40}} {
		if got := raster.DownscaleGray(src, s[0], s[1]); math.Abs(mean(got)-mean(src)) > 1.2 || got.Rect.Dx() != s[0] ||
			got.Rect.Dy() != s[1] {
			t.Errorf("%v: mean %.2f of %.2f", s, mean(got), mean(src))
		}
	}
}

func TestDownscaleByWholeFactorIsTheBlockMean(t *testing.T) {
	src := noise(60, 40, 5)
	got := raster.DownscaleGray(src, 15, 10)
	for y := range 10 {
		for x := range 15 {
			m := mean(raster.CropGray(src, image.Rect(4*x, 4*y, 4*x+4, 4*y+4)))
			if math.Abs(m-float64(got.GrayAt(x, y).Y)) > .51 {
				t.Fatalf("(%d,%d): %d, block mean %.2f", x, y, got.GrayAt(x, y).Y, m)
			}
		}
	}
}

func TestColourOperationsAgreeWithGrayOnGrayPictures(t *testing.T) {
	g := noise(120, 90, 6)
	c := raster.FromImage(g).RGBA()
	q := raster.Quad{{10, 5}, {110, 12}, {100, 80}, {4, 70}}
	for name, p := range map[string][2]*image.Gray{
		"downscale": {raster.DownscaleGray(g, 37, 31), raster.Luma(raster.DownscaleRGBA(c, 37, 31))},
		"resize":    {raster.ResizeGray(g, 300, 70), raster.Luma(raster.ResizeRGBA(c, 300, 70))},
		"warp":      {raster.WarpGray(g, q, 80, 50), raster.Luma(raster.WarpRGBA(c, q, 80, 50))},
		"warp down": {raster.WarpGray(g, q, 20, 15), raster.Luma(raster.WarpRGBA(c, q, 20, 15))},
		"turn":      {raster.TurnGray(g, 270), raster.Luma(raster.TurnRGBA(c, 270))},
		"crop": {
			raster.CropGray(g, image.Rect(5, 6, 50, 44)), raster.Luma(raster.CropRGBA(c, image.Rect(5, 6, 50, 44))),
		},
	} {
		if p[0].Rect != p[1].Rect || worst(p[0], p[1]) > 1 {
			t.Errorf("%s: %v and %v differ by %d", name, p[0].Rect, p[1].Rect, worst(p[0], p[1]))
		}
	}
}

func TestOperationsHonourStrideAndOffset(t *testing.T) {
	big := noise(100, 80, 7)
	part := big.SubImage(image.Rect(13, 9, 77, 61)).(*image.Gray)
	whole := raster.CropGray(big, image.Rect(13, 9, 77, 61))
	q := raster.QuadOf(3, 4, 50, 40)
	for name, f := range map[string]func(*image.Gray) *image.Gray{
		"downscale": func(m *image.Gray) *image.Gray { return raster.DownscaleGray(m, 20, 20) },
		"resize":    func(m *image.Gray) *image.Gray { return raster.ResizeGray(m, 90, 90) },
		"warp":      func(m *image.Gray) *image.Gray { return raster.WarpGray(m, q, 40, 40) },
		"rotate":    func(m *image.Gray) *image.Gray { r, _ := raster.RotateGray(m, 20, 0); return r },
		"turn":      func(m *image.Gray) *image.Gray { return raster.TurnGray(m, 90) },
		"box":       func(m *image.Gray) *image.Gray { return raster.BoxBlur(m, 3) },
		"gauss":     func(m *image.Gray) *image.Gray { return raster.GaussianBlur(m, 1.3) },
		"invert":    raster.InvertGray,
		"adaptive":  func(m *image.Gray) *image.Gray { return raster.Adaptive(m, 5, 4) },
		"threshold": func(m *image.Gray) *image.Gray { return raster.Threshold(m, raster.Otsu(m)) },
	} {
		if a, b := f(part), f(whole); a.Rect != b.Rect || worst(a, b) != 0 {
			t.Errorf("%s of a part differs from that of its copy", name)
		}
	}
}

func TestFourQuarterTurnsAreNoTurn(t *testing.T) {
	src := noise(70, 45, 8)
	if r := raster.TurnGray(raster.TurnGray(src, 90), 270); worst(src, r) != 0 {
		t.Error("90 and 270 do not cancel")
	}
	if r := raster.TurnGray(raster.TurnGray(src, 180), 180); worst(src, r) != 0 {
		t.Error("180 twice does not cancel")
	}
}

func TestRotationByRightAngleEqualsTurn(t *testing.T) {
	src := raster.GaussianBlur(noise(60, 40, 9), 2)
	for _, d := range []int{90, 180, 270} {
		r, _ := raster.RotateGray(src, float64(d), 0)
		turned := raster.TurnGray(src, d)
		if r.Rect != turned.Rect || worst(r, turned) > 1 {
			t.Errorf("%d°: %v, differs by %d", d, r.Rect, worst(r, turned))
		}
	}
}

func TestRotationMapLeadsBackToTheSource(t *testing.T) {
	src := image.NewGray(image.Rect(0, 0, 200, 120))
	for y := 30; y < 36; y++ {
		for x := 150; x < 156; x++ {
			src.Pix[y*src.Stride+x] = 255
		}
	}
	for _, d := range []float64{-33, 7, 45, 112.5, 200} {
		r, m := raster.RotateGray(src, d, 0)
		var sx, sy, n float64
		for y := range r.Rect.Dy() {
			for x := range r.Rect.Dx() {
				v := float64(r.GrayAt(x, y).Y)
				sx, sy, n = sx+v*(float64(x)+.5), sy+v*(float64(y)+.5), n+v
			}
		}
		if p := m.Apply(raster.Point{X: sx / n, Y: sy / n}); math.Hypot(p.X-153, p.Y-33) > .2 {
			t.Errorf("%v°: the spot comes back at %.2f, %.2f", d, p.X, p.Y)
		}
	}
}

func TestHomographyTakesCornersToCornersAndBack(t *testing.T) {
	from, to := raster.QuadOf(0, 0, 100, 60), raster.Quad{{12, 7}, {90, 20}, {99, 70}, {3, 55}}
	h, ok := raster.NewHomography(from, to)
	inv, ok2 := h.Inverse()
	if !ok || !ok2 {
		t.Fatal("not solved")
	}
	for i := range from {
		p, q := h.Apply(from[i]), inv.Apply(to[i])
		if math.Hypot(p.X-to[i].X, p.Y-to[i].Y) > 1e-9 || math.Hypot(q.X-from[i].X, q.Y-from[i].Y) > 1e-9 {
			t.Errorf("corner %d: %v, %v", i, p, q)
		}
		if r := inv.Mul(h).Apply(from[i]); math.Hypot(r.X-from[i].X, r.Y-from[i].Y) > 1e-9 {
			t.Errorf("product moves corner %d to %v", i, r)
		}
	}
	if _, ok := raster.NewHomography(from, raster.Quad{{0, 0}, {1, 1}, {2, 2}, {0, 5}}); ok {
		t.Error("three corners on a line were solved")
	}
}

func TestWarpOfAxisParallelQuadIsACrop(t *testing.T) {
	src := noise(100, 80, 10)
	if w := raster.WarpGray(src, raster.QuadOf(20, 10, 50, 40), 50,
		40); worst(w, raster.CropGray(src, image.Rect(20, 10, 70, 50))) > 0 {
		t.Error("warp moves pixels")
	}
}

func TestWarpUndoesPerspective(t *testing.T) {
	flat := raster.GaussianBlur(noise(160, 100, 11), 3)
	q := raster.Quad{{40, 30}, {250, 50}, {230, 190}, {60, 170}}
	h, _ := raster.NewHomography(raster.QuadOf(0, 0, 300, 220), raster.QuadOf(0, 0, 300, 220))
	toFlat, _ := raster.NewHomography(q, raster.QuadOf(0, 0, 160, 100))
	photo := raster.WarpGray(flat, toFlat.Mul(h).ApplyQuad(raster.QuadOf(0, 0, 300, 220)), 300, 220)
	back := raster.WarpGray(photo, q, 160, 100)
	var sum int
	for y := 5; y < 95; y++ {
		for x := 5; x < 155; x++ {
			d := int(back.GrayAt(x, y).Y) - int(flat.GrayAt(x, y).Y)
			sum += max(d, -d)
		}
	}
	if avg := float64(sum) / (90 * 150); avg > 1.5 {
		t.Errorf("mean difference %.2f", avg)
	}
}

func TestWildQuadsGiveAPictureWithoutPanic(t *testing.T) {
	src := noise(50, 40, 12)
	inf, nan := math.Inf(1), math.NaN()
	for _, q := range []raster.Quad{
		{},
		{{nan, nan}, {1, 1}, {2, 5}, {0, 9}},
		{{-inf, 0}, {inf, 0}, {inf, inf}, {0, inf}},
		{{-1e9, -1e9}, {1e9, -1e9}, {1e9, 1e9}, {-1e9, 1e9}},
		{{10, 10}, {40, 10}, {10, 30}, {40, 30}},
		raster.QuadOf(500, 500, 20, 20), raster.QuadOf(-900, -900, 2000, 2000),
		{{0, 0}, {1e-9, 0}, {1e-9, 1e-9}, {0, 1e-9}},
	} {
		if m := raster.WarpGray(src, q, 16, 12); m.Rect != image.Rect(0, 0, 16, 12) {
			t.Errorf("%v: %v", q, m.Rect)
		}
		if m := raster.WarpRGBA(raster.FromImage(src).RGBA(), q, 16, 12); m.Rect != image.Rect(0, 0, 16, 12) ||
			!m.Opaque() {
			t.Errorf("%v in colour: %v", q, m.Rect)
		}
	}
}

func TestEmptyPicturesAreNoFault(t *testing.T) {
	g, c := image.NewGray(image.Rectangle{}), image.NewRGBA(image.Rectangle{})
	for i, m := range []image.Image{
		raster.DownscaleGray(g, 5, 5), raster.ResizeGray(g, 5, 5), raster.BoxBlur(g, 2), raster.GaussianBlur(g, 1),
		raster.Adaptive(g, 3, 3),
		raster.Threshold(g, 3), raster.InvertGray(g), raster.DownscaleRGBA(c, 5, 5), raster.ResizeRGBA(c, 5, 5),
		raster.Luma(c), raster.TurnGray(g, 90),
	} {
		if !m.Bounds().Empty() {
			t.Errorf("operation %d made %v of nothing", i, m.Bounds())
		}
	}
	if raster.WarpGray(g, raster.QuadOf(0, 0, 1, 1), 4, 4).Rect.Dx() != 4 ||
		raster.Otsu(g) != 255 && raster.Otsu(g) != 0 {
		t.Error("warp or Otsu of nothing")
	}
}

func TestBlursKeepTheMeanAndFlatten(t *testing.T) {
	src := noise(80, 60, 13)
	last := spread(src)
	for _, s := range []float64{.5, 1, 2, 3.9, 4.1, 8} {
		b := raster.GaussianBlur(src, s)
		if math.Abs(mean(b)-mean(src)) > 3 || spread(b) >= last {
			t.Errorf("sigma %v: mean %.1f of %.1f, spread %.1f after %.1f", s, mean(b), mean(src), spread(b), last)
		}
		last = spread(b)
	}
	flat := image.NewGray(image.Rect(0, 0, 30, 20))
	for i := range flat.Pix {
		flat.Pix[i] = 77
	}
	if worst(flat, raster.GaussianBlur(flat, 2)) != 0 || worst(flat, raster.BoxBlur(flat, 50)) != 0 {
		t.Error("a flat picture changes")
	}
}

func spread(m *image.Gray) float64 {
	mu := mean(m)
	var s float64
	for _, v := range m.Pix {
		s += (float64(v) - mu) * (float64(v) - mu)
	}
	return math.Sqrt(s / float64(len(m.Pix)))
}

func TestBoxBlurEqualsItsDefinition(t *testing.T) {
	src := noise(23, 17, 14)
	got := raster.BoxBlur(src, 2)
	for y := range 17 {
		for x := range 23 {
			var s float64
			for dy := -2; dy <= 2; dy++ {
				for dx := -2; dx <= 2; dx++ {
					s += float64(src.GrayAt(min(max(x+dx, 0), 22), min(max(y+dy, 0), 16)).Y)
				}
			}
			if math.Abs(s/25-float64(got.GrayAt(x, y).Y)) > 1.1 {
				t.Fatalf("(%d,%d): %d, want %.1f", x, y, got.GrayAt(x, y).Y, s/25)
			}
		}
	}
}

func TestIntegralSumsAnyBox(t *testing.T) {
	src := noise(31, 22, 15)
	it := raster.NewIntegral(src)
	for _, r := range []image.Rectangle{
		{image.Pt(0, 0), image.Pt(31, 22)}, {image.Pt(3, 4), image.Pt(9, 11)}, {image.Pt(-5, -5), image.Pt(2, 90)},
	} {
		m := mean(raster.CropGray(src, r))
		if got := it.Mean(r.Min.X, r.Min.Y, r.Max.X, r.Max.Y); math.Abs(got-m) > 1e-9 {
			t.Errorf("%v: %v, want %v", r, got, m)
		}
	}
	if it.Sum(5, 5, 5, 9) != 0 || it.Mean(40, 40, 50, 50) != 0 {
		t.Error("an empty box has a sum")
	}
}

func TestGradientsOfARamp(t *testing.T) {
	src := ramp(256, 9)
	dx, dy := raster.Sobel(src)
	for x := 1; x < 255; x++ {
		if i := 4*256 + x; dx.V[i] != 8 || dy.V[i] != 0 {
			t.Fatalf("x %d: %d, %d", x, dx.V[i], dy.V[i])
		}
	}
}

func TestOtsuSeparatesTwoClasses(t *testing.T) {
	m := noise(64, 64, 16)
	for i, v := range m.Pix {
		m.Pix[i] = 40 + v%30
		if i%3 == 0 {
			m.Pix[i] = 180 + v%30
		}
	}
	if v := raster.Otsu(m); v < 69 || v >= 180 {
		t.Errorf("threshold %d", v)
	}
}

func TestAdaptiveFindsInkUnderAShadow(t *testing.T) {
	m := ramp(200, 60)
	for i := range m.Pix {
		m.Pix[i] = 90 + m.Pix[i]/2
	}
	for x := 20; x < 190; x += 30 {
		for y := 20; y < 40; y++ {
			m.Pix[y*m.Stride+x] -= 60
			m.Pix[y*m.Stride+x+1] -= 60
		}
	}
	b := raster.Adaptive(m, 9, 12)
	for y := range 60 {
		for x := range 200 {
			ink := y >= 20 && y < 40 && x >= 20 && x < 190 && (x-20)%30 < 2
			if ink != (b.GrayAt(x, y).Y == 0) {
				t.Fatalf("(%d,%d): ink %v, got %d", x, y, ink, b.GrayAt(x, y).Y)
			}
		}
	}
}
