package mrz

import (
	"cmp"
	"math"
	"slices"
)

// How a line is fitted. Lengths are in pitches of the line. Tuned on the development samples.
const (
	rowFits   = 3  // fits, each without what lay far off the one before
	mostAway  = .3 // across the line that a blob of it may lie
	leastStep = .3 // along the line between two blobs; nearer ones are one character
	leastKept = 4  // blobs that must be left for another fit
	leastBent = 16 // blobs from which a line may be a parabola; shorter ones stay straight
)

// row is the centre line of a line of text: a parabola over the way along a base direction, and the pitch there.
// Position s is the way along dir from origin; the line stands at a + b·s + c·s² across it.
type row struct {
	origin, dir point
	a, b, c     float64
	from, to    float64 // the stretch on which blobs were seen
	pitch, size float64
	even        float64 // see evenness
	at          []point
}

func (r *row) normal() point { return point{-r.dir.y, r.dir.x} }

func (r *row) offset(s float64) float64 { return r.a + s*(r.b+s*r.c) }

// place returns the point at s, shifted across the line by v.
func (r *row) place(s, v float64) point {
	return r.origin.add(r.dir.times(s)).add(r.normal().times(r.offset(s) + v))
}

// rowFit fits rows, one after the other. It keeps its buffers.
type rowFit struct {
	xs, ys, steps []float64
	kept          []point
	centres       []point // of all rows, which rows cut out of it
}

// row fits a parabola to the centres, without those that are far off. Short rows stay straight. The centres may change
// places.
func (f *rowFit) row(c chain, at []point) row {
	r := row{origin: c.at[0], dir: c.dir, pitch: c.pitch, size: c.size}
	for range rowFits {
		f.lay(&r, at)
		f.kept = f.kept[:0]
		for _, p := range at {
			d := p.sub(r.origin)
			if s := d.dot(r.dir); math.Abs(d.dot(r.normal())-r.offset(s)) < mostAway*r.pitch {
				f.kept = append(f.kept, p)
			}
		}
		if len(f.kept) < leastKept || len(f.kept) == len(at) {
			break
		}
		at = at[:copy(at, f.kept)]
	}
	slices.SortFunc(at, func(p, q point) int {
		return cmp.Compare(p.sub(r.origin).dot(r.dir), q.sub(r.origin).dot(r.dir))
	})
	at = slices.CompactFunc(at, func(p, q point) bool { return math.Abs(q.sub(p).dot(r.dir)) < leastStep*r.pitch })
	f.centres = append(f.centres, at...)
	r.at = f.centres[len(f.centres)-len(at) : len(f.centres) : len(f.centres)]
	f.steps = f.steps[:0]
	for i := 1; i < len(at); i++ {
		f.steps = append(f.steps, at[i].sub(at[i-1]).dot(r.dir))
	}
	r.even = evenness(f.steps, r.pitch)
	r.from, r.to = at[0].sub(r.origin).dot(r.dir), at[len(at)-1].sub(r.origin).dot(r.dir)
	return r
}

// lay fits the row's parabola, or line, to centres.
func (f *rowFit) lay(r *row, at []point) {
	f.xs, f.ys = f.xs[:0], f.ys[:0]
	for _, p := range at {
		d := p.sub(r.origin)
		f.xs, f.ys = append(f.xs, d.dot(r.dir)), append(f.ys, d.dot(r.normal()))
	}
	degree := 1
	if len(at) >= leastBent {
		degree = 2
	}
	k := polyfit(f.xs, f.ys, degree)
	r.a, r.b, r.c = k[0], k[1], k[2]
}

// coordinates returns a point's way along the row and its distance across from it.
func (r *row) coordinates(p point) (along, across float64) {
	d := p.sub(r.origin)
	along = d.dot(r.dir)
	return along, d.dot(r.normal()) - r.offset(along)
}

// turned is the same row seen from its other end.
func (r row) turned() row {
	r.dir = r.dir.times(-1)
	r.a, r.c = -r.a, -r.c
	r.from, r.to = -r.to, -r.from
	r.at = slices.Clone(r.at)
	slices.Reverse(r.at)
	return r
}

// scaled is the same row in a picture larger by k.
func (r row) scaled(k float64) row {
	r.origin = r.origin.times(k)
	r.a, r.c = r.a*k, r.c/k
	r.from, r.to, r.pitch, r.size = r.from*k, r.to*k, r.pitch*k, r.size*k
	r.at = slices.Clone(r.at)
	for i := range r.at {
		r.at[i] = r.at[i].times(k)
	}
	return r
}
