package datamatrix

// decoder reads the data codewords in order (ISO/IEC 16022:2006, 5.2).
type decoder struct {
	words   []int
	at      int
	m       *Message
	upper   bool // the next character is 128 higher
	shifted int  // set of the next character in C40 and Text
	trailer string
}

// The codewords of the ASCII encodation that are no characters.
const (
	pad         = 129
	latchC40    = 230
	latchBase   = 231
	fnc1        = 232
	structured  = 233
	reader      = 234
	upperShift  = 235
	macro05     = 236
	macro06     = 237
	latchX12    = 238
	latchText   = 239
	latchEdifac = 240
	eciSwitch   = 241
	unlatch     = 254
)

// The other numbers of the encodations (ISO/IEC 16022:2006, 5.2 and 5.4).
const (
	lastASCII   = 128 // codewords 1 to 128 are the characters 0 to 127
	firstDigits = 130 // codewords 130 to 229 are the digits 00 to 99
	lastDigits  = 229
	upperHalf   = 128  // by which a shifted character is higher
	separator   = 0x1d // what FNC1 stands for in a message

	tripleSecond = 40 // values of C40, Text and X12
	tripleFirst  = tripleSecond * tripleSecond
	tripleWords  = tripleFirst * tripleSecond
	setFNC1      = 27 // values of the second shift set
	setUpper     = 30
	setSize      = 32
	lowerCase    = 96 // the third shift set begins behind the capitals

	edifactEnd   = 0x1f // ends a run of EDIFACT
	edifactCase  = 0x20 // bit of a character; where it is not set, the next one is added
	edifactAdded = 0x40

	scramble  = 149 // of padding and of the bytes of base 256 (annex B)
	padValues = 254
	longBytes = 250 // from which a count takes two codewords

	eciTwo    = 128 // first codewords of the character sets with two and three codewords (5.4)
	eciThree  = 192
	eciLast   = 207
	eciDigits = 254
	eciFirst2 = 127 // first number of each
	eciFirst3 = 16383
)

// run reads the message; false if a codeword is not allowed where it stands.
func (d *decoder) run() bool {
	for d.at < len(d.words) {
		w := d.words[d.at]
		d.at++
		ok := true
		switch {
		case w >= 1 && w <= lastASCII:
			d.put(w - 1)
		case w == pad:
			d.at = len(d.words)
		case w >= firstDigits && w <= lastDigits:
			d.m.Add('0'+byte((w-firstDigits)/10), '0'+byte((w-firstDigits)%10))
		default:
			ok = d.function(w)
		}
		if !ok {
			return false
		}
	}
	d.m.Add([]byte(d.trailer)...)
	return true
}

func (d *decoder) put(v int) {
	if d.upper {
		v += upperHalf
		d.upper = false
	}
	d.m.Add(byte(v))
}

// function executes a codeword that is no character.
func (d *decoder) function(w int) bool {
	switch w {
	case latchC40, latchText, latchX12:
		return d.triples(w)
	case latchBase:
		return d.base256()
	case latchEdifac:
		d.edifact()
	case fnc1:
		d.separate()
	case structured:
		d.at += 3
	case reader:
	case upperShift:
		d.upper = true
	case macro05, macro06:
		if d.at != 1 {
			return false
		}
		d.m.Add([]byte("[)>\x1e0" + string(rune('5'+w-macro05)) + "\x1d")...)
		d.trailer = "\x1e\x04"
	case eciSwitch:
		return d.eci()
	default:
		return false
	}
	return d.at <= len(d.words)
}

// separate is FNC1: at the start it says that the message is GS1's, later it separates elements.
func (d *decoder) separate() {
	if len(d.m.Bytes) == 0 {
		d.m.GS1 = true
		return
	}
	d.m.Add(separator)
}

func (d *decoder) eci() bool {
	var c [3]int
	n := 1
	for i := 0; i < n; i++ {
		if d.at >= len(d.words) {
			return false
		}
		c[i] = d.words[d.at]
		d.at++
		if i == 0 && c[0] >= eciTwo {
			n = 2 + (c[0]-eciTwo)/(eciThree-eciTwo)
		}
	}
	switch {
	case c[0] < 1 || c[0] > eciLast:
		return false
	case n == 1:
		d.m.Switch(c[0] - 1)
	case n == 2:
		d.m.Switch((c[0]-eciTwo)*eciDigits + c[1] - 1 + eciFirst2)
	default:
		d.m.Switch((c[0]-eciThree)*eciDigits*eciDigits + (c[1]-1)*eciDigits + c[2] - 1 + eciFirst3)
	}
	return true
}

// triples reads C40, Text or X12: three values in two codewords.
func (d *decoder) triples(mode int) bool {
	d.shifted = 0
	for d.at+1 < len(d.words) {
		if d.words[d.at] == unlatch {
			d.at++
			return true
		}
		v := 256*d.words[d.at] + d.words[d.at+1] - 1
		d.at += 2
		if v < 0 || v >= tripleWords {
			return false
		}
		for _, one := range [3]int{v / tripleFirst, v / tripleSecond % tripleSecond, v % tripleSecond} {
			ok := true
			if mode == latchX12 {
				d.m.Add(x12[one])
			} else {
				ok = d.triple(mode == latchText, one)
			}
			if !ok {
				return false
			}
		}
	}
	if d.at < len(d.words) && d.words[d.at] == unlatch {
		d.at++
	}
	return true
}

const (
	basic = " 0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	x12   = "\r*>" + basic
	signs = "!\"#$%&'()*+,-./:;<=>?@[\\]^_"
)

// triple decodes one value of C40 or Text.
func (d *decoder) triple(text bool, v int) bool {
	set := d.shifted
	d.shifted = 0
	switch {
	case set == 0 && v < 3:
		d.shifted = v + 1
	case set == 0:
		c := basic[v-3]
		if text && c >= 'A' {
			c += 'a' - 'A'
		}
		d.put(int(c))
	case set == 1 && v < setSize:
		d.put(v)
	case set == 2:
		return d.sign(v)
	case set == 3 && v < setSize:
		c := lowerCase + v
		if letter := c - 'a' + 'A'; text && letter >= 'A' && letter <= 'Z' {
			c = letter
		}
		d.put(c)
	default:
		return false
	}
	return true
}

// sign decodes one value of the second shift set; false if it has no meaning.
func (d *decoder) sign(v int) bool {
	switch {
	case v < len(signs):
		d.put(int(signs[v]))
	case v == setFNC1:
		d.separate()
	case v == setUpper:
		d.upper = true
	default:
		return false
	}
	return true
}

// edifact reads four values of six bits in three codewords, up to its end sign or the last two codewords.
func (d *decoder) edifact() {
	for d.at+2 < len(d.words) {
		v := d.words[d.at]<<16 | d.words[d.at+1]<<8 | d.words[d.at+2]
		for i := range 4 {
			c := v >> (18 - 6*i) & 0x3f // six bits
			if c == edifactEnd {        // the rest of the codeword is empty
				d.at += min(i+1, 3)
				return
			}
			if c&edifactCase == 0 {
				c |= edifactAdded
			}
			d.m.Add(byte(c))
		}
		d.at += 3
	}
}

// base256 reads bytes, which are scrambled by their place.
func (d *decoder) base256() bool {
	next := func() int {
		if d.at >= len(d.words) {
			return -1
		}
		d.at++
		return (d.words[d.at-1] - (scramble*d.at%255 + 1) + 512) % 256
	}
	n := next()
	switch {
	case n < 0:
		return false
	case n == 0:
		n = len(d.words) - d.at
	case n >= longBytes:
		more := next()
		if more < 0 {
			return false
		}
		n = longBytes*(n-longBytes+1) + more
	}
	if n > len(d.words)-d.at {
		return false
	}
	for range n {
		d.m.Add(byte(next()))
	}
	return true
}
