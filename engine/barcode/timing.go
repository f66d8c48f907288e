package barcode

import (
	"cmp"
	"math"
	"slices"

	"proofdesk/engine/raster"
)

// timing is an alternating side that was followed: its line through the middle of its modules, how many dark ones it
// has, and how clear it stands out: its dark modules, less for what is dark beyond it.
type timing struct {
	line  straight
	dark  int
	clear float64
	edges []float64 // where it changes, in pixels from the line's beginning
}

// How an alternating side is followed. Tuned on the development samples.
const (
	mostTimings    = 4   // guesses of one side that are tried
	mostChanges    = 144 // of the largest symbol's side (ISO/IEC 16022 §5.5)
	timingTurns    = 48  // directions to either side that are tried
	leastTurnStep  = .2  // between two of them, degrees
	mostTurnStep   = .6
	turnModules    = 20  // degrees times modules of the side's length between two of them
	leastDark      = 4   // dark modules of a side
	outsidePrice   = 1.5 // share of its clearness that a side loses where all beyond it is dark
	turnPrice      = .2  // … and in the farthest direction
	sameClear      = .02 // share by which two neighbouring directions are equally clear
	timingStep     = .5  // pixels
	longestModule  = 2.1 // times as long as those before that a module may be
	shortestModule = .35
	lengthGain     = .3 // share of the last module in the length that is expected next
)

// follow searches for the alternating side that begins at start, roughly along a direction: directions with many
// changes and nothing beyond. A module is about so long; beyond leads one module out of the symbol.
func follow(m *mask, start, way, beyond raster.Point, module, longest float64) []timing {
	const turns = timingTurns
	step := min(mostTurnStep, max(leastTurnStep, turnModules*module/longest)) * math.Pi / 180
	var rooms [2*turns + 1]timing
	var room [mostChanges]float64
	all, same := rooms[:0], 0
	for i := -turns; i <= turns; i++ {
		a := float64(i) * step
		d := raster.Point{X: way.X*math.Cos(a) - way.Y*math.Sin(a), Y: way.X*math.Sin(a) + way.Y*math.Cos(a)}
		edges := alternations(room[:0], m, start, d, module, longest)
		n := (len(edges) + 1) / 2
		if n < leastDark {
			same = 0
			continue
		}
		outside := darkness(m, start, d, beyond, edges[len(edges)-1])
		clear := float64(n) * (1 - outsidePrice*outside) * (1 - turnPrice*math.Abs(float64(i))/turns)
		t := timing{line: straight{start, d}, dark: n, clear: clear}
		switch {
		case same > 0 && all[len(all)-1].dark == n: // the clearest of its neighbours, or the one in their middle
			same++
			if last := &all[len(all)-1]; t.clear > last.clear*(1+sameClear) ||
				t.clear > last.clear*(1-sameClear) && same%2 == 0 {
				*last = t
			}
		default:
			all, same = append(all, t), 1
		}
	}
	slices.SortStableFunc(all, func(a, b timing) int { return cmp.Compare(b.clear, a.clear) })
	kept := slices.Clone(all[:min(len(all), mostTimings)])
	for i := range kept {
		kept[i].edges = alternations(make([]float64, 0, 2*kept[i].dark), m, start, kept[i].line.way, module, longest)
	}
	return kept
}

// darkness is the share of a line, one module beyond another one, that is dark.
func darkness(m *mask, start, way, beyond raster.Point, length float64) float64 {
	dark, n := 0, 0
	for t := 0.; t < length; t++ {
		n++
		if m.at(start.X+beyond.X+t*way.X, start.Y+beyond.Y+t*way.Y) {
			dark++
		}
	}
	return float64(dark) / float64(max(n, 1))
}

// alternations appends where a line that begins in a dark module changes, as long as it does so regularly; the last
// change is the end of a dark one.
func alternations(edges []float64, m *mask, start, way raster.Point, module, longest float64) []float64 {
	const step = timingStep
	dark, length, near := true, 0., module
	if !m.at(start.X, start.Y) {
		return nil
	}
	for t := step; t < longest; t += step {
		now := m.at(start.X+t*way.X, start.Y+t*way.Y)
		length += step
		if now == dark {
			if length > longestModule*near+edgeSlack {
				break
			}
			continue
		}
		if len(edges) > 0 { // the first one is seen from its middle on
			if length < shortestModule*near-edgeSlack/2 {
				return nil
			}
			near = (1-lengthGain)*near + lengthGain*length
		}
		dark, length = now, 0
		edges = append(edges, t-step/2)
	}
	if len(edges)%2 == 0 { // the last one is the beginning of a dark module that did not end
		return edges[:max(len(edges)-1, 0)]
	}
	return edges
}
