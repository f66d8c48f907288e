//go:build !device

package barcode

import (
	"slices"

	"proofdesk/engine/barcode/datamatrix"
	"proofdesk/engine/raster"
)

// at most so many dark stretches and elbows of a picture are looked at.
const (
	mostBlots  = 60
	mostElbows = 24
	// mostDecodes bounds the lattices that are fitted for one mask, in units of effort.
	mostDecodes = 8
)

// readMatrix looks for Data Matrix symbols: for dark stretches with two solid straight sides, from whose ends the
// alternating sides are followed to where they meet.
func readMatrix(m *mask, left *budget) (Symbol, bool) {
	tried, own := 0, &budget{left: min(mostDecodes, left.left)}
	defer func(had int) { left.left -= had - own.left }(own.left)
	var room hull
	for _, b := range m.blots(8, mostBlots) {
		for _, e := range elbows(m, &b, &room) {
			if tried++; tried > mostElbows || tried%8 == 0 && !left.take(1) {
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
		across.way, out, e.across, 1.6*wide+4*e.across)
	beside := follow(m, raster.Point{X: e.end.X - .5*right.X + .5*out.X, Y: e.end.Y - .5*right.Y + .5*out.Y}, up.way,
		right, e.up, 1.6*high+4*e.up)
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
	return out[:min(len(out), 3)]
}

// decode lays the lattice of a size between the elbow and the middle of the upper right module, and reads it; where the
// alternating sides do not agree with even modules, it takes the modules as wide as they are there.
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
	if l.alternating(&s) < .75 && !l.uneven(above, beside) || l.alternating(&s) < .75 ||
		!left.take(1+s.Rows*s.Columns/2000) {
		return Symbol{}, false
	}
	for _, terms := range [5]int{0, 4, 4, 6, 10} {
		if terms > 0 && !l.fit(terms, l.whole()) {
			return Symbol{}, false
		}
		finder := l.finder(&s)
		if finder < .75 {
			if terms >= 4 {
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
			Confidence: 1 - min(2*float64(got.Wrong)/float64(got.Check), .9),
		}, true
	}
	return Symbol{}, false
}

// uneven takes the widths and heights of the modules from the sides that alternate, if these show every one.
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

// plausible reports whether a symbol is more than chance: the fewer words were left over to check it, the more of its
// finder pattern must be right.
func plausible(wrong, check int, finder float64) bool {
	spare := check - 2*wrong
	switch {
	case spare >= 8:
		return finder >= .8
	case spare >= 4:
		return finder >= .88
	case spare >= 2:
		return finder >= .94
	}
	return finder >= .98
}

// alternating is the share of the upper and right sides' modules that are as they should be: chance gives a half.
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
