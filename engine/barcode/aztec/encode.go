package aztec

import (
	"errors"
	"fmt"
)

// Matrix is the modules of a symbol, true where dark.
type Matrix struct {
	Mode    Mode
	half    int
	modules []bool
}

// Side is how many modules the symbol has along one side.
func (m *Matrix) Side() int { return 2*m.half + 1 }

// At reports whether the module at a place from the middle is dark.
func (m *Matrix) At(x, y int) bool { return m.modules[(y+m.half)*m.Side()+x+m.half] }

func (m *Matrix) set(x, y int) { m.modules[(y+m.half)*m.Side()+x+m.half] = true }

// Encode makes the smallest symbol that holds the bytes with at least a quarter of its words for error correction. None
// and too many bytes are errors.
func Encode(data []byte) (*Matrix, error) {
	if len(data) == 0 {
		return nil, errors.New("aztec: no bytes")
	}
	bits := textBits(data)
	for i := range 36 {
		mode := Mode{Compact: i < 4, Layers: i + 1}
		if i >= 4 {
			mode.Layers = i - 3
		}
		size := mode.wordBits()
		words := stuffed(bits, size)
		if total := mode.bits() / size; 4*(len(words)+3) <= 3*total && (!mode.Compact || len(words) <= 64) {
			mode.Words = len(words)
			return draw(mode, words), nil
		}
	}
	return nil, fmt.Errorf("aztec: %d bytes are too many", len(data))
}

// EncodeRune makes the rune of a value from 0 to 255.
func EncodeRune(value int) *Matrix {
	m := frame(Mode{Compact: true, Rune: value})
	m.ring([]int{value >> 4 & 15, value & 15}, 5, 0xa)
	return m
}

// textBits writes text in the modes that it needs, character by character, and what no table has as bytes.
func textBits(data []byte) []bool {
	var bits []bool
	put := func(v, n int) {
		for k := range n {
			bits = append(bits, v>>(n-1-k)&1 == 1)
		}
	}
	mode := upper
	for _, c := range data {
		code, in := find(mode, int(c))
		for next := range punct {
			if in {
				break
			}
			if _, has := find(next, int(c)); !has || next == mode {
				continue
			}
			for mode != next {
				way, _ := find(mode, step(mode, next))
				put(way, width(mode))
				mode = step(mode, next) &^ latch
			}
			code, in = find(mode, int(c))
		}
		if in {
			put(code, width(mode))
			continue
		}
		if sign, is := find(punct, int(c)); is {
			put(0, width(mode))
			put(sign, 5)
			continue
		}
		if mode == digits {
			up, _ := find(digits, latch+upper)
			put(up, 4)
			mode = upper
		}
		put(31, 5)
		put(1, 5)
		put(int(c), 8)
	}
	return bits
}

// step is the latch that leads from a mode towards another.
func step(from, to int) int {
	if _, direct := find(from, latch|to); direct {
		return latch | to
	}
	if from == lower {
		return latch + mixed
	}
	return latch + upper
}

func find(mode, code int) (int, bool) {
	for i, c := range tables[mode] {
		if c == code {
			return i, true
		}
	}
	return 0, false
}

// stuffed cuts bits into words, none of which is all dark or all light, and fills the last one with dark ones.
func stuffed(bits []bool, size int) []int {
	var words []int
	for i := 0; i < len(bits); {
		w, full := 0, 1<<size-1
		for k := range size {
			if i+k >= len(bits) || bits[i+k] {
				w |= 1 << (size - 1 - k)
			}
		}
		i += size
		switch w &^ 1 {
		case 0:
			w = 1
			i--
		case full - 1:
			w = full - 1
			i--
		}
		words = append(words, w)
	}
	return words
}

// frame draws the finder pattern, the marks and the reference grid.
func frame(mode Mode) *Matrix {
	half := Ring(true)
	if mode.Layers > 0 {
		half = mode.Half()
	}
	m := &Matrix{Mode: mode, half: half}
	m.modules = make([]bool, m.Side()*m.Side())
	for y := -half; y <= half; y++ {
		for x := -half; x <= half; x++ {
			ring := max(x, -x, y, -y)
			switch {
			case ring < Ring(mode.Compact):
				if ring%2 == 0 {
					m.set(x, y)
				}
			case !mode.Compact && (x%16 == 0 || y%16 == 0) && (x+y)%2 == 0:
				m.set(x, y)
			}
		}
	}
	for _, at := range marks(mode.Compact) {
		m.set(at[0], at[1])
	}
	return m
}

// ring writes the mode message, with every word turned round by a mask.
func (m *Matrix) ring(words []int, checks, mask int) {
	words = append(words, nibbles.Checks(words, checks, 1)...)
	for i := range 4 * len(words) {
		if x, y := ringAt(m.Mode.Compact, i); (words[i/4]^mask)>>(3-i%4)&1 == 1 {
			m.set(x, y)
		}
	}
}

func draw(mode Mode, words []int) *Matrix {
	m := frame(mode)
	if mode.Compact {
		v := (mode.Layers-1)<<6 | (mode.Words - 1)
		m.ring([]int{v >> 4, v & 15}, 5, 0)
	} else {
		v := (mode.Layers-1)<<11 | (mode.Words - 1)
		m.ring([]int{v >> 12, v >> 8 & 15, v >> 4 & 15, v & 15}, 6, 0)
	}
	size := mode.wordBits()
	words = append(words, fields[size].Checks(words, mode.bits()/size-len(words), 1)...)
	i := -(mode.bits() % size)
	mode.places(func(x, y int) {
		if i >= 0 && words[i/size]>>(size-1-i%size)&1 == 1 {
			m.set(x, y)
		}
		i++
	})
	return m
}
