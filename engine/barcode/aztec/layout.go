package aztec

import "proofdesk/engine/barcode/galois"

// Mode is what the ring around the finder pattern encodes about a symbol.
type Mode struct {
	Compact bool
	Layers  int  // 1 to 4 if compact, else 1 to 32; 0 for a rune
	Words   int  // data codewords
	Reader  bool // the message programs a reader
	Rune    int  // the value of a rune
	Wrong   int  // words of the ring that were corrected
}

var nibbles = galois.New(4, 0x13)

// Ring is half the side of the ring that holds the mode message, in modules from the middle one.
func Ring(compact bool) int {
	if compact {
		return 5
	}
	return 7
}

// ringAt returns the place of bit i of the mode message, from the middle: clockwise from the top left.
func ringAt(compact bool, i int) (x, y int) {
	r, side := Ring(compact), 10
	if compact {
		side = 7
	}
	along := i%side - side/2
	if !compact && along >= 0 {
		along++ // the middle belongs to the reference grid
	}
	switch i / side {
	case 0:
		return along, -r
	case 1:
		return r, along
	case 2:
		return -along, r
	}
	return -r, -along
}

// marks are the dark modules at the corners of the ring that show which way is up.
func marks(compact bool) [6][2]int {
	r := Ring(compact)
	return [6][2]int{{-r, -r}, {1 - r, -r}, {-r, 1 - r}, {r, -r}, {r, 1 - r}, {r, r - 1}}
}

// Marks counts how many of the twelve modules at the corners of the ring are as they should be; dark is asked by the
// place from the middle module.
func Marks(compact bool, dark func(x, y int) bool) int {
	r, right := Ring(compact), 0
	for _, c := range [4][2]int{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}} {
		for _, at := range [3][2]int{{c[0] * r, c[1] * r}, {c[0] * (r - 1), c[1] * r}, {c[0] * r, c[1] * (r - 1)}} {
			want := false
			for _, m := range marks(compact) {
				want = want || m == at
			}
			if dark(at[0], at[1]) == want {
				right++
			}
		}
	}
	return right
}

// ReadMode reads the ring; dark is asked by the place from the middle module. A compact ring whose words are whole only
// after every other bit was turned round is a rune's.
func ReadMode(compact bool, dark func(x, y int) bool) (Mode, bool) {
	total, checks := 10, 6
	if compact {
		total, checks = 7, 5
	}
	words := make([]int, total)
	for i := range 4 * total {
		if x, y := ringAt(compact, i); dark(x, y) {
			words[i/4] |= 8 >> (i % 4)
		}
	}
	turned := make([]int, total)
	for i, w := range words {
		turned[i] = w ^ 0xa
	}
	if wrong, ok := nibbles.Correct(words, checks, 1); ok {
		return modeOf(compact, words, wrong)
	}
	if !compact {
		return Mode{}, false
	}
	wrong, ok := nibbles.Correct(turned, checks, 1)
	return Mode{Compact: true, Rune: turned[0]<<4 | turned[1], Wrong: wrong}, ok && wrong <= 1
}

func modeOf(compact bool, words []int, wrong int) (Mode, bool) {
	m := Mode{Compact: compact, Wrong: wrong}
	if compact {
		v := words[0]<<4 | words[1]
		m.Layers, m.Words = v>>6+1, v&63+1
	} else {
		v := words[0]<<12 | words[1]<<8 | words[2]<<4 | words[3]
		m.Layers, m.Words = v>>11+1, v&2047+1
	}
	all, top := m.bits()/m.wordBits(), 1024
	if compact {
		top = 32
	}
	if m.Words > all && m.Words > top {
		m.Reader, m.Words = true, m.Words-top
	}
	return m, m.Words < all
}

// wordBits is the length of a codeword.
func (m *Mode) wordBits() int {
	switch {
	case m.Layers <= 2:
		return 6
	case m.Layers <= 8:
		return 8
	case m.Layers <= 22:
		return 10
	}
	return 12
}

// bits is how many data modules the layers have.
func (m *Mode) bits() int {
	if m.Compact {
		return (88 + 16*m.Layers) * m.Layers
	}
	return (112 + 16*m.Layers) * m.Layers
}

// Half is how many modules lie between the middle one and the edge of the symbol.
func (m *Mode) Half() int {
	if m.Compact {
		return Ring(true) + 2*m.Layers
	}
	own := 7 + 2*m.Layers
	return own + (own-1)/15
}

// spread moves a place that counts data modules alone past the lines of the reference grid, which a full symbol has
// through its middle and at every sixteenth module from there.
func (m *Mode) spread(i int) int {
	if m.Compact {
		return i
	}
	switch {
	case i >= 0:
		return i + 1 + i/15
	default:
		return i - (-i-1)/15
	}
}

// places calls visit with the place of each data module from the middle, in the order of the bits: layer by layer from
// the outside, each going round from the top left downwards, in pairs of modules.
func (m *Mode) places(visit func(x, y int)) {
	low, high := -(Ring(true) + 2*m.Layers), Ring(true)+2*m.Layers
	if !m.Compact {
		low, high = -(7 + 2*m.Layers), 7+2*m.Layers-1
	}
	at := func(x, y int) { visit(m.spread(x), m.spread(y)) }
	for ; high > low && m.inLayers(low); low, high = low+2, high-2 {
		n := high - low - 1
		for j := range n {
			at(low, low+j)
			at(low+1, low+j)
		}
		for j := range n {
			at(low+j, high)
			at(low+j, high-1)
		}
		for j := range n {
			at(high, high-j)
			at(high-1, high-j)
		}
		for j := range n {
			at(high-j, low)
			at(high-j, low+1)
		}
	}
}

func (m *Mode) inLayers(low int) bool {
	if m.Compact {
		return low < -Ring(true)
	}
	return low < -7
}
