package mrz

import (
	"cmp"
	"math"
	"slices"
)

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
		if z, ok := gather(rows, i); ok &&
			!slices.ContainsFunc(out, func(o zone) bool { return slices.Equal(o.members, z.members) }) {
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
	var fit rowFit
	var members []point
	for i, c := range found {
		if used[i] {
			continue
		}
		members = append(members[:0], c.at...)
		for j := i + 1; j < len(found); j++ {
			if !used[j] && continues(c, found[j]) {
				used[j] = true
				members = append(members, found[j].at...)
			}
		}
		rows = append(rows, fit.row(c, members))
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(b.even, a.even) })
	return rows
}

// continues reports whether b is another piece of the line that a began.
func continues(a, b chain) bool {
	if math.Abs(a.dir.cross(b.dir)) > .12 || b.pitch < .7*a.pitch || b.pitch > 1.4*a.pitch || b.size > 1.5*a.size ||
		b.size < a.size/1.6 {
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
		if math.Abs(base.dir.cross(o.dir)) > .1 || o.pitch < .8*base.pitch || o.pitch > 1.25*base.pitch ||
			o.size < .62*base.size || o.size > 1.6*base.size {
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
