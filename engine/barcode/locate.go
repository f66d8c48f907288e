package barcode

import (
	"image"
	"math"
	"sort"
)

// area is a place that looks like bars: its middle, the direction across the bars in radians, and half its extent
// along and across that direction, in pixels of the picture.
type area struct {
	cx, cy       float64
	angle        float64
	along, thick float64
	weight       float64
	coherence    float64 // 0 no direction to 1 one direction only
}

// How bars are located. Tuned on the development samples.
const (
	cell       = 8    // side of a block of the structure tensor, in rows that are examined
	locateSide = 1600 // most rows or columns of blocks times cell

	smoothed       = 9   // blocks that are summed up in each
	strongest      = 98  // percent of the blocks that are weaker than those with which paper is compared
	paperEnergy    = .06 // share of their energy that a block of bars has at least
	noiseEnergy    = 30  // squared grey levels of a pixel's gradient that may be noise
	leastCoherence = .2  // of a block of bars, 0 to 1
	alikeCos       = .58 // squared cosine of twice the angle between two blocks of one area: 20°
	leastMembers   = 6   // blocks of an area
)

// When two areas are one. Tuned on the development samples.
const (
	mostMerged   = 40 // areas that are examined
	mergePasses  = 3
	mostTurn     = .3  // angle between them, radians
	besideBlocks = 3   // blocks that may lie between them
	besideShare  = .15 // … and shares of their extents
	sameHeight   = .25 // share of its height by which one may be higher, or lie off
	farEnds      = 12  // heights that may lie between the ends of one symbol
	sideBySide   = .8  // share of the lower one's height that lies beside the other
	leastGrowth  = 4   // a block over what is gained by joining them
	samePlace    = .1  // share of its extent by which one may be off another that is the same
)

// tensor is the structure tensor per block, as energy and the doubled-angle vector of its main direction.
type tensor struct {
	w, h         int
	energy, c, s []float32
	scale        float64 // picture pixels per block
}

// locate makes the smoothed structure tensor of a picture. Of a large one it takes only some rows, but those in full
// size, so that fine bars are not averaged away.
func locate(p *picture) *tensor {
	b := p.full.Bounds()
	t := tensorOf(p.full, (max(b.Dx(), b.Dy())+locateSide-1)/locateSide)
	t.smooth()
	return t
}

// reduce averages whole pixels so that the longest side is at most limit.
func reduce(src *image.Gray, limit int) (*image.Gray, int) {
	b := src.Bounds()
	f := (max(b.Dx(), b.Dy()) + limit - 1) / limit
	if f <= 1 {
		return src, 1
	}
	w, h := b.Dx()/f, b.Dy()/f
	out := image.NewGray(image.Rect(0, 0, w, h))
	sums := make([]uint32, w)
	for y := range h {
		clear(sums)
		for dy := range f {
			line := src.Pix[src.PixOffset(b.Min.X, b.Min.Y+y*f+dy):]
			if f == 2 {
				for x := range sums {
					sums[x] += uint32(line[2*x]) + uint32(line[2*x+1])
				}
				continue
			}
			for x := range sums {
				for _, v := range line[x*f : x*f+f] {
					sums[x] += uint32(v)
				}
			}
		}
		row := out.Pix[y*out.Stride : y*out.Stride+w]
		for x, s := range sums {
			row[x] = byte(s / uint32(f*f))
		}
	}
	return out, f
}

// tensorOf sums the gradients of every step-th row in blocks of cell·step pixels.
func tensorOf(m *image.Gray, step int) *tensor {
	b := m.Bounds()
	side := cell * step
	t := &tensor{w: (b.Dx() + side - 1) / side, h: (b.Dy() + side - 1) / side, scale: float64(side)}
	n := t.w * t.h
	t.energy, t.c, t.s = make([]float32, n), make([]float32, n), make([]float32, n)
	for y := 1; y < b.Dy()-1; y += step {
		up := m.Pix[m.PixOffset(b.Min.X, b.Min.Y+y-1):]
		mid := m.Pix[m.PixOffset(b.Min.X, b.Min.Y+y):]
		down := m.Pix[m.PixOffset(b.Min.X, b.Min.Y+y+1):]
		base := y / side * t.w
		for bx := range t.w {
			from, to := max(bx*side, 1), min(bx*side+side, b.Dx()-1)
			var xx, yy, xy int32
			for x := from; x < to; x++ {
				gx := int32(mid[x+1]) - int32(mid[x-1])
				gy := int32(down[x]) - int32(up[x])
				xx += gx * gx
				yy += gy * gy
				xy += gx * gy
			}
			t.energy[base+bx] += float32(xx+yy) / float32(step)
			t.c[base+bx] += float32(xx-yy) / float32(step)
			t.s[base+bx] += float32(2*xy) / float32(step)
		}
	}
	return t
}

// smooth sums each block with its eight neighbours.
func (t *tensor) smooth() {
	tmp := make([]float32, t.w*t.h)
	for _, f := range [][]float32{t.energy, t.c, t.s} {
		for y := range t.h {
			row := f[y*t.w : y*t.w+t.w]
			out := tmp[y*t.w : y*t.w+t.w]
			for x := range row {
				v := row[x]
				if x > 0 {
					v += row[x-1]
				}
				if x+1 < t.w {
					v += row[x+1]
				}
				out[x] = v
			}
		}
		for y := range t.h {
			for x := range t.w {
				v := tmp[y*t.w+x]
				if y > 0 {
					v += tmp[(y-1)*t.w+x]
				}
				if y+1 < t.h {
					v += tmp[(y+1)*t.w+x]
				}
				f[y*t.w+x] = v
			}
		}
	}
}

// areas joins neighbouring blocks of one direction and returns the enclosing turned rectangles, strongest first.
func (t *tensor) areas() []area {
	floor := t.floor()
	seen := make([]bool, t.w*t.h)
	var out []area
	var stack, member []int
	for start := range seen {
		if seen[start] || !t.strong(start, floor) {
			continue
		}
		stack, member = append(stack[:0], start), member[:0]
		seen[start] = true
		for len(stack) > 0 {
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			member = append(member, at)
			x, y := at%t.w, at/t.w
			for _, d := range [8][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}, {1, -1}, {-1, 1}} {
				nx, ny := x+d[0], y+d[1]
				if nx < 0 || ny < 0 || nx >= t.w || ny >= t.h {
					continue
				}
				n := ny*t.w + nx
				if !seen[n] && t.strong(n, floor) && t.alike(at, n) {
					seen[n] = true
					stack = append(stack, n)
				}
			}
		}
		if len(member) >= leastMembers {
			out = append(out, t.enclose(member))
		}
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].weight > out[j].weight })
	return merge(out, t.scale)
}

// merge joins areas that lie in one line, as the parts of a symbol with wide bars between do. Strong ones come first
// and absorb the others; the parts stay in the list behind.
func merge(areas []area, block float64) []area {
	areas = areas[:min(len(areas), mostMerged)]
	var joined []area
	for i := range areas {
		a := areas[i]
		grown := false
		for range mergePasses {
			for j := range areas {
				if j != i && a.absorb(areas[j], block) {
					grown = true
				}
			}
		}
		if grown && !within(joined, a) {
			joined = append(joined, a)
		}
	}
	return append(joined, areas...)
}

// absorb extends an area by another one beside it; false if it is not beside it or already inside. Two of one height in
// one line, as the ends of a symbol are, may stand far apart.
func (a *area) absorb(o area, block float64) bool {
	turn := math.Mod(o.angle-a.angle+1.5*math.Pi, math.Pi) - math.Pi/2
	if math.Abs(turn) > mostTurn {
		return false
	}
	ux, uy := math.Cos(a.angle), math.Sin(a.angle)
	du, dv := (o.cx-a.cx)*ux+(o.cy-a.cy)*uy, (o.cy-a.cy)*ux-(o.cx-a.cx)*uy
	overlap := min(a.thick, dv+o.thick) - max(-a.thick, dv-o.thick)
	gap := math.Abs(du) - a.along - o.along
	reach := besideBlocks*block + besideShare*(a.along+o.along)
	if math.Abs(dv) < sameHeight*a.thick && near(a.thick, o.thick, sameHeight) {
		reach = farEnds * a.thick
	}
	if overlap < sideBySide*min(a.thick, o.thick) || gap > reach {
		return false
	}
	lo, hi := min(-a.along, du-o.along), max(a.along, du+o.along)
	if hi-lo < 2*a.along+block/leastGrowth {
		return false
	}
	a.cx += (lo + hi) / 2 * ux
	a.cy += (lo + hi) / 2 * uy
	a.along = (hi - lo) / 2
	a.weight += o.weight
	return true
}

// within reports whether an area has nearly the same place as one in the list.
func within(list []area, a area) bool {
	for _, o := range list {
		if math.Hypot(o.cx-a.cx, o.cy-a.cy) < samePlace*a.along && near(o.along, a.along, samePlace) {
			return true
		}
	}
	return false
}

// floor is the energy below which a block counts as paper: a share of the strongest blocks, and noise.
func (t *tensor) floor() float32 {
	sorted := append([]float32(nil), t.energy...)
	sort.Slice(sorted, func(i, j int) bool { return sorted[i] < sorted[j] })
	if len(sorted) == 0 {
		return 0
	}
	return max(sorted[len(sorted)*strongest/100]*paperEnergy, smoothed*cell*cell*noiseEnergy)
}

func (t *tensor) strong(i int, floor float32) bool {
	e := t.energy[i]
	return e > floor && t.c[i]*t.c[i]+t.s[i]*t.s[i] > leastCoherence*leastCoherence*e*e
}

// alike reports whether the directions of two blocks are within about 20 degrees.
func (t *tensor) alike(a, b int) bool {
	dot := t.c[a]*t.c[b] + t.s[a]*t.s[b]
	if dot <= 0 {
		return false
	}
	return dot*dot > alikeCos*(t.c[a]*t.c[a]+t.s[a]*t.s[a])*(t.c[b]*t.c[b]+t.s[b]*t.s[b])
}

// enclose makes the rectangle in the common direction of some blocks.
func (t *tensor) enclose(member []int) area {
	var c, s, e float64
	for _, i := range member {
		c += float64(t.c[i])
		s += float64(t.s[i])
		e += float64(t.energy[i])
	}
	angle := math.Atan2(s, c) / 2
	ux, uy := math.Cos(angle), math.Sin(angle)
	minU, maxU, minV, maxV := math.Inf(1), math.Inf(-1), math.Inf(1), math.Inf(-1)
	for _, i := range member {
		x, y := (float64(i%t.w)+.5)*t.scale, (float64(i/t.w)+.5)*t.scale
		u, v := x*ux+y*uy, y*ux-x*uy
		minU, maxU, minV, maxV = min(minU, u), max(maxU, u), min(minV, v), max(maxV, v)
	}
	u, v := (minU+maxU)/2, (minV+maxV)/2
	return area{
		cx:        u*ux - v*uy,
		cy:        u*uy + v*ux,
		angle:     angle,
		along:     (maxU-minU)/2 + t.scale,
		thick:     (maxV-minV)/2 + t.scale,
		weight:    float64(len(member)) * math.Hypot(c, s) / e,
		coherence: math.Hypot(c, s) / e,
	}
}
