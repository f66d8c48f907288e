package mrz

import (
	"math"

	"proofdesk/engine/mrz/glyph"
)

// The parts of a name field in order (ICAO 9303-3 §4.6): the primary identifier, a filler within it, the secondary
// identifier after two fillers, a filler within that, and nothing but fillers after two more.
const (
	primary = iota
	primaryGap
	secondary
	secondaryGap
	rest
	nameStates
)

// priorAfterName is the cost of a letter after the name has ended, in natural logarithms of probability. It is not
// forbidden, as some States print one. Tuned on the development samples.
const priorAfterName = -4.0

// afterLetter and afterFiller return the part that follows a character.
var (
	afterLetter = [nameStates]int{primary, primary, secondary, secondary, secondary}
	afterFiller = [nameStates]int{primaryGap, secondary, secondaryGap, rest, rest}
)

// spell reads a name field as a whole: the likeliest row of characters that is built as names are (Viterbi's algorithm
// over the parts). In each column only the best letter and the filler compete.
func spell(cells []scores, priors [][glyph.Reject]float32) []byte {
	n := len(cells)
	from := make([][nameStates]int, n)
	picked := make([][nameStates]byte, n)
	best := [nameStates]float64{}
	for s := range best {
		best[s] = math.Inf(-1)
	}
	best[primary] = 0
	for col := range n {
		letter, a, b := contenders(&cells[col], &priors[col])
		next := [nameStates]float64{}
		for s := range next {
			next[s] = math.Inf(-1)
		}
		step := func(s, to int, c byte, score float64) {
			if v := best[s] + score; v > next[to] {
				next[to], from[col][to], picked[col][to] = v, s, c
			}
		}
		for s := range best {
			cost := 0.0
			if s == rest {
				cost = priorAfterName
			}
			step(s, afterLetter[s], letter, a+cost)
			step(s, afterFiller[s], '<', b)
		}
		best = next
	}
	return trace(best, from, picked)
}

// trace follows the path back from the best end.
func trace(best [nameStates]float64, from [][nameStates]int, picked [][nameStates]byte) []byte {
	at := 0
	for s := range best {
		if best[s] > best[at] {
			at = s
		}
	}
	out := make([]byte, len(from))
	for col := len(from) - 1; col >= 0; col-- {
		out[col] = picked[col][at]
		at = from[col][at]
	}
	return out
}

// contenders returns a column's best character other than the filler with its score, and the filler's score.
func contenders(cell *scores, prior *[glyph.Reject]float32) (c byte, score, filler float64) {
	score = math.Inf(-1)
	for i := range prior {
		v := float64(max(cell[i], floorScore) + prior[i])
		switch {
		case glyph.Alphabet[i] == '<':
			filler = v
		case v > score:
			c, score = glyph.Alphabet[i], v
		}
	}
	return c, score, filler
}
