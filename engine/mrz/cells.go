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

// nudges are the places beside a character's own from which a doubtful one is looked at again, in pitches and cap heights.
var nudges = [4][2]float64{{-.06, 0}, {.06, 0}, {0, -.06}, {0, .06}}

// doubtful is the logarithm of the best class's probability under which a character is looked at again.
const doubtful = -.11

// stare is look, and where that leaves doubt the mean of five looks.
func (e *eye) stare(g *grid, k float64, turned bool, floor float32) scores {
	sum := e.look(g, k, turned, floor)
	if slices.Max(sum[:]) > doubtful {
		return sum
	}
	for _, n := range nudges {
		moved := *g
		moved.rise += n[1] * g.height
		s := e.look(&moved, k+n[0], turned, floor)
		for i := range sum {
			sum[i] += s[i]
		}
	}
	return normalised(sum, 1+float32(len(nudges)))
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

// row classifies a row and runs on past both ends until three cells in a row hold nothing.
func (e *eye) row(g grid, turned bool, floor float32) rowCells {
	r := rowCells{grid: g, low: g.first, high: g.last, turned: turned}
	for k := g.first; k <= g.last; k++ {
		r.cells = append(r.cells, e.stare(&g, float64(k), turned, floor))
	}
	r.cells = append(r.cells, e.beyond(&g, &r.high, 1, turned, floor)...)
	before := e.beyond(&g, &r.low, -1, turned, floor)
	slices.Reverse(before)
	r.cells = append(before, r.cells...)
	if turned {
		slices.Reverse(r.cells)
	}
	return r
}

func (e *eye) beyond(g *grid, end *int, step int, turned bool, floor float32) []scores {
	var out []scores
	for empty := 0; empty < 3 && len(out) < maxColumns-(g.last-g.first); {
		k := float64(*end + step)
		if p := g.spot(k, 0); !e.canvas.contains(p) || g.pitch(k) < .5*g.p1 || g.pitch(k) > 2*g.p1 {
			break
		}
		s := e.stare(g, k, turned, floor)
		if empty++; sure(&s) > -.7 {
			empty = 0
		}
		out = append(out, s)
		*end += step
	}
	return out
}
