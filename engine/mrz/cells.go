package mrz

import (
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

// floor is a quarter of the median spread of the row's cells.
func (e *eye) floor(g *grid) float32 {
	var spreads []float64
	for k := g.first; k <= g.last; k += 2 {
		g.cell(e.canvas, float64(k), &e.cell)
		spreads = append(spreads, float64(e.cell.Spread()))
	}
	return float32(max(1, median(spreads)/4))
}

// upright compares both readings of some cells: positive where the row stands upright, and how sure.
func (e *eye) upright(g *grid, floor float32) float64 {
	var sum float64
	step := max(1, (g.last-g.first)/9)
	for k := g.first; k <= g.last; k += step {
		a, b := e.look(g, float64(k), false, floor), e.look(g, float64(k), true, floor)
		sum += sure(&a) - sure(&b)
	}
	return sum
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
		r.cells = append(r.cells, e.look(&g, float64(k), turned, floor))
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
		s := e.look(g, k, turned, floor)
		if empty++; sure(&s) > -.7 {
			empty = 0
		}
		out = append(out, s)
		*end += step
	}
	return out
}
