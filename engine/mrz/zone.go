package mrz

import (
	"cmp"
	"math"
	"slices"
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

// place gives the point at s, shifted across the line by v.
func (r *row) place(s, v float64) point {
	return r.origin.add(r.dir.times(s)).add(r.normal().times(r.offset(s) + v))
}

// zone is two or three rows that may be a machine-readable zone, in order across their direction.
type zone struct {
	rows    []row
	members []int // numbers of the rows, for telling zones apart
	score   float64
}

// zones groups rows into zones, best first.
func zones(rows []row) []zone {
	var out []zone
	for i := range rows {
		if rows[i].even < 8 {
			break
		}
		if z, ok := gather(rows, i); ok && !slices.ContainsFunc(out, func(o zone) bool { return slices.Equal(o.members, z.members) }) {
			out = append(out, z)
		}
	}
	slices.SortStableFunc(out, func(a, b zone) int { return cmp.Compare(b.score, a.score) })
	return out
}

// rowsOf joins the chains that lie on one line and fits each row.
func rowsOf(found []chain) []row {
	used := make([]bool, len(found))
	var rows []row
	for i, c := range found {
		if used[i] {
			continue
		}
		members := slices.Clone(c.at)
		for j := i + 1; j < len(found); j++ {
			if !used[j] && continues(c, found[j]) {
				used[j] = true
				members = append(members, found[j].at...)
			}
		}
		rows = append(rows, fitRow(c, members))
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(b.even, a.even) })
	return rows
}

// continues tells whether b is another piece of the line that a began.
func continues(a, b chain) bool {
	if math.Abs(a.dir.cross(b.dir)) > .12 || b.pitch < .7*a.pitch || b.pitch > 1.4*a.pitch || b.size > 1.5*a.size || b.size < a.size/1.6 {
		return false
	}
	first, last := a.at[0], a.at[len(a.at)-1]
	length := last.sub(first).length()
	mid := b.at[len(b.at)/2].sub(first)
	along := mid.dot(a.dir)
	if along < -length-12*a.pitch || along > 2*length+12*a.pitch {
		return false
	}
	slack := .3 * a.pitch
	if outside := max(-along, along-length); outside > 0 {
		slack += .04 * outside
	}
	return math.Abs(mid.cross(a.dir)) < slack
}

// fitRow lays a parabola through the centres, leaving out what lies far off. Short rows stay straight.
func fitRow(c chain, at []point) row {
	r := row{origin: c.at[0], dir: c.dir, pitch: c.pitch, size: c.size}
	for range 3 {
		r.fit(at)
		var kept []point
		for _, p := range at {
			d := p.sub(r.origin)
			if s := d.dot(r.dir); math.Abs(d.dot(r.normal())-r.offset(s)) < .3*r.pitch {
				kept = append(kept, p)
			}
		}
		if len(kept) < 4 || len(kept) == len(at) {
			break
		}
		at = kept
	}
	slices.SortFunc(at, func(p, q point) int {
		return cmp.Compare(p.sub(r.origin).dot(r.dir), q.sub(r.origin).dot(r.dir))
	})
	r.at = slices.CompactFunc(at, func(p, q point) bool { return math.Abs(q.sub(p).dot(r.dir)) < .3*r.pitch })
	at = r.at
	steps := make([]float64, 0, len(at))
	for i := 1; i < len(at); i++ {
		steps = append(steps, at[i].sub(at[i-1]).dot(r.dir))
	}
	r.even = evenness(steps, r.pitch)
	r.from, r.to = at[0].sub(r.origin).dot(r.dir), at[len(at)-1].sub(r.origin).dot(r.dir)
	return r
}

func (r *row) fit(at []point) {
	xs, ys := make([]float64, len(at)), make([]float64, len(at))
	for i, p := range at {
		d := p.sub(r.origin)
		xs[i], ys[i] = d.dot(r.dir), d.dot(r.normal())
	}
	degree := 1
	if len(at) >= 16 {
		degree = 2
	}
	k := polyfit(xs, ys, degree)
	r.a, r.b, r.c = k[0], k[1], k[2]
}

// polyfit is least squares of degree 1 or 2 with the abscissa scaled for stability; the unused coefficient is 0.
func polyfit(xs, ys []float64, degree int) [3]float64 {
	scale := 1.0
	for _, x := range xs {
		scale = max(scale, math.Abs(x))
	}
	var m [3][4]float64
	for i := range xs {
		p := [3]float64{1, xs[i] / scale, xs[i] * xs[i] / scale / scale}
		for r := range m {
			for c := range p {
				m[r][c] += p[r] * p[c]
			}
			m[r][3] += p[r] * ys[i]
		}
	}
	if degree < 2 {
		m[2] = [4]float64{0, 0, 1, 0}
		m[0][2], m[1][2] = 0, 0
	}
	k := solve3(m)
	return [3]float64{k[0], k[1] / scale, k[2] / scale / scale}
}

// solve3 is elimination with pivots; a singular system gives what can be had.
func solve3(m [3][4]float64) (x [3]float64) {
	for c := range 3 {
		p := c
		for r := c + 1; r < 3; r++ {
			if math.Abs(m[r][c]) > math.Abs(m[p][c]) {
				p = r
			}
		}
		m[c], m[p] = m[p], m[c]
		if math.Abs(m[c][c]) < 1e-9 {
			continue
		}
		for r := range 3 {
			if r == c {
				continue
			}
			f := m[r][c] / m[c][c]
			for k := c; k < 4; k++ {
				m[r][k] -= f * m[c][k]
			}
		}
	}
	for c := range 3 {
		if math.Abs(m[c][c]) >= 1e-9 {
			x[c] = m[c][3] / m[c][c]
		}
	}
	return x
}

// gather finds the rows that run beside row i at the distance of a zone's lines.
func gather(rows []row, i int) (zone, bool) {
	base := &rows[i]
	type neighbour struct {
		row  int
		away float64
	}
	near := []neighbour{{i, 0}}
	middle := (base.from + base.to) / 2
	for j := range rows {
		if j == i || rows[j].even < 5 {
			continue
		}
		o := &rows[j]
		if math.Abs(base.dir.cross(o.dir)) > .1 || o.pitch < .8*base.pitch || o.pitch > 1.25*base.pitch || o.size < .62*base.size || o.size > 1.6*base.size {
			continue
		}
		s, away := base.coordinates(o.at[len(o.at)/2])
		if math.Abs(away) < 1.1*base.pitch || math.Abs(away) > 7.5*base.pitch || math.Abs(s-middle) > 30*base.pitch {
			continue
		}
		near = append(near, neighbour{j, away / base.pitch})
	}
	slices.SortFunc(near, func(a, b neighbour) int { return cmp.Compare(a.away, b.away) })
	return pick(rows, near, func(n neighbour) (int, float64) { return n.row, n.away }, i)
}

// coordinates gives a point's way along the row and its distance across from it.
func (r *row) coordinates(p point) (along, across float64) {
	d := p.sub(r.origin)
	along = d.dot(r.dir)
	return along, d.dot(r.normal()) - r.offset(along)
}

// pick chooses the even run of two or three rows around row i that holds most blobs.
func pick[T any](rows []row, near []T, get func(T) (int, float64), i int) (zone, bool) {
	var best zone
	for a := range near {
		ra, ya := get(near[a])
		for b := a + 1; b < len(near); b++ {
			rb, yb := get(near[b])
			gap := yb - ya
			if gap < 1.1 || gap > 3.8 {
				continue
			}
			if ra == i || rb == i {
				best.offer(rows, ra, rb)
			}
			for c := b + 1; c < len(near); c++ {
				rc, yc := get(near[c])
				if r := (yc - yb) / gap; r > .8 && r < 1.25 && (ra == i || rb == i || rc == i) {
					best.offer(rows, ra, rb, rc)
				}
			}
		}
	}
	return best, best.score > 0
}

func (z *zone) offer(rows []row, members ...int) {
	score := 0.0
	for _, m := range members {
		score += rows[m].even
	}
	if score <= z.score {
		return
	}
	z.score, z.rows, z.members = score, nil, slices.Clone(members)
	slices.Sort(z.members)
	for _, m := range members {
		r := rows[m]
		if len(z.rows) > 0 && r.dir.dot(z.rows[0].dir) < 0 {
			r = r.turned()
		}
		z.rows = append(z.rows, r)
	}
	if z.rows[0].normal().dot(z.rows[1].origin.sub(z.rows[0].origin)) < 0 {
		slices.Reverse(z.rows)
	}
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
