package barcode

import (
	"math"

	"proofdesk/engine/raster"
)

// square is a light ring around a bullseye: the corners of its outer side, and half of that side in modules.
type square struct {
	corners raster.Quad
	half    float64
}

// squares finds the outermost light rings of a full and of a compact symbol.
func (b *bullseye) squares(m *mask) []square {
	f := flood{m: m, seen: map[int]bool{}}
	x, y := b.x, b.y
	var last blot
	var out []square
	for k := range 6 {
		dark := k%2 == 0
		for x < float64(m.w) && m.at(x, y) != dark {
			x++
		}
		next, ok := f.fill(int(x), int(y), dark, b.module*float64(2*k+1)*2.2)
		if !ok || k > 0 && !b.ringAround(last, next, k) {
			break
		}
		if k == 0 {
			x, y = float64(next.box.Min.X+next.box.Max.X)/2, float64(next.box.Min.Y+next.box.Max.Y)/2
		}
		last = next
		if k != 3 && k != 5 {
			continue
		}
		if quad, ok := fourCorners(next.outline()); ok {
			half := float64(k) + .5
			out = append([]square{{sharpen(m, quad, half), half}}, out...)
		}
	}
	return out
}

// ringAround tells whether a stretch lies around another one as ring k around the one before.
func (b *bullseye) ringAround(inner, outer blot, k int) bool {
	in, out := inner.box, outer.box
	grow := float64(2*k+1) / float64(2*k-1)
	want := b.module * float64(2*k+1)
	for _, d := range [2][2]int{{in.Dx(), out.Dx()}, {in.Dy(), out.Dy()}} {
		got := float64(d[1])
		if math.Abs(got-want) > .4*want+1.5 || k > 1 && math.Abs(got-float64(d[0])*grow) > .25*got+1 {
			return false
		}
	}
	return out.Min.X <= in.Min.X && out.Min.Y <= in.Min.Y && out.Max.X >= in.Max.X && out.Max.Y >= in.Max.Y
}

// flood collects connected pixels of one kind.
type flood struct {
	m     *mask
	seen  map[int]bool
	stack []int
}

// fill collects the pixels that are connected with one, dark ones also over corners; false if they reach further than
// so many pixels across.
func (f *flood) fill(x, y int, dark bool, limit float64) (blot, bool) {
	want := byte(0)
	if dark {
		want = 1
	}
	m := f.m
	if x < 0 || y < 0 || x >= m.w || y >= m.h || m.dark[y*m.w+x] != want {
		return blot{}, false
	}
	clear(f.seen)
	ends := map[int][2]int{}
	f.stack = append(f.stack[:0], y*m.w+x)
	f.seen[y*m.w+x] = true
	left, right, top, bottom := x, x, y, y
	for len(f.stack) > 0 {
		i := f.stack[len(f.stack)-1]
		f.stack = f.stack[:len(f.stack)-1]
		px, py := i%m.w, i/m.w
		left, right, top, bottom = min(left, px), max(right, px), min(top, py), max(bottom, py)
		if float64(right-left) > limit || float64(bottom-top) > limit {
			return blot{}, false
		}
		e, ok := ends[py]
		if !ok {
			e = [2]int{px, px + 1}
		}
		ends[py] = [2]int{min(e[0], px), max(e[1], px+1)}
		for k, d := range [8][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}} {
			if k >= 4 && !dark {
				break
			}
			nx, ny := px+d[0], py+d[1]
			if nx < 0 || ny < 0 || nx >= m.w || ny >= m.h || m.dark[ny*m.w+nx] != want || f.seen[ny*m.w+nx] {
				continue
			}
			f.seen[ny*m.w+nx] = true
			f.stack = append(f.stack, ny*m.w+nx)
		}
	}
	b := blot{pixels: len(f.seen)}
	b.box.Min.X, b.box.Min.Y, b.box.Max.X, b.box.Max.Y = left, top, right+1, bottom+1
	for row := top; row <= bottom; row++ {
		b.left, b.right = append(b.left, ends[row][0]), append(b.right, ends[row][1])
	}
	return b, true
}

// fourCorners finds the quadrilateral that an outline is nearly: its farthest points from the middle, one after the
// other.
func fourCorners(outline []raster.Point) (raster.Quad, bool) {
	for _, share := range [4]float64{.06, .09, .13, .18} {
		x0, y0, x1, y1 := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
		for _, p := range outline {
			x0, y0, x1, y1 = min(x0, p.X), min(y0, p.Y), max(x1, p.X), max(y1, p.Y)
		}
		c := cornersWithin(outline, share*math.Hypot(x1-x0, y1-y0))
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
		reach := min(max(.5*between(a, b)/(2*half), 1.2), 8)
		l, ok := side(m.grey, a, b, reach)
		if !ok {
			return q
		}
		lines[i] = l
	}
	var out raster.Quad
	for i := range 4 {
		p, ok := lines[(i+3)%4].crossing(lines[i])
		if !ok || between(p, q[i]) > .35*between(q[0], q[2])/half+2 {
			return q
		}
		out[i] = p
	}
	return out
}
