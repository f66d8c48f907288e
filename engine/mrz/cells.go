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

// index gives the grid's number of cell i.
func (r *rowCells) index(i int) int {
	if r.turned {
		return r.high - i
	}
	return r.low + i
}

// eye classifies cells of one canvas. It holds buffers, so one reading uses one eye.
type eye struct {
	canvas *canvas
	net    *glyph.Net
	work   glyph.Work
	cell   glyph.Cell
}

// look classifies character k of a grid. floor is the spread below which a cell counts as empty.
func (e *eye) look(g *grid, k float64, turned bool, floor float32) scores {
	g.cell(e.canvas, k, &e.cell)
	if turned {
		slices.Reverse(e.cell[:])
	}
	e.cell.Normalise(floor)
	return e.net.Classify(&e.cell, &e.work)
}

// drift is how far a row's characters have wandered from its grid, in pitches and cap heights.
type drift struct {
	u, v float64
}

// nudges are the places around a character's own at which a doubtful one is looked at again.
var nudges = [4]drift{{-.08, 0}, {.08, 0}, {0, -.07}, {0, .07}}

// Logarithms of probability: doubtful is the best class's under which a character is looked at again, worthMoving the gain for
// which the drift follows a nudge.
const (
	doubtful    = -.11
	worthMoving = .25
)

// stare is a look at a drifted character, and where that leaves doubt the mean of five. The drift follows where the
// character is seen better.
func (e *eye) stare(g *grid, k float64, d *drift, turned bool, floor float32) scores {
	for range 3 {
		sum := e.lookAt(g, k, *d, turned, floor)
		if slices.Max(sum[:]) > doubtful {
			return sum
		}
		gain, to := worthMoving, drift{}
		here := sure(&sum)
		for _, n := range nudges {
			s := e.lookAt(g, k, drift{d.u + n.u, d.v + n.v}, turned, floor)
			if better := sure(&s) - here; better > gain {
				gain, to = better, n
			}
			for i := range sum {
				sum[i] += s[i]
			}
		}
		if to == (drift{}) || math.Abs(d.u+to.u) > 1.5 || math.Abs(d.v+to.v) > .6 {
			return normalised(sum, 1+float32(len(nudges)))
		}
		d.u, d.v = d.u+to.u, d.v+to.v
	}
	return e.lookAt(g, k, *d, turned, floor)
}

func (e *eye) lookAt(g *grid, k float64, d drift, turned bool, floor float32) scores {
	moved := *g
	moved.rise += d.v * g.height
	return e.look(&moved, k+d.u, turned, floor)
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

// floor is a quarter of the median spread of the row's cells.
func (e *eye) floor(g *grid) float32 {
	var spreads []float64
	for k := g.first; k <= g.last; k += 2 {
		g.cell(e.canvas, float64(k), &e.cell)
		spreads = append(spreads, float64(e.cell.Spread()))
	}
	return float32(max(1, median(spreads)/4))
}

// upright compares both readings of some cells. lead is positive where the row stands upright; likely is the better reading's
// mean score.
func (e *eye) upright(g *grid, floor float32) (lead, likely float64) {
	var a, b, n float64
	step := max(1, (g.last-g.first)/9)
	for k := g.first; k <= g.last; k += step {
		up, down := e.look(g, float64(k), false, floor), e.look(g, float64(k), true, floor)
		a, b, n = a+sure(&up), b+sure(&down), n+1
	}
	return a - b, max(a, b) / n
}

// sure is the logarithm of the best character's probability, bounded below.
func sure(s *scores) float64 {
	return max(-4, float64(slices.Max(s[:glyph.Reject])))
}

// maxColumns bounds how many cells of a row are looked at.
const maxColumns = 52

// row classifies a row from its surest place outwards, and runs on past both ends until three cells in a row hold nothing.
func (e *eye) row(g grid, turned bool, floor float32) rowCells {
	start := e.surest(&g, turned, floor)
	after, high := e.outwards(&g, start, 1, turned, floor)
	before, low := e.outwards(&g, start-1, -1, turned, floor)
	slices.Reverse(before)
	r := rowCells{grid: g, low: low, high: high, turned: turned, cells: append(before, after...)}
	if turned {
		slices.Reverse(r.cells)
	}
	return r
}

// surest finds the middle of the four neighbouring characters that are told best.
func (e *eye) surest(g *grid, turned bool, floor float32) int {
	var sums []float64
	for k := g.first; k <= g.last; k++ {
		s := e.look(g, float64(k), turned, floor)
		sums = append(sums, sure(&s))
	}
	best, at := math.Inf(-1), (g.first+g.last)/2
	for i := 0; i+3 < len(sums); i++ {
		if v := sums[i] + sums[i+1] + sums[i+2] + sums[i+3]; v > best+.2 {
			best, at = v, g.first+i+2
		}
	}
	return at
}

// outwards classifies from character k on, following the drift, and tells the last character it looked at.
func (e *eye) outwards(g *grid, k, step int, turned bool, floor float32) ([]scores, int) {
	var out []scores
	var d drift
	for empty := 0; len(out) < maxColumns; k += step {
		inside := k >= g.first && k <= g.last
		if p := g.spot(float64(k)+d.u, 0); !inside && (empty >= 3 || !e.canvas.contains(p) || g.pitch(float64(k)) < .5*g.p1 || g.pitch(float64(k)) > 2*g.p1) {
			break
		}
		s := e.stare(g, float64(k), &d, turned, floor)
		if empty++; sure(&s) > -.7 {
			empty = 0
		}
		out = append(out, s)
	}
	return out, k - step
}
