package datamatrix

// placement returns for each data module, row by row without finder patterns, the bit of the codewords that it shows:
// the codeword times eight plus the bit from the most significant one, -1 for the modules that are left over in the
// lower right corner (ISO/IEC 16022:2006, annex F).
type placement struct {
	rows, columns int
	bit           []int
	next          int
}

const (
	unset    = -2
	leftOver = -1
)

// usual holds the modules of a codeword in its usual shape, by row and column from its last bit.
var usual = [8][2]int{{-2, -2}, {-2, -1}, {-1, -2}, {-1, -1}, {-1, 0}, {0, -2}, {0, -1}, {0, 0}}

// corners holds the shapes in the corners: places from the top and left, or from the bottom and right where negative
// (-1 the last).
var corners = [4][8][2]int{
	{{-1, 0}, {-1, 1}, {-1, 2}, {0, -2}, {0, -1}, {1, -1}, {2, -1}, {3, -1}},
	{{-3, 0}, {-2, 0}, {-1, 0}, {0, -4}, {0, -3}, {0, -2}, {0, -1}, {1, -1}},
	{{-3, 0}, {-2, 0}, {-1, 0}, {0, -2}, {0, -1}, {1, -1}, {2, -1}, {3, -1}},
	{{-1, 0}, {-1, -1}, {0, -3}, {0, -2}, {0, -1}, {1, -3}, {1, -2}, {1, -1}},
}

func place(rows, columns int) []int {
	p := &placement{rows: rows, columns: columns, bit: make([]int, rows*columns)}
	for i := range p.bit {
		p.bit[i] = unset
	}
	for r, c := 4, 0; r < rows || c < columns; {
		p.corner(r, c)
		r, c = p.walkUp(r, c)
		r, c = p.walkDown(r-2+1, c+2+3)
		r, c = r+2+3, c-2+1
	}
	for i, b := range p.bit {
		if b == unset {
			p.bit[i] = leftOver
		}
	}
	return p.bit
}

// walkUp sets codewords up and to the right as far as the area goes, and returns where it ends.
func (p *placement) walkUp(r, c int) (int, int) {
	for ; ; r, c = r-2, c+2 {
		if r < p.rows && c >= 0 && p.bit[r*p.columns+c] == unset {
			p.codeword(r, c)
		}
		if r-2 < 0 || c+2 >= p.columns {
			return r, c
		}
	}
}

// walkDown sets codewords down and to the left as far as the area goes, and returns where it ends.
func (p *placement) walkDown(r, c int) (int, int) {
	for ; ; r, c = r+2, c-2 {
		if r >= 0 && c < p.columns && p.bit[r*p.columns+c] == unset {
			p.codeword(r, c)
		}
		if r+2 >= p.rows || c-2 < 0 {
			return r, c
		}
	}
}

// corner sets the codeword of a corner, if the walk has come to one.
func (p *placement) corner(r, c int) {
	if r == p.rows && c == 0 {
		p.fold(0)
	}
	if r == p.rows-2 && c == 0 && p.columns%4 != 0 {
		p.fold(1)
	}
	if r == p.rows-2 && c == 0 && p.columns%8 == 4 {
		p.fold(2)
	}
	if r == p.rows+4 && c == 2 && p.columns%8 == 0 {
		p.fold(3)
	}
}

func (p *placement) fold(k int) {
	for i, at := range corners[k] {
		p.set((at[0]+p.rows)%p.rows, (at[1]+p.columns)%p.columns, i)
	}
	p.next++
}

// codeword sets the eight modules of the next codeword; what leaves the area enters it at the other side.
func (p *placement) codeword(row, column int) {
	for i, at := range usual {
		r, c := row+at[0], column+at[1]
		if r < 0 {
			r, c = r+p.rows, c+4-(p.rows+4)%8
		}
		if c < 0 {
			r, c = r+4-(p.columns+4)%8, c+p.columns
		}
		if r >= p.rows {
			r -= p.rows
		}
		p.set(r, c, i)
	}
	p.next++
}

func (p *placement) set(r, c, i int) {
	if r >= 0 && c >= 0 && r < p.rows && c < p.columns {
		p.bit[r*p.columns+c] = 8*p.next + i
	}
}
