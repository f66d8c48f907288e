package mrz

import (
	"math"
	"slices"
)

// A line whose letters touch or whose print is faint leaves no chain. Where only one line of a zone was found, its
// neighbours are guessed: parallel bands of print at a line's distance, with the found line's grid.

// How the neighbours of a line are guessed. Tuned on the development samples.
const (
	leastAlone = 13 // characters in step that a line alone must have, see evenness
	mostAlone  = 2  // such lines that are tried

	bandFrom = 1.2 // pitches to the next line
	bandTo   = 3.6
	gapFrom  = .85 // the same in times of the distance of the lines before
	gapTo    = 1.15

	bandsPerPitch = 8  // places across the line at which print is searched for
	bandReach     = 8  // pitches to either side
	bandStep      = 5  // samples per pitch along a place
	leastUnrest   = .4 // share of the line's own change of light that another line shows
)

// loneRows returns zones around rows that no zone holds.
func loneRows(rows []row, taken []zone, c *canvas) []zone {
	var out []zone
	for i := range rows {
		if rows[i].even < leastAlone || len(out) == mostAlone {
			break
		}
		if slices.ContainsFunc(taken, func(z zone) bool { return slices.Contains(z.members, i) }) {
			continue
		}
		if z, ok := guess(&rows[i], c); ok {
			out = append(out, z)
		}
	}
	return out
}

// guess adds up to two bands on either side of a row.
func guess(r *row, c *canvas) (zone, bool) {
	g := gridOf(r, c)
	z := zone{rows: []row{*r}, score: r.even}
	bands := r.bands(c)
	for _, side := range [2]float64{-1, 1} {
		last, gap := 0.0, 0.0
		for range mostLines - 1 {
			away, ok := next(bands, last, side, gap, r.pitch)
			if !ok {
				break
			}
			gap, last = math.Abs(away-last), away
			ghost := r.shifted(away, g.slant)
			if side < 0 {
				z.rows = slices.Insert(z.rows, 0, ghost)
			} else {
				z.rows = append(z.rows, ghost)
			}
		}
	}
	return z, len(z.rows) > 1
}

// next finds the band after last on one side, at the distance that lines have: gap where it is known.
func next(bands []float64, last, side, gap, pitch float64) (float64, bool) {
	lo, hi := bandFrom*pitch, bandTo*pitch
	if gap > 0 {
		lo, hi = gapFrom*gap, gapTo*gap
	}
	best, found := 0.0, false
	for _, b := range bands {
		if d := (b - last) * side; d >= lo && d <= hi && (!found || d < (best-last)*side) {
			best, found = b, true
		}
	}
	return best, found
}

// shifted is the row moved across itself by away and along its uprights' slant.
func (r *row) shifted(away, slant float64) row {
	out := *r
	move := r.normal().times(away).add(r.dir.times(slant * away))
	out.origin = r.origin.add(move)
	out.at = make([]point, len(r.at))
	for i, p := range r.at {
		out.at[i] = p.add(move)
	}
	return out
}

// bands finds the distances across a row at which print runs along it: peaks of the light's unrest.
func (r *row) bands(c *canvas) []float64 {
	const perPitch, reach = bandsPerPitch, bandReach
	n := 2*reach*perPitch + 1
	unrest := make([]float64, n)
	step := r.pitch / bandStep
	for i := range unrest {
		v := (float64(i)/perPitch - reach) * r.pitch
		before := float32(-1)
		for s := r.from; s <= r.to; s += step {
			p := r.place(s, v)
			if !c.contains(p) {
				break
			}
			light := c.at(p.x, p.y)
			if before >= 0 {
				unrest[i] += math.Abs(float64(light - before))
			}
			before = light
		}
	}
	smooth := make([]float64, n)
	const half = perPitch / 2
	for i := half; i < n-half; i++ {
		smooth[i] = mean(unrest[i-half : i+half+1])
	}
	var out []float64
	own := smooth[n/2]
	for i := 1; i+1 < n; i++ {
		if smooth[i] > leastUnrest*own && smooth[i] >= smooth[i-1] && smooth[i] > smooth[i+1] {
			out = append(out, (float64(i)/perPitch-reach)*r.pitch)
		}
	}
	return out
}
