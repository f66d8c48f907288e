package datamatrix

import "fmt"

// Matrix is the modules of a symbol, true where dark.
type Matrix struct {
	Size    Size
	modules []bool
}

// At reports whether the module at a column and row is dark.
func (m *Matrix) At(column, row int) bool { return m.modules[row*m.Size.Columns+column] }

// Encode makes the smallest symbol that holds the bytes; rectangles only if oblong. It uses the ASCII encodation alone,
// so that bytes over 127 take two codewords. Too many bytes are an error.
func Encode(data []byte, oblong bool) (*Matrix, error) {
	var words []int
	for i := 0; i < len(data); i++ {
		c := int(data[i])
		switch {
		case c >= upperHalf:
			words = append(words, upperShift, c-upperHalf+1)
		case digit(data, i) && digit(data, i+1):
			words = append(words, firstDigits+10*(c-'0')+int(data[i+1]-'0'))
			i++
		default:
			words = append(words, c+1)
		}
	}
	best := -1
	for i, s := range sizes {
		if s.Data >= len(words) && (s.Rows != s.Columns) == oblong && (best < 0 || s.Data < sizes[best].Data) {
			best = i
		}
	}
	if best < 0 {
		return nil, fmt.Errorf("datamatrix: %d bytes are too many", len(data))
	}
	return sizes[best].draw(words), nil
}

func digit(b []byte, i int) bool { return i < len(b) && b[i] >= '0' && b[i] <= '9' }

// draw fills a size with codewords, padding, check words and finder pattern.
func (s Size) draw(words []int) *Matrix {
	for n := len(words); len(words) < s.Data; {
		v := pad
		if len(words) > n {
			if v += scramble*(len(words)+1)%253 + 1; v > padValues { // annex B.1
				v -= padValues
			}
		}
		words = append(words, v)
	}
	words = append(words, make([]int, s.Check)...)
	for b := range s.blocks {
		var block []int
		for i := b; i < s.Data; i += s.blocks {
			block = append(block, words[i])
		}
		for i, v := range field.Checks(block, s.Check/s.blocks, 1) {
			words[b+(len(block)+i)*s.blocks] = v
		}
	}
	return s.paint(words)
}

func (s Size) paint(words []int) *Matrix {
	m := &Matrix{Size: s, modules: make([]bool, s.Rows*s.Columns)}
	for i := range m.modules {
		_, m.modules[i] = s.Finder(i/s.Columns, i%s.Columns)
	}
	down, across := s.regions()
	rows, columns := down*s.tall, across*s.wide
	for i, b := range place(rows, columns) {
		r, c := i/columns, i%columns
		dark := b == leftOver && (rows-r+columns-c)%2 == 0
		if b >= 0 {
			dark = words[b>>3]<<(b&7)&0x80 != 0
		}
		m.modules[(r+1+r/s.tall*2)*s.Columns+c+1+c/s.wide*2] = dark
	}
	return m
}
