package pdf417

import (
	"errors"
	"math"
)

// ErrTooMuchData is returned when data does not fit a symbol of at most 928 codewords in the shape asked for.
var ErrTooMuchData = errors.New("pdf417: data does not fit the symbol")

// ErrOptions is returned for options outside their range.
var ErrOptions = errors.New("pdf417: columns 1-30, rows 3-90 and level 0-8, or zero for our choice (level -1)")

// Options are the choices that a maker of symbols has. The zero value lets Encode choose, except for Level, where 0
// is a level of its own and -1 leaves the choice.
type Options struct {
	Columns int     // data columns 1-30, 0 for about 2:1 width to height
	Rows    int     // 3-90, 0 for as many as needed
	Level   int     // error correction level 0-8, -1 for the standard's recommendation
	Macro   *Macro  // makes the symbol a part of a Macro PDF417 set; nil for a symbol of its own
	Aspect  float64 // width to height to aim at where Columns is 0; 2.5 if 0
}

// Matrix is a symbol in modules: Rows rows of Width modules each, true for a bar. Each row is to be drawn at least
// three modules high.
type Matrix struct {
	Columns, Rows, Level int
	Width                int
	Modules              []bool // Rows × Width
}

// At reports whether the module of a row is a bar.
func (m *Matrix) At(row, x int) bool { return m.Modules[row*m.Width+x] }

// Encode makes the symbol of some bytes (ISO/IEC 15438). It returns ErrTooMuchData or ErrOptions.
func Encode(data []byte, o Options) (*Matrix, error) {
	if o.Columns < 0 || o.Columns > 30 || o.Rows < 0 || o.Rows > 90 || o.Rows > 0 && o.Rows < 3 || o.Level < -1 ||
		o.Level > 8 {
		return nil, ErrOptions
	}
	words, control := compact(data), o.Macro.words()
	n := 1 + len(words) + len(control)
	level := o.Level
	if level < 0 {
		level = recommended(n)
	}
	k := 2 << level
	columns, rows := shape(n+k, o)
	if rows < 3 || rows > 90 || columns*rows > 928 || columns*rows < n+k {
		return nil, ErrTooMuchData
	}
	length := columns*rows - k
	all := append([]int{length}, words...)
	for len(all)+len(control) < length {
		all = append(all, latchText)
	}
	all = append(all, control...)
	all = append(all, checkwords(all, k)...)
	return draw(all, columns, rows, level), nil
}

// recommended returns the level that ISO/IEC 15438 annex E advises for so many data codewords.
func recommended(n int) int {
	switch {
	case n <= 40:
		return 2
	case n <= 160:
		return 3
	case n <= 320:
		return 4
	}
	return 5
}

// shape returns columns and rows for n codewords; rows is 0 if there is no way.
func shape(n int, o Options) (columns, rows int) {
	aspect := o.Aspect
	if aspect <= 0 {
		aspect = 2.5
	}
	best, bestDistance := 0, math.Inf(1)
	for c := 1; c <= 30; c++ {
		r := max((n+c-1)/c, 3, o.Rows)
		if o.Columns > 0 && c != o.Columns || r > 90 || o.Rows > 0 && r != o.Rows || c*r > 928 {
			continue
		}
		ratio := float64(17*(c+4)+1) / float64(3*r)
		if d := math.Abs(math.Log(ratio / aspect)); d < bestDistance {
			best, bestDistance, rows = c, d, r
		}
	}
	return best, rows
}

// The start and the stop pattern, 17 and 18 modules, the first of each in the highest bit.
const (
	startPattern = 0x1fea8
	stopPattern  = 0x3fa29
)

// draw lays the codewords out in rows with their indicators (clause 5.2).
func draw(words []int, columns, rows, level int) *Matrix {
	m := &Matrix{Columns: columns, Rows: rows, Level: level, Width: 17*(columns+4) + 1}
	m.Modules = make([]bool, 0, rows*m.Width)
	for r := range rows {
		left, right := Indicators(r, rows, columns, level)
		m.add(startPattern, 17)
		m.add(Pattern(r%3, left), 17)
		for _, w := range words[r*columns : (r+1)*columns] {
			m.add(Pattern(r%3, w), 17)
		}
		m.add(Pattern(r%3, right), 17)
		m.add(stopPattern, 18)
	}
	return m
}

func (m *Matrix) add(pattern, n int) {
	for i := n - 1; i >= 0; i-- {
		m.Modules = append(m.Modules, pattern>>i&1 == 1)
	}
}

// Pattern returns the 17 modules of a codeword in a cluster (0, 1, 2 for the standard's 0, 3, 6), the first in bit 16.
func Pattern(cluster, codeword int) int { return 1<<16 | int(patterns[cluster][codeword]) }

// Indicators returns the left and right row indicator codewords of a row of a symbol.
func Indicators(row, rows, columns, level int) (left, right int) {
	third := [3]int{(rows - 1) / 3, level*3 + (rows-1)%3, columns - 1}
	base := 30 * (row / 3)
	return base + third[row%3], base + third[(row+2)%3]
}
