package signature

import (
	"image"
	"math"
)

// agreement returns how far picture and strokes cover each other, as the harmonic mean of the shares of each one's ink
// that has ink of the other nearby. Both are moved and scaled to their boxes first, because pads deliver pictures in
// other sizes than coordinates; a differing aspect lowers the result.
func agreement(ink *bitmap, strokes []Stroke) float64 {
	const side = 128
	box := ink.box()
	if box.Empty() {
		return 0
	}
	thinned := ink.thinned()
	drawn := rasterised(strokes)
	other := drawn.box()
	if other.Empty() {
		return 0
	}
	a, b := thinned.fitted(box, side), drawn.fitted(other, side)
	covered := 2 * a.near(b) * b.near(a) / math.Max(1e-9, a.near(b)+b.near(a))
	return covered * aspectAgreement(box, other)
}

func aspectAgreement(a, b image.Rectangle) float64 {
	// Two pixels of pen width keep a flat signature's aspect from being undefined.
	ra := float64(a.Dx()+2) / float64(a.Dy()+2)
	rb := float64(b.Dx()+2) / float64(b.Dy()+2)
	off := math.Abs(math.Log(ra / rb))
	return math.Max(0, 1-math.Max(0, off-.25))
}

// rasterised draws strokes as lines one pixel wide, scaled to fit inkSide.
func rasterised(strokes []Stroke) *bitmap {
	low, high := strokes[0][0], strokes[0][0]
	for _, s := range strokes {
		for _, p := range s {
			low.X, low.Y = min(low.X, p.X), min(low.Y, p.Y)
			high.X, high.Y = max(high.X, p.X), max(high.Y, p.Y)
		}
	}
	scale := (inkSide - 2) / math.Max(1, math.Max(high.X-low.X, high.Y-low.Y))
	b := newBitmap(int((high.X-low.X)*scale)+2, int((high.Y-low.Y)*scale)+2)
	for _, s := range strokes {
		for i, p := range s {
			q := s[max(0, i-1)]
			b.line((q.X-low.X)*scale, (q.Y-low.Y)*scale, (p.X-low.X)*scale, (p.Y-low.Y)*scale)
		}
	}
	return b
}

func (b *bitmap) line(x0, y0, x1, y1 float64) {
	n := int(math.Max(math.Abs(x1-x0), math.Abs(y1-y0))) + 1
	for i := range n + 1 {
		f := float64(i) / float64(n)
		x, y := int(x0+(x1-x0)*f), int(y0+(y1-y0)*f)
		if x >= 0 && y >= 0 && x < b.w && y < b.h {
			b.ink[y*b.w+x] = true
		}
	}
}

// fitted scales the box to a grid of side x side cells.
func (b *bitmap) fitted(box image.Rectangle, side int) *bitmap {
	out := newBitmap(side, side)
	w, h := max(1, box.Dx()-1), max(1, box.Dy()-1)
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if b.at(x, y) {
				out.ink[(y-box.Min.Y)*(side-1)/h*side+(x-box.Min.X)*(side-1)/w] = true
			}
		}
	}
	return out
}

// near is the share of b's ink with ink of the other within four cells.
func (b *bitmap) near(other *bitmap) float64 {
	const reach = 4
	hit, n := 0, 0
	for i, v := range b.ink {
		if !v {
			continue
		}
		n++
		if other.within(i%b.w, i/b.w, reach) {
			hit++
		}
	}
	return float64(hit) / float64(max(1, n))
}

func (b *bitmap) within(x, y, reach int) bool {
	for dy := -reach; dy <= reach; dy++ {
		for dx := -reach; dx <= reach; dx++ {
			if dx*dx+dy*dy <= reach*reach && b.at(x+dx, y+dy) {
				return true
			}
		}
	}
	return false
}
