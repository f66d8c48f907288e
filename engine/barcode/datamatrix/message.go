package datamatrix

// decoder walks through the data codewords (ISO/IEC 16022:2006, 5.2).
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

// run reads the message; false if a codeword is not allowed where it stands.
func (d *decoder) run() bool {
	for d.at < len(d.words) {
		w := d.words[d.at]
		d.at++
		ok := true
		switch {
		case w >= 1 && w <= 128:
			d.put(w - 1)
		case w == pad:
			d.at = len(d.words)
		case w >= 130 && w <= 229:
			d.m.Add('0'+byte((w-130)/10), '0'+byte((w-130)%10))
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
		v += 128
		d.upper = false
	}
	d.m.Add(byte(v))
}

// function obeys a codeword that is no character.
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
	d.m.Add(0x1d)
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
		if i == 0 && c[0] >= 128 {
			n = 2 + (c[0]-128)/64
		}
	}
	switch {
	case c[0] < 1 || c[0] > 207:
		return false
	case n == 1:
		d.m.Switch(c[0] - 1)
	case n == 2:
		d.m.Switch((c[0]-128)*254 + c[1] - 1 + 127)
	default:
		d.m.Switch((c[0]-192)*64516 + (c[1]-1)*254 + c[2] - 1 + 16383)
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
		if v < 0 || v >= 64000 {
			return false
		}
		for _, one := range [3]int{v / 1600, v / 40 % 40, v % 40} {
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

// triple puts one value of C40 or Text.
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
	case set == 1 && v < 32:
		d.put(v)
	case set == 2 && v < len(signs):
		d.put(int(signs[v]))
	case set == 2 && v == 27:
		d.separate()
	case set == 2 && v == 30:
		d.upper = true
	case set == 3 && v < 32:
		c := 96 + v
		if text && v >= 1 && v <= 26 {
			c = 'A' + v - 1
		}
		d.put(c)
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
			c := v >> (18 - 6*i) & 0x3f
			if c == 0x1f { // the rest of the codeword is empty
				d.at += min(i+1, 3)
				return
			}
			if c&0x20 == 0 {
				c |= 0x40
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
		return (d.words[d.at-1] - (149*d.at%255 + 1) + 512) % 256
	}
	n := next()
	switch {
	case n < 0:
		return false
	case n == 0:
		n = len(d.words) - d.at
	case n >= 250:
		more := next()
		if more < 0 {
			return false
		}
		n = 250*(n-249) + more
	}
	if n > len(d.words)-d.at {
		return false
	}
	for range n {
		d.m.Add(byte(next()))
	}
	return true
}
