package glyph

import "math"

// A cell is a window of Width by Height samples around one character, row by row, reaching 1.2 pitches across and 1.5
// cap heights down, the glyph in its middle.
const (
	Width  = 16
	Height = 24
	Size   = Width * Height

	SpanX = 1.2 // pitches across a cell
	SpanY = 1.5 // cap heights down a cell
)

// Alphabet holds the characters in class order; class Reject, the last, is everything else.
const (
	Alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<"
	Reject   = len(Alphabet)
	Classes  = len(Alphabet) + 1
)

// Cell holds brightness at first (any scale, ink dark) and, after Normalise, ink as positive deviation.
type Cell [Size]float32

// Spread is the standard deviation of the cell's samples.
func (c *Cell) Spread() float32 {
	_, s := c.moments()
	return s
}

func (c *Cell) moments() (mean, spread float32) {
	var sum, squares float64
	for _, v := range c {
		sum += float64(v)
		squares += float64(v) * float64(v)
	}
	m := sum / Size
	return float32(m), float32(math.Sqrt(max(0, squares/Size-m*m)))
}

const (
	leastSpread = 1e-3 // that a sample is divided by
	mostInk     = 4    // spreads that a sample may lie off the mean, so that a speck does not outweigh a glyph
)

// Normalise scales a cell to zero mean and unit spread, ink upwards. floor is the least spread that counts as contrast
// (a quarter of a glyph's, say), so that an empty cell stays empty.
func (c *Cell) Normalise(floor float32) {
	mean, spread := c.moments()
	scale := 1 / max(spread, floor, leastSpread)
	for i, v := range c {
		c[i] = max(-mostInk, min(mostInk, (mean-v)*scale))
	}
}

// Class returns the class of a character, Reject for one outside the alphabet.
func Class(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + len("0123456789")
	case c == '<':
		return Reject - 1
	}
	return Reject
}
