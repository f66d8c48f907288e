package mrz

import (
	"math"

	"proofdesk/engine/mrz/glyph"
)

// grid holds the places of the characters of a row: character k stands at s = p0 + p1·k + p2·k² along it.
type grid struct {
	row        *row
	p0, p1, p2 float64
	rise       float64 // of the letters' middle over the row, across it
	height     float64 // of a capital
	slant      float64
	first      int // first and last character that blobs showed
	last       int
}

func (g *grid) along(k float64) float64 { return g.p0 + k*(g.p1+k*g.p2) }

func (g *grid) pitch(k float64) float64 { return g.p1 + 2*k*g.p2 }

// gridOf counts characters along a row by cumulative rounding, then sharpens the fit on the strip's gaps.
func gridOf(r *row, c *canvas) grid { return gridWith(r, c, reach) }

// How far sharpen may shift a grid either way, in steps of shiftStep: a little where the row's own blobs were counted,
// half a pitch where the count is another row's.
const (
	reach     = 5
	wideReach = 12
)

// How a grid is fitted to a row. Tuned on the development samples.
const (
	mostOff      = .25  // pitches that a blob may lie off its place in the grid
	leastCounted = 6    // blobs that must be left for another fit
	stretches    = 6    // steps of stretchStep that sharpen may stretch a grid either way
	stretchStep  = .004 // share of the pitch
	shiftStep    = .04  // pitches
	stretchPrice = .004 // share of the ink that a step of stretch costs, squared
	shiftPrice   = .1   // share of the ink that the farthest shift costs
	leastSwell   = .6   // size of letters at one place over that in the row's middle
	mostSwell    = 1.5
)

func gridWith(r *row, c *canvas, shifts int) grid {
	g := grid{row: r}
	g.count()
	st := r.flatten(c)
	top, bottom := st.extent()
	g.slant = st.shear(top, bottom)
	g.rise = (float64(top+bottom)/2 - float64(st.h)/2) * st.step
	g.height = float64(bottom-top) * st.step
	profile := make([]float32, st.w)
	st.columns(profile, top, bottom, g.slant)
	g.sharpen(&st, profile, shifts)
	return g
}

// count numbers the blobs and fits their places.
func (g *grid) count() {
	r := g.row
	ks, ss := make([]float64, 0, len(r.at)), make([]float64, 0, len(r.at))
	pitch, k := r.pitch, 0.0
	for i, p := range r.at {
		s, _ := r.coordinates(p)
		if i > 0 {
			gap := s - ss[len(ss)-1]
			n := math.Round(gap / pitch)
			if n < 1 {
				continue
			}
			if n <= surestSteps {
				pitch += pitchGain * (gap/n - pitch)
			}
			k += n
		}
		ks, ss = append(ks, k), append(ss, s)
	}
	g.last = int(k)
	degree := 1
	if len(ks) >= leastBent {
		degree = 2
	}
	for range rowFits {
		f := polyfit(ks, ss, degree)
		g.p0, g.p1, g.p2 = f[0], f[1], f[2]
		keptK, keptS := make([]float64, 0, len(ks)), make([]float64, 0, len(ks))
		for i := range ks {
			if math.Abs(ss[i]-g.along(ks[i])) < mostOff*g.p1 {
				keptK, keptS = append(keptK, ks[i]), append(keptS, ss[i])
			}
		}
		if len(keptK) < leastCounted || len(keptK) == len(ks) {
			break
		}
		ks, ss = keptK, keptS
	}
}

// sharpen shifts and stretches the grid by small amounts so that as little ink as possible lies between characters.
func (g *grid) sharpen(st *strip, profile []float32, shifts int) {
	best, p0, p1 := float32(math.Inf(1)), g.p0, g.p1
	mid := float64(g.last) / 2
	for stretch := -stretches; stretch <= stretches; stretch++ {
		for shift := -shifts; shift <= shifts; shift++ {
			t := *g
			t.p1 = g.p1 * (1 + stretchStep*float64(stretch))
			t.p0 = g.p0 - (t.p1-g.p1)*mid + shiftStep*g.p1*float64(shift)
			price := 1 + stretchPrice*float32(stretch*stretch) + shiftPrice*float32(shift*shift)/float32(shifts*shifts)
			ink := t.gaps(st, profile) * price
			if ink < best {
				best, p0, p1 = ink, t.p0, t.p1
			}
		}
	}
	g.p0, g.p1 = p0, p1
}

// gaps sums the ink at the borders between characters.
func (g *grid) gaps(st *strip, profile []float32) float32 {
	var sum float32
	for k := g.first - 1; k <= g.last; k++ {
		x := int(math.Round((g.along(float64(k)+.5) - st.s0) / st.step))
		for _, i := range [3]int{x - 1, x, x + 1} {
			if i >= 0 && i < len(profile) {
				sum += profile[i]
			}
		}
	}
	return sum
}

// spot returns the place in the canvas of (u, v): u characters along, v capitals' heights down from their middle.
func (g *grid) spot(u, v float64) point {
	h := g.height * v * g.swell(u)
	return g.row.place(g.along(u)+g.slant*(h+g.rise), g.rise+h)
}

// swell is how much larger than on average letters stand at u, as perspective makes them.
func (g *grid) swell(u float64) float64 {
	return min(mostSwell, max(leastSwell, g.pitch(u)/g.pitch(float64(g.last)/2)))
}

// cell samples character k. Inside a cell the grid is near enough to even: the corners are placed, the rest lies
// between.
func (g *grid) cell(c *canvas, k float64, out *glyph.Cell) {
	const u, v = glyph.SpanX / 2, glyph.SpanY / 2
	nw, ne, sw, se := g.spot(k-u, -v), g.spot(k+u, -v), g.spot(k-u, v), g.spot(k+u, v)
	side := g.pitch(k) * glyph.SpanX / glyph.Width
	for j := range glyph.Height {
		t := (float64(j) + .5) / glyph.Height
		left, right := nw.towards(sw, t), ne.towards(se, t)
		step := right.sub(left).times(1. / glyph.Width)
		p := left.add(step.times(.5))
		row := out[j*glyph.Width : (j+1)*glyph.Width]
		for i := range row {
			row[i] = c.mean(p, side)
			p.x, p.y = p.x+step.x, p.y+step.y
		}
	}
}
