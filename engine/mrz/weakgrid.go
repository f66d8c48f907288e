package mrz

// A row whose characters were miscounted on the way (letters that touch, a stain) reads well up to there and as
// nonsense after. The lines of a zone stand in columns, so that a row that reads well can lend its count to its
// neighbour.

// What makes a row weak, and another good enough to replace it: mean natural logarithms of their characters'
// probabilities. Tuned on the development samples.
const (
	weakRow  = -.35
	betterBy = .3 // by which the other must be better
)

// replaceWeakGrids replaces the grid of weak rows by the best row's where its characters score higher.
func replaceWeakGrids(gazes []*gaze, starts []int, likely []float64) {
	best := 0
	for i := range likely {
		if likely[i] > likely[best] {
			best = i
		}
	}
	for i, z := range gazes {
		if likely[i] > weakRow || likely[i] > likely[best]-betterBy {
			continue
		}
		other := z.eye.rest(z.borrow(&gazes[best].grid))
		if z.turned {
			other.turn()
		}
		if at, sum := other.survey(); sum > likely[i] {
			gazes[i], starts[i], likely[i] = other, at, sum
		}
	}
}

// borrow counts this row by another's columns, which stand across it along the uprights.
func (z *gaze) borrow(from *grid) grid {
	r := *z.grid.row
	_, away := from.row.coordinates(r.at[len(r.at)/2])
	slant := (z.grid.slant + from.slant) / 2
	move := from.row.normal().times(away).add(from.row.dir.times(slant * away))
	r.at = nil
	for k := from.first; k <= from.last; k++ {
		s, _ := r.coordinates(from.spot(float64(k), 0).add(move))
		r.at = append(r.at, r.place(s, 0))
	}
	r.from, _ = r.coordinates(r.at[0])
	r.to, _ = r.coordinates(r.at[len(r.at)-1])
	r.pitch = from.row.pitch
	return gridWith(&r, z.canvas, wideReach)
}
