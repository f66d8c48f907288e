package pdf417

import (
	"errors"
	"math"
)

// ErrTooMuchData is returned when data does not fit a symbol of at most 928 codewords in the shape asked for.
var ErrTooMuchData = errors.New("pdf417: data does not fit the symbol")

// ErrOptions is returned for options outside their range.
var ErrOptions = errors.New("pdf417: columns 1-30, rows 3-90 and level 0-8, or zero for our choice (level -1)")

// The limits of a symbol (ISO/IEC 15438 §5.1 and §5.2).
const (
	mostColumns = 30
	leastRows   = 3
	mostRows    = 90
	mostWords   = 928
	mostLevel   = 8
	modules     = 17 // of a codeword and of the start pattern
	stopModules = 18
	rowHeight   = 3 // modules, at least

	usualAspect = 2.5 // width over height, where none is asked for
)

// widthOf is the width in modules of a symbol with so many data columns, two row indicators, start and stop pattern.
func widthOf(columns int) int { return modules*(columns+3) + stopModules }

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
	if o.Columns < 0 || o.Columns > mostColumns || o.Rows < 0 || o.Rows > mostRows ||
		o.Rows > 0 && o.Rows < leastRows || o.Level < -1 || o.Level > mostLevel {
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
	if rows < leastRows || rows > mostRows || columns*rows > mostWords || columns*rows < n+k {
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

// recommendations are the levels by the largest number of data codewords that they are for (ISO/IEC 15438 annex E).
var recommendations = [...]struct{ words, level int }{{40, 2}, {160, 3}, {320, 4}}

// leastOfMany is the level for more.
const leastOfMany = 5

// recommended returns the level that ISO/IEC 15438 annex E advises for so many data codewords.
func recommended(n int) int {
	for _, r := range recommendations {
		if n <= r.words {
			return r.level
		}
	}
	return leastOfMany
}

// shape returns columns and rows for n codewords; rows is 0 if there is no way.
func shape(n int, o Options) (columns, rows int) {
	aspect := o.Aspect
	if aspect <= 0 {
		aspect = usualAspect
	}
	best, bestDistance := 0, math.Inf(1)
	for c := 1; c <= mostColumns; c++ {
		r := max((n+c-1)/c, leastRows, o.Rows)
		if o.Columns > 0 && c != o.Columns || r > mostRows || o.Rows > 0 && r != o.Rows || c*r > mostWords {
			continue
		}
		ratio := float64(widthOf(c)) / float64(rowHeight*r)
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

// draw arranges the codewords in rows with their indicators (clause 5.2).
func draw(words []int, columns, rows, level int) *Matrix {
	m := &Matrix{Columns: columns, Rows: rows, Level: level, Width: widthOf(columns)}
	m.Modules = make([]bool, 0, rows*m.Width)
	for r := range rows {
		left, right := Indicators(r, rows, columns, level)
		m.add(startPattern, modules)
		m.add(Pattern(r%3, left), modules)
		for _, w := range words[r*columns : (r+1)*columns] {
			m.add(Pattern(r%3, w), modules)
		}
		m.add(Pattern(r%3, right), modules)
		m.add(stopPattern, stopModules)
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
	base := mostColumns * (row / 3)
	return base + third[row%3], base + third[(row+2)%3]
}
