package document_test

import (
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"proofdesk/engine/document"
	"proofdesk/engine/raster"
)

// photocopied is a picture without its colour under a warm lamp that drifts over it, with sensor noise.
func photocopied(m *image.RGBA, seed uint64) *image.RGBA {
	r := rand.New(rand.NewPCG(seed, 5))
	g := raster.FromImage(raster.Luma(m)).RGBA()
	w := g.Rect.Dx()
	for i := 0; i < len(g.Pix); i += 4 {
		x := float64(i/4%w) / float64(w)
		for c, tint := range [3]float64{1, .9 - .06*x, .72 + .1*x} {
			g.Pix[i+c] = clamp(float64(g.Pix[i+c])*tint + 4*r.NormFloat64())
		}
	}
	return g
}

// displayed is a picture shown on a display with stripes of red, green and blue and photographed so that a
// display pixel covers pitch camera pixels, turned by some degrees.
func displayed(m *image.RGBA, w, h int, pitch, degrees float64, seed uint64) *image.RGBA {
	r := rand.New(rand.NewPCG(seed, 6))
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			var light [3]float64
			for k := range 9 {
				fx := float64(x) + (float64(k%3)+.5)/3 + .4*r.NormFloat64() - float64(w)/2
				fy := float64(y) + (float64(k/3)+.5)/3 + .4*r.NormFloat64() - float64(h)/2
				dx, dy := (fx*cos-fy*sin)/pitch, (fx*sin+fy*cos)/pitch
				ux, uy := dx-math.Floor(dx), dy-math.Floor(dy)
				sx := int(math.Floor(dx)*pitch+float64(w)/2) * m.Rect.Dx() / w
				sy := int(math.Floor(dy)*pitch+float64(h)/2) * m.Rect.Dy() / h
				stripe := min(int(ux*3), 2)
				if u := ux*3 - float64(stripe); u > .12 && u < .88 && uy > .1 && uy < .9 {
					p := m.RGBAAt(min(max(sx, 0), m.Rect.Dx()-1), min(max(sy, 0), m.Rect.Dy()-1))
					light[stripe] += math.Pow(float64([3]uint8{p.R, p.G, p.B}[stripe])/255, 2.2) * 5 / 9
				}
			}
			for c, v := range light {
				out.Pix[y*out.Stride+4*x+c] = clamp(255*math.Pow(min(v, 1), 1/2.2) + 2*r.NormFloat64())
			}
			out.Pix[y*out.Stride+4*x+3] = 255
		}
	}
	return out
}

func TestOriginalsPassTheDefaultThreshold(t *testing.T) {
	for seed := range uint64(6) {
		for _, light := range []float64{1, .6} {
			m := scaled(blurred(card(1000, 630, 60+seed), .7), light, 0)
			if r := document.JudgeRealness(m, nil); r.Score < .8 || r.Class != document.Real {
				t.Errorf("seed %d, light %v: %+v", seed, light, r)
			}
		}
	}
}

func TestPhotocopiesFailTheDefaultThreshold(t *testing.T) {
	for seed := range uint64(6) {
		m := card(1000, 630, 70+seed)
		for name, c := range map[string]*image.RGBA{
			"plain":        raster.FromImage(raster.Luma(m)).RGBA(),
			"under a lamp": photocopied(m, seed),
		} {
			if r := document.JudgeRealness(c, nil); r.Score >= .8 || r.Class != document.Photocopy {
				t.Errorf("seed %d %s: %+v", seed, name, r)
			}
		}
	}
}

func TestDisplayGridsFailTheDefaultThreshold(t *testing.T) {
	m := card(800, 504, 80)
	for i, pitch := range []float64{1.8, 3.1, 3.6} {
		if r := document.JudgeRealness(displayed(m, 800, 504, pitch, 3+float64(i), 1), nil); r.Score >= .8 ||
			r.Screen < .5 {
			t.Errorf("pitch %v: %+v", pitch, r)
		}
	}
}

func TestLessColourNeverRaisesRealness(t *testing.T) {
	m := card(1000, 630, 81)
	g := raster.Luma(m)
	last := 1.1
	for _, share := range []float64{1, .8, .6, .4, .2, .1, 0} {
		c := raster.CropRGBA(m, m.Rect)
		for i, v := range g.Pix {
			for k := range 3 {
				c.Pix[4*i+k] = clamp(float64(v) + share*(float64(m.Pix[4*i+k])-float64(v)))
			}
		}
		r := document.JudgeRealness(c, nil)
		if r.Score > last+.02 {
			t.Errorf("share %v: %.3f after %.3f", share, r.Score, last)
		}
		last = r.Score
	}
}

func TestRealnessOfOddPicturesIsWithinBounds(t *testing.T) {
	for _, s := range [][2]int{{0, 0}, {1, 1}, {15, 900}, {16, 16}, {64, 64}, {130, 129}, {2000, 20}} {
		r := document.JudgeRealness(image.NewRGBA(image.Rect(0, 0, s[0], s[1])), nil)
		if !(r.Score >= 0 && r.Score <= 1 && r.Photocopy >= 0 && r.Photocopy <= 1 && r.Screen >= 0 && r.Screen <= 1) {
			t.Errorf("%v: %+v", s, r)
		}
	}
}

func BenchmarkJudgeRealness(b *testing.B) {
	m := card(1280, 807, 1)
	b.ReportAllocs()
	for b.Loop() {
		document.JudgeRealness(m, nil)
	}
}
