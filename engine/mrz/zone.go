package mrz

import (
	"cmp"
	"math"
	"slices"
)

// What a row of blobs must have to begin a zone, and to be another line of one; see evenness. Tuned on the development
// samples.
const (
	leastBase      = 8 // characters in step of the line that a zone is searched for around
	leastNeighbour = 5 // characters in step of every other line
)

// How two pieces of one line may differ, where characters that touch or a stain part it. Ratios are of the second piece
// to the first; lengths are in pitches of the first. Tuned on the development samples.
const (
	pieceAngle     = .12 // sine of the angle between them, at most
	piecePitchFrom = .7
	piecePitchTo   = 1.4
	pieceLarger    = 1.5 // median size of the blobs
	pieceSmaller   = 1.6 // the same the other way round
	pieceGap       = 12  // between them, besides the length of the first, at most
	pieceSlack     = .3  // how far off the first one's line the second may lie
	pieceBend      = .04 // and how much farther for each unit of the gap
)

// How the lines of a zone may differ from each other, as perspective makes them. Ratios are of a line to the one that
// the zone is searched for around; lengths are in its pitches. ICAO 9303-3 §4.3 sets the lines 2.5 pitches apart. Tuned
// on the development samples.
const (
	lineAngle     = .1 // sine of the angle between them, at most
	linePitchFrom = .8
	linePitchTo   = 1.25
	lineSizeFrom  = .62
	lineSizeTo    = 1.6
	leastGap      = 1.1 // between two lines that follow each other
	mostGap       = 3.8
	gapRatioFrom  = .8 // second gap over the first
	gapRatioTo    = 1.25
	zoneDepth     = 7.5 // between the first and the last of three lines, at most
	zoneOffset    = 30  // between the middles of two lines along them, at most
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
		if rows[i].even < leastBase {
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
	if math.Abs(a.dir.cross(b.dir)) > pieceAngle ||
		b.pitch < piecePitchFrom*a.pitch || b.pitch > piecePitchTo*a.pitch ||
		b.size > pieceLarger*a.size || b.size < a.size/pieceSmaller {
		return false
	}
	first, last := a.at[0], a.at[len(a.at)-1]
	length := last.sub(first).length()
	mid := b.at[len(b.at)/2].sub(first)
	along := mid.dot(a.dir)
	if along < -length-pieceGap*a.pitch || along > 2*length+pieceGap*a.pitch {
		return false
	}
	slack := pieceSlack * a.pitch
	if outside := max(-along, along-length); outside > 0 {
		slack += pieceBend * outside
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
		if j == i || rows[j].even < leastNeighbour {
			continue
		}
		o := &rows[j]
		if math.Abs(base.dir.cross(o.dir)) > lineAngle ||
			o.pitch < linePitchFrom*base.pitch || o.pitch > linePitchTo*base.pitch ||
			o.size < lineSizeFrom*base.size || o.size > lineSizeTo*base.size {
			continue
		}
		s, away := base.coordinates(o.at[len(o.at)/2])
		if math.Abs(away) < leastGap*base.pitch || math.Abs(away) > zoneDepth*base.pitch ||
			math.Abs(s-middle) > zoneOffset*base.pitch {
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
			if gap < leastGap || gap > mostGap {
				continue
			}
			if ra == i || rb == i {
				best.offer(rows, ra, rb)
			}
			for c := b + 1; c < len(near); c++ {
				rc, yc := get(near[c])
				if r := (yc - yb) / gap; r > gapRatioFrom && r < gapRatioTo && (ra == i || rb == i || rc == i) {
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
