package mrz

import (
	"math"
	"slices"
)

// How a row is straightened. Tuned on the development samples.
const (
	stripPitch  = 16 // samples per pitch
	stripRim    = 9  // samples across besides two pitches
	mostPitches = 90 // along a row that are sampled, at most
	paperReach  = 2  // pitches to either side whose mean counts as paper
)

// How letters are measured on it. Tuned on the development samples.
const (
	slants     = 8    // steps of slantStep to either side that are tried
	slantStep  = .045 // way along over way across
	slantPrice = .002 // share that a step costs, squared: upright is likelier
	inkShare   = .3   // of the most ink in a row of samples, from which a row holds letters
)

// strip is a straightened row: ink (0 for paper) sampled along and across it.
type strip struct {
	w, h int
	s0   float64 // way along the row at column 0
	step float64 // way per sample
	ink  []float32
}

// flatten samples a row over the stretch on which blobs were seen and a little more.
func (r *row) flatten(c *canvas) strip {
	st := strip{step: r.pitch / stripPitch, s0: r.from - r.pitch, h: 2*stripPitch + stripRim}
	st.w = max(1, min(int((r.to-r.from)/st.step)+2*stripPitch, mostPitches*stripPitch))
	light := make([]float32, st.w*st.h)
	for y := range st.h {
		v := (float64(y) - float64(st.h-1)/2) * st.step
		for x := range st.w {
			light[y*st.w+x] = c.mean(r.place(st.s0+float64(x)*st.step, v), st.step)
		}
	}
	st.ink = inkOf(light, st.w, st.h)
	return st
}

// inkOf subtracts the paper, taken as the mean of the surrounding two pitches, and keeps what is darker.
func inkOf(light []float32, w, h int) []float32 {
	columns := make([]float32, w+1)
	for x := range w {
		var s float32
		for y := range h {
			s += light[y*w+x]
		}
		columns[x+1] = columns[x] + s/float32(h)
	}
	ink := make([]float32, len(light))
	for x := range w {
		lo, hi := max(0, x-paperReach*stripPitch), min(w, x+paperReach*stripPitch+1)
		paper := (columns[hi] - columns[lo]) / float32(hi-lo)
		for y := range h {
			ink[y*w+x] = max(0, paper-light[y*w+x])
		}
	}
	return ink
}

// shear finds the slant of the uprights: the one under which the columns' ink is the most uneven. top and bottom bound
// the letters in samples.
func (st *strip) shear(top, bottom int) float64 {
	best, most := 0.0, -1.0
	p := make([]float32, st.w)
	for k := -slants; k <= slants; k++ {
		slant := float64(k) * slantStep
		st.columns(p, top, bottom, slant)
		var squares float64
		for i := 1; i < len(p); i++ {
			d := float64(p[i] - p[i-1])
			squares += d * d
		}
		squares *= 1 - slantPrice*float64(k*k)
		if squares > most {
			best, most = slant, squares
		}
	}
	return best
}

// columns sums ink down the letters along a slant into p, one sum per column.
func (st *strip) columns(p []float32, top, bottom int, slant float64) {
	clear(p)
	for y := top; y < bottom; y++ {
		shift := slant * (float64(y) - float64(st.h-1)/2)
		d := int(math.Round(shift))
		row := st.ink[y*st.w : (y+1)*st.w]
		for x := max(0, -d); x < min(st.w, st.w-d); x++ {
			p[x] += row[x+d]
		}
	}
}

// extent finds the letters' top and bottom: around the middle, as far as rows hold a fair share of ink.
func (st *strip) extent() (top, bottom int) {
	p := make([]float64, st.h)
	for y := range p {
		for _, v := range st.ink[y*st.w : (y+1)*st.w] {
			p[y] += float64(v)
		}
	}
	mid := st.h / 2
	peak := slices.Max(p[max(0, mid-stripPitch*3/4):min(st.h, mid+stripPitch*3/4)])
	floor := slices.Min(p)
	edge := floor + inkShare*(peak-floor)
	reach := func(step int) int {
		y := mid
		for y+step > 0 && y+step < st.h && (p[y+step] > edge || (y-mid)*step < stripPitch*3/10) {
			y += step
		}
		return y
	}
	return reach(-1), reach(1) + 1
}
