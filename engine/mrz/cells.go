package mrz

import (
	"math"
	"slices"

	"proofdesk/engine/mrz/glyph"
)

// scores are the logarithms of a cell's class probabilities.
type scores = [glyph.Classes]float32

// rowCells are the classified characters of one row, left to right as read: cells[i] is character low+i of the grid, or
// high-i where the row stands on its head.
type rowCells struct {
	grid      grid
	low, high int
	turned    bool
	cells     []scores
}

// eye classifies cells of one canvas. It holds buffers, so one reading uses one eye.
type eye struct {
	canvas *canvas
	net    *glyph.Net
	work   glyph.Work
	cell   glyph.Cell
	looks  int // cells classified so far
	again  int // second looks left; what is no print would ask for them without end
}

// gaze is an eye on one row: the way it is read and the spread below which a cell counts as empty.
type gaze struct {
	*eye
	grid   grid
	turned bool
	floor  float32
	plain  map[int]scores // characters seen without drift
}

// What a cell must have not to count as empty: a share of the median spread of its row's cells, of which every third is
// measured.
const (
	spreadStep  = 3
	emptySpread = 4 // median spread over the least
)

// rest is an eye's gaze on a row, not turned. The floor is a quarter of the median spread of the row's cells.
func (e *eye) rest(g grid) *gaze {
	var spreads []float64
	for k := g.first; k <= g.last; k += spreadStep {
		g.cell(e.canvas, float64(k), &e.cell)
		spreads = append(spreads, float64(e.cell.Spread()))
	}
	return &gaze{e, g, false, float32(max(1, median(spreads)/emptySpread)), map[int]scores{}}
}

// drift is how far a row's characters have wandered from its grid, in pitches and cap heights.
type drift struct {
	u, v float64
}

// look classifies character k at a drift.
func (z *gaze) look(k int, d drift) scores {
	if s, ok := z.plain[k]; ok && d == (drift{}) {
		return s
	}
	moved := z.grid
	moved.rise += d.v * moved.height
	moved.cell(z.canvas, float64(k)+d.u, &z.cell)
	if z.turned {
		slices.Reverse(z.cell[:])
	}
	z.cell.Normalise(z.floor)
	z.looks++
	s := z.net.Classify(&z.cell, &z.work)
	if d == (drift{}) {
		z.plain[k] = s
	}
	return s
}

// turn reads the row from its other end.
func (z *gaze) turn() {
	z.turned = !z.turned
	clear(z.plain)
}

// uprightLooks is how many cells of a row are read both ways to see which way is up, less one. Tuned on the development
// samples.
const uprightLooks = 9

// upright compares both readings of some cells. lead is positive where the row stands upright; likely is the better
// reading's mean score.
func (z *gaze) upright() (lead, likely float64) {
	step := max(1, (z.grid.last-z.grid.first)/uprightLooks)
	sample := func() (sum, n float64) {
		for k := z.grid.first; k <= z.grid.last; k += step {
			s := z.look(k, drift{})
			sum, n = sum+sure(&s), n+1
		}
		return sum, n
	}
	z.turn()
	down, n := sample()
	z.turn()
	up, _ := sample()
	return up - down, max(up, down) / n
}

// leastSure is the lower bound of sure: one stain must not outweigh a line.
const leastSure = -4

// sure is the natural logarithm of the best character's probability, at least leastSure.
func sure(s *scores) float64 {
	return max(leastSure, float64(slices.Max(s[:glyph.Reject])))
}

// nudges are the places around a character's own at which a doubtful one is examined again: a twelfth of a pitch to
// either side, and about as far up and down. Tuned on the development samples.
var nudges = [4]drift{{-.08, 0}, {.08, 0}, {0, -.07}, {0, .07}}

// When a character is examined again. Tuned on the development samples.
const (
	doubtful    = -.05 // natural logarithm of the best class's probability, below
	worthMoving = .25  // gain in it for which the drift follows a nudge
	mostShifts  = 3    // examinations of one place after the other
	mostDriftU  = 1.5  // pitches that the drift may lead along the row
	mostDriftV  = .6   // cap heights that it may lead across it
)

// followDrift is a look at a drifted character, and where that leaves doubt the mean of five. The drift follows where
// the character is seen better.
func (z *gaze) followDrift(k int, d *drift) scores {
	for range mostShifts {
		sum := z.look(k, *d)
		if slices.Max(sum[:]) > doubtful || z.again <= 0 {
			return sum
		}
		z.again--
		gain, to := worthMoving, drift{}
		here := sure(&sum)
		for _, n := range nudges {
			s := z.look(k, drift{d.u + n.u, d.v + n.v})
			if better := sure(&s) - here; better > gain {
				gain, to = better, n
			}
			for i := range sum {
				sum[i] += s[i]
			}
		}
		if to == (drift{}) || math.Abs(d.u+to.u) > mostDriftU || math.Abs(d.v+to.v) > mostDriftV {
			return normalised(sum, 1+float32(len(nudges)))
		}
		d.u, d.v = d.u+to.u, d.v+to.v
	}
	return z.look(k, *d)
}

// normalised divides logarithms of probabilities by n and makes their probabilities add up to one.
func normalised(s scores, n float32) scores {
	var total float64
	for i := range s {
		s[i] /= n
		total += math.Exp(float64(s[i]))
	}
	for i := range s {
		s[i] -= float32(math.Log(total))
	}
	return s
}

// How a row is read from its surest place. Tuned on the development samples.
const (
	maxColumns  = 52  // cells to either side that are examined; the longest line has 44
	surestBy    = .2  // natural logarithm by which four neighbours must be recognised better than others
	leastFull   = -.7 // of the best class's probability, from which a cell holds a character: one half
	mostEmpty   = 3   // cells in a row that hold none and end the line
	mostShrink  = .5  // pitch over that of the row's start, at least
	mostStretch = 2   // … and at most: beyond them the grid has left the line
)

// survey classifies every character that blobs showed. It returns the four neighbours that are recognised best, and the
// mean score of all.
func (z *gaze) survey() (surest int, likely float64) {
	var sums []float64
	for k := z.grid.first; k <= z.grid.last; k++ {
		s := z.look(k, drift{})
		sums = append(sums, sure(&s))
	}
	best := math.Inf(-1)
	surest = (z.grid.first + z.grid.last) / 2
	for i := 0; i+3 < len(sums); i++ {
		if v := sums[i] + sums[i+1] + sums[i+2] + sums[i+3]; v > best+surestBy {
			best, surest = v, z.grid.first+i+2
		}
	}
	return surest, mean(sums)
}

// read classifies a row from its surest place outwards, and runs on past both ends until three cells in a row hold
// nothing.
func (z *gaze) read(surest int) rowCells {
	after, high := z.outwards(surest, 1)
	before, low := z.outwards(surest-1, -1)
	slices.Reverse(before)
	r := rowCells{grid: z.grid, low: low, high: high, turned: z.turned, cells: append(before, after...)}
	if z.turned {
		slices.Reverse(r.cells)
	}
	return r
}

// outwards classifies from character k on, following the drift, and returns the last character that it examined.
func (z *gaze) outwards(k, step int) ([]scores, int) {
	var out []scores
	var d drift
	g := &z.grid
	for empty := 0; len(out) < maxColumns; k += step {
		inside := k >= g.first && k <= g.last
		pitch := g.pitch(float64(k))
		if !inside &&
			(empty >= mostEmpty || !z.canvas.contains(g.spot(float64(k)+d.u, 0)) || pitch < mostShrink*g.p1 ||
				pitch > mostStretch*g.p1) {
			break
		}
		s := z.followDrift(k, &d)
		if empty++; sure(&s) > leastFull {
			empty = 0
		}
		out = append(out, s)
	}
	return out, k - step
}
