//go:build !device

package barcode

import (
	"math"
	"slices"

	"proofdesk/engine/barcode/datamatrix"
	"proofdesk/engine/raster"
)

// What is examined in one picture, at most.
const (
	mostBlots  = 60 // dark stretches
	mostElbows = 24
	// mostDecodes is the most lattices that are fitted for one mask, in units of effort.
	mostDecodes = 8
)

// How Data Matrix symbols are searched for. Tuned on the development samples.
const (
	leastBlot       = 8    // pixels along each side of a dark stretch
	elbowsPerEffort = 8    // elbows that are examined for one unit of effort
	timingReach     = 1.6  // times the solid side that an alternating one may be long, as perspective makes it
	timingRim       = 4    // … and so many modules more
	mostSizes       = 3    // sizes that are tried for one outline
	leastFinder     = .75  // share of the modules of alternating sides that are right, at least; chance gives a half
	matrixModules   = 2000 // modules for one unit of effort that fitting them takes
)

// matrixTerms are the numbers of terms with which a lattice is fitted, one fit after the other; none at first.
var matrixTerms = [5]int{0, 4, 4, 6, 10}

// readMatrix searches for Data Matrix symbols: for dark areas with two solid straight sides, from whose ends the
// alternating sides are followed to where they meet.
func readMatrix(m *mask, left *budget) (Symbol, bool) {
	tried, own := 0, &budget{left: min(mostDecodes, left.left)}
	defer func(had int) { left.left -= had - own.left }(own.left)
	var room hull
	for _, b := range m.blots(leastBlot, mostBlots) {
		for _, e := range elbows(m, &b, &room) {
			if tried++; tried > mostElbows || tried%elbowsPerEffort == 0 && !left.take(1) {
				return Symbol{}, false
			}
			if s, ok := e.read(m, own); ok {
				return s, true
			}
		}
	}
	return Symbol{}, false
}

// read follows the alternating sides and reads the symbol that they enclose.
func (e *elbow) read(m *mask, left *budget) (Symbol, bool) {
	up, across := lineThrough(e.corner, e.top), lineThrough(e.corner, e.end)
	high, wide := between(e.corner, e.top), between(e.corner, e.end)
	right := raster.Point{X: e.across * across.way.X, Y: e.across * across.way.Y}
	out := raster.Point{X: e.up * up.way.X, Y: e.up * up.way.Y}
	above := follow(m, raster.Point{X: e.top.X - .5*out.X + .5*right.X, Y: e.top.Y - .5*out.Y + .5*right.Y},
		across.way, out, e.across, timingReach*wide+timingRim*e.across)
	beside := follow(m, raster.Point{X: e.end.X - .5*right.X + .5*out.X, Y: e.end.Y - .5*right.Y + .5*out.Y},
		up.way, right, e.up, timingReach*high+timingRim*e.up)
	for k := range mostTimings * mostTimings {
		i, j := k%mostTimings, k/mostTimings
		if i >= len(above) || j >= len(beside) {
			continue
		}
		meet, ok := above[i].line.crossing(beside[j].line)
		if !ok {
			continue
		}
		for _, s := range likelySizes(2*beside[j].dark, 2*above[i].dark) {
			if got, ok := e.decode(m, s, meet, above[i], beside[j], left); ok {
				return got, true
			}
		}
	}
	return Symbol{}, false
}

// likelySizes are the sizes nearest to so many rows and columns.
func likelySizes(rows, columns int) []datamatrix.Size {
	var out []datamatrix.Size
	for _, d := range [9][2]int{{0, 0}, {0, 2}, {2, 0}, {2, 2}, {0, -2}, {-2, 0}, {-2, -2}, {2, -2}, {-2, 2}} {
		if s, ok := datamatrix.SizeOf(rows+d[0], columns+d[1]); ok {
			out = append(out, s)
		}
	}
	return out[:min(len(out), mostSizes)]
}

// decode fits the lattice of a size between the elbow and the middle of the upper right module, and reads it; where the
// alternating sides do not agree with even modules, it uses the widths that the modules have there.
func (e *elbow) decode(
	m *mask, s datamatrix.Size, meet raster.Point, above, beside timing, left *budget,
) (Symbol, bool) {
	w, h := float64(s.Columns), float64(s.Rows)
	base, ok := raster.NewHomography(raster.Quad{{X: 0, Y: 0}, {X: w - .5, Y: .5}, {X: w, Y: h}, {X: 0, Y: h}},
		raster.Quad{e.top, meet, e.end, e.corner})
	if !ok {
		return Symbol{}, false
	}
	l := lattice{m: m, columns: s.Columns, rows: s.Rows, base: base}
	if l.alternating(&s) < leastFinder && !l.uneven(above, beside) || l.alternating(&s) < leastFinder ||
		!left.take(1+s.Rows*s.Columns/matrixModules) {
		return Symbol{}, false
	}
	for _, terms := range matrixTerms {
		if terms > 0 && !l.fit(terms, l.whole()) {
			return Symbol{}, false
		}
		finder := l.finder(&s)
		if finder < leastFinder {
			if terms > 0 {
				return Symbol{}, false
			}
			continue
		}
		got, err := datamatrix.Decode(s, l.module)
		if err != nil || len(got.Bytes) == 0 || !plausible(got.Wrong, got.Check, finder) {
			continue
		}
		text := got.Text()
		return Symbol{
			Symbology:  DataMatrix,
			Text:       text,
			Bytes:      got.Bytes,
			Corners:    l.outline(),
			Confidence: 1 - min(2*float64(got.Wrong)/float64(got.Check), mostMended),
		}, true
	}
	return Symbol{}, false
}

// uneven reads the widths and heights of the modules off the alternating sides, if these show every module.
func (l *lattice) uneven(above, beside timing) bool {
	if len(above.edges) != l.columns-1 || len(beside.edges) != l.rows-1 {
		return false
	}
	back, ok := l.base.Inverse()
	if !ok {
		return false
	}
	l.across, l.down = []float64{0}, []float64{0}
	for _, t := range above.edges {
		l.across = append(l.across,
			back.Apply(raster.Point{
				X: above.line.at.X + t*above.line.way.X,
				Y: above.line.at.Y + t*above.line.way.Y,
			}).X)
	}
	for i := range beside.edges { // followed upwards
		t := beside.edges[len(beside.edges)-1-i]
		l.down = append(l.down,
			back.Apply(raster.Point{
				X: beside.line.at.X + t*beside.line.way.X,
				Y: beside.line.at.Y + t*beside.line.way.Y,
			}).Y)
	}
	l.across, l.down = append(l.across, float64(l.columns)), append(l.down, float64(l.rows))
	return slices.IsSorted(l.across) && slices.IsSorted(l.down)
}

// finderDemands are the shares of a finder pattern that must be right, by the words that are left over to check the
// symbol, at least. Tuned so that nothing is misread among the development samples.
var finderDemands = [...]struct {
	spare  int
	finder float64
}{{8, .8}, {4, .88}, {2, .94}, {math.MinInt, .98}}

// plausible reports whether a symbol is more than chance: the fewer words were left over to check it, the more of its
// finder pattern must be right.
func plausible(wrong, check int, finder float64) bool {
	spare := check - 2*wrong
	for _, d := range finderDemands {
		if spare >= d.spare {
			return finder >= d.finder
		}
	}
	return false
}

// alternating is the share of the upper and right sides' modules that are as they should be: it is a half by chance.
func (l *lattice) alternating(s *datamatrix.Size) float64 {
	right := 0
	for column := range s.Columns {
		if _, dark := s.Finder(0, column); l.module(column, 0) == dark {
			right++
		}
	}
	for row := range s.Rows {
		if _, dark := s.Finder(row, s.Columns-1); l.module(s.Columns-1, row) == dark {
			right++
		}
	}
	return float64(right) / float64(s.Columns+s.Rows)
}

// finder is the share of the finder pattern's modules that are as they should be.
func (l *lattice) finder(s *datamatrix.Size) float64 {
	n, right := 0, 0
	for row := range s.Rows {
		for column := range s.Columns {
			if belongs, dark := s.Finder(row, column); belongs {
				n++
				if l.module(column, row) == dark {
					right++
				}
			}
		}
	}
	return float64(right) / float64(n)
}
