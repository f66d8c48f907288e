package aztec

// The modes of the text, each a table of characters (ISO/IEC 24778, table 2).
const (
	upper = iota
	lower
	mixed
	punct
	digits
)

// Codes of the tables that are no characters: shifts last for one character, latches until the next one.
const (
	shift  = 0x100
	latch  = 0x200
	binary = 0x400
	flag   = 0x800
	pair   = 0x1000 // two characters, by number
)

var pairs = [4]string{"\r\n", ". ", ", ", ": "}

var tables = [5][]int{
	table(shift+punct, " ABCDEFGHIJKLMNOPQRSTUVWXYZ", latch+lower, latch+mixed, latch+digits, binary),
	table(shift+punct, " abcdefghijklmnopqrstuvwxyz", shift+upper, latch+mixed, latch+digits, binary),
	table(shift+punct,
		" \x01\x02\x03\x04\x05\x06\a\b\t\n\v\f\r\x1b\x1c\x1d\x1e\x1f@\\^_`|~\x7f", latch+lower, latch+upper,
		latch+punct, binary),
	append(append(table(flag, "\r"), pair, pair|1, pair|2, pair|3),
		table('!', "\"#$%&'()*+,-./:;<=>?[]{}", latch+upper)...),
	table(shift+punct, " 0123456789,.", latch+upper, shift+upper),
}

func table(first int, chars string, rest ...int) []int {
	t := []int{first}
	for i := range len(chars) {
		t = append(t, int(chars[i]))
	}
	return append(t, rest...)
}

func width(mode int) int {
	if mode == digits {
		return 4
	}
	return 5
}

// reader reads the bits of a message in order.
type reader struct {
	bits []bool
	at   int
	m    *Message
}

// take reads n bits; false at the end.
func (r *reader) take(n int) (int, bool) {
	if len(r.bits)-r.at < n {
		r.at = len(r.bits)
		return 0, false
	}
	v := 0
	for range n {
		v <<= 1
		if r.bits[r.at] {
			v |= 1
		}
		r.at++
	}
	return v, true
}

// run reads until the bits end, where fewer than a character's are padding; false for what is not allowed.
func (r *reader) run() bool {
	mode, now := upper, upper
	for {
		v, ok := r.take(width(now))
		if !ok {
			return true
		}
		code := tables[now][v]
		now = mode
		switch {
		case code < shift:
			r.m.Add(byte(code))
		case code&pair != 0:
			r.m.Add([]byte(pairs[code&3])...)
		case code&latch != 0:
			mode = code & 0xff
			now = mode
		case code&shift != 0:
			now = code & 0xff
		case code == binary:
			if !r.binary() {
				return true
			}
		default:
			if !r.flag() {
				return false
			}
		}
	}
}

// binary reads bytes; false where the bits end first.
func (r *reader) binary() bool {
	n, ok := r.take(5)
	if ok && n == 0 {
		n, ok = r.take(11)
		n += 31
	}
	for range n {
		if !ok {
			return false
		}
		var v int
		if v, ok = r.take(8); ok {
			r.m.Add(byte(v))
		}
	}
	return ok
}

// flag reads what follows FLG: FNC1, or the digits of a character set's number.
func (r *reader) flag() bool {
	n, ok := r.take(3)
	if !ok || n == 7 {
		return false
	}
	if n == 0 {
		if len(r.m.Bytes) == 0 {
			r.m.GS1 = true
		} else {
			r.m.Add(0x1d)
		}
		return true
	}
	number := 0
	for range n {
		v, ok := r.take(4)
		if !ok || v < 2 || v > 11 {
			return false
		}
		number = 10*number + v - 2
	}
	r.m.Switch(number)
	return true
}
