package mrz

import (
	"time"

	"proofdesk/engine/mrz/glyph"
)

// Doubt is a character that a cell may show instead of the printed one; Cost is how much less likely that is.
type Doubt struct {
	Line, Col int
	To        byte
	Cost      float32
}

// Repair repairs lines whose cells are sure of every character but those in doubt.
func Repair(f Format, lines []string, doubts ...Doubt) (fixed, repairs []string) {
	const never = -50
	cells := make([][]scores, len(lines))
	for i, line := range lines {
		cells[i] = make([]scores, len(line))
		for col := range line {
			for class := range cells[i][col] {
				cells[i][col][class] = never
			}
			cells[i][col][glyph.Class(line[col])] = 0
		}
	}
	for _, d := range doubts {
		cells[d.Line][d.Col][glyph.Class(d.To)] = -d.Cost
	}
	return layoutOf(f).repair(lines, cells)
}

// Trusted reports whether lines are believed whose characters are all as sure as given, some of them being absent.
func Trusted(f Format, lines []string, sureness float64, absent int) bool {
	l := layoutOf(f)
	all := make([][]float64, len(lines))
	for i, line := range lines {
		for range line {
			all[i] = append(all[i], sureness)
		}
	}
	_, ok := trust(l, lines, l.parse(lines, time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)), all, absent)
	return ok
}
