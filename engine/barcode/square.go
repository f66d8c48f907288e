package barcode

import (
	"image"
	"math"

	"proofdesk/engine/raster"
)

// How the rings of an Aztec symbol are followed outwards (ISO/IEC 24778 §7.2). Lengths are in pixels unless noted
// otherwise. Tuned on the development samples.
const (
	mostRings    = 6
	compactRing  = 3   // number of the outermost light ring of a compact symbol
	fullRing     = 5   // … and of a full one
	squareReach  = 2.2 // times its length that a ring may reach
	moduleSlack  = .4  // share of its length that a ring may be off by the module that was sighted
	moduleRim    = 1.5 // … and so many pixels more
	growSlack    = .25 // share that it may be off by the ring before
	growRim      = 1
	leastSharpen = 1.2 // to either side of where its edge is searched for
	sharpenMove  = .35 // modules that a corner may move
	sharpenRim   = 2
)

// cornerShares are the shares of an outline's size within which a point is no corner, tried one after the other.
var cornerShares = [4]float64{.06, .09, .13, .18}

// square is a light ring around a bullseye: the corners of its outer side, and half of that side in modules.
type square struct {
	corners raster.Quad
	half    float64
}

// squares finds the outermost light rings of a full and of a compact symbol.
func (b *bullseye) squares(f *flood) []square {
	m := f.m
	x, y := b.x, b.y
	var last blot
	var out []square
	for k := range mostRings {
		dark := k%2 == 0
		for x < float64(m.w) && m.at(x, y) != dark {
			x++
		}
		next, ok := f.fill(int(x), int(y), dark, b.module*float64(2*k+1)*squareReach)
		if !ok || k > 0 && !b.ringAround(last, next, k) {
			break
		}
		if k == 0 {
			x, y = float64(next.box.Min.X+next.box.Max.X)/2, float64(next.box.Min.Y+next.box.Max.Y)/2
		}
		last = next
		if k != compactRing && k != fullRing {
			continue
		}
		if quad, ok := fourCorners(next.outline(&f.hull)); ok {
			half := float64(k) + .5
			out = append([]square{{sharpen(m, quad, half), half}}, out...)
		}
	}
	return out
}

// ringAround reports whether a stretch lies around another one as ring k around the one before.
func (b *bullseye) ringAround(inner, outer blot, k int) bool {
	in, out := inner.box, outer.box
	grow := float64(2*k+1) / float64(2*k-1)
	want := b.module * float64(2*k+1)
	for _, d := range [2][2]int{{in.Dx(), out.Dx()}, {in.Dy(), out.Dy()}} {
		got := float64(d[1])
		if math.Abs(got-want) > moduleSlack*want+moduleRim ||
			k > 1 && math.Abs(got-float64(d[0])*grow) > growSlack*got+growRim {
			return false
		}
	}
	return out.Min.X <= in.Min.X && out.Min.Y <= in.Min.Y && out.Max.X >= in.Max.X && out.Max.Y >= in.Max.Y
}

// flood collects connected pixels of one kind. It keeps its buffers, because many squares are started for each one that
// is found.
type flood struct {
	m           *mask
	seen        []bool // pixels in line
	line        []int  // pixels that were met, in order
	left, right []int  // ends of the mask's rows that were met; right is past the last pixel
	hull        hull
}

func newFlood(m *mask) *flood {
	return &flood{m: m, seen: make([]bool, m.w*m.h), left: make([]int, m.h), right: make([]int, m.h)}
}

// neighbours are the offsets of a pixel's neighbours, those over corners last.
var neighbours = [8][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}}

// fill collects the pixels that are connected with one, dark ones also over corners; false if they reach further than
// so many pixels across. The blot holds until the next one is filled.
func (f *flood) fill(x, y int, dark bool, limit float64) (blot, bool) {
	f.clear()
	m, want, near := f.m, byte(0), neighbours[:4]
	if dark {
		want, near = 1, neighbours[:]
	}
	if !f.fresh(x, y, want) {
		return blot{}, false
	}
	f.meet(x, y)
	left, right, top, bottom := x, x, y, y
	for k := 0; k < len(f.line); k++ {
		px, py := f.line[k]%m.w, f.line[k]/m.w
		left, right, top, bottom = min(left, px), max(right, px), min(top, py), max(bottom, py)
		if float64(right-left) > limit || float64(bottom-top) > limit {
			return blot{}, false
		}
		for _, d := range near {
			if nx, ny := px+d[0], py+d[1]; f.fresh(nx, ny, want) {
				f.meet(nx, ny)
			}
		}
	}
	return blot{
		box:    image.Rect(left, top, right+1, bottom+1),
		pixels: len(f.line),
		left:   f.left[top : bottom+1],
		right:  f.right[top : bottom+1],
	}, true
}

// fresh reports whether a pixel of the mask is of a kind and was not queued before.
func (f *flood) fresh(x, y int, want byte) bool {
	m := f.m
	return x >= 0 && y >= 0 && x < m.w && y < m.h && m.dark[y*m.w+x] == want && !f.seen[y*m.w+x]
}

// meet adds a pixel to the queue.
func (f *flood) meet(x, y int) {
	i := y*f.m.w + x
	f.seen[i], f.line = true, append(f.line, i)
	if f.right[y] == 0 {
		f.left[y] = x
	}
	f.left[y], f.right[y] = min(f.left[y], x), max(f.right[y], x+1)
}

// clear resets the set of pixels that were met.
func (f *flood) clear() {
	for _, i := range f.line {
		f.seen[i], f.right[i/f.m.w] = false, 0
	}
	f.line = f.line[:0]
}

// fourCorners finds the quadrilateral that an outline is nearly: its farthest points from the middle, one after the
// other.
func fourCorners(outline []raster.Point) (raster.Quad, bool) {
	var room [mostCorners]raster.Point
	for _, share := range cornerShares {
		x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
		for _, p := range outline {
			x0, y0, x1, y1 = min(x0, p.X), min(y0, p.Y), max(x1, p.X), max(y1, p.Y)
		}
		c := cornersWithin(room[:0], outline, share*math.Hypot(x1-x0, y1-y0))
		if len(c) == 4 {
			return raster.Quad{c[0], c[1], c[2], c[3]}, true
		}
		if len(c) < 4 {
			break
		}
	}
	return raster.Quad{}, false
}

// sharpen moves the sides of a square of so many half modules to the edges that the grey picture shows.
func sharpen(m *mask, q raster.Quad, half float64) raster.Quad {
	var lines [4]straight
	for i := range 4 {
		a, b := q[i], q[(i+1)%4]
		reach := min(max(.5*between(a, b)/(2*half), leastSharpen), mostReach)
		l, ok := side(m.grey, a, b, reach)
		if !ok {
			return q
		}
		lines[i] = l
	}
	var out raster.Quad
	for i := range 4 {
		p, ok := lines[(i+3)%4].crossing(lines[i])
		if !ok || between(p, q[i]) > sharpenMove*between(q[0], q[2])/half+sharpenRim {
			return q
		}
		out[i] = p
	}
	return out
}
