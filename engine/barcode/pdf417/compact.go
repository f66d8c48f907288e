package pdf417

// The mode codewords of ISO/IEC 15438 clause 5.4.
const (
	latchText    = 900
	latchByte    = 901
	latchNumeric = 902
	shiftByte    = 913
	eciUser      = 925
	eciGeneral   = 926
	eciCharset   = 927
	latchByte6   = 924
	macroBegin   = 928
	macroField   = 923
	macroEnd     = 922
)

// compact writes data as codewords: runs of at least 13 digits as numbers, text as text, the rest as bytes; a single
// byte inside text is shifted to.
func compact(data []byte) []int {
	var out []int
	mode, sub := latchText, alpha
	for at := 0; at < len(data); {
		if n := run(data[at:], isDigit); n >= 13 {
			out = append(out, latchNumeric)
			out = compactDigits(out, data[at:at+n])
			mode, at = latchNumeric, at+n
			continue
		}
		if n := textRun(data[at:]); n >= 5 || n > 0 && at+n == len(data) && mode == latchText {
			if mode != latchText {
				out = append(out, latchText)
				mode, sub = latchText, alpha
			}
			out, sub = compactText(out, data[at:at+n], sub)
			at += n
			continue
		}
		n := byteRun(data[at:])
		if n == 1 && mode == latchText {
			out = append(out, shiftByte, int(data[at]))
			at++
			continue
		}
		out = compactBytes(out, data[at:at+n])
		mode, at = latchByte, at+n
	}
	return out
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func run(data []byte, is func(byte) bool) int {
	n := 0
	for n < len(data) && is(data[n]) {
		n++
	}
	return n
}

// textRun returns how many characters from the start are text, up to a run of digits that numbers write shorter.
func textRun(data []byte) int {
	n := 0
	for n < len(data) && isText(data[n]) {
		if d := run(data[n:], isDigit); d >= 13 {
			return n
		} else if d > 0 {
			n += d
			continue
		}
		n++
	}
	return n
}

// byteRun returns how many bytes to write before text or digits pay again; at least one.
func byteRun(data []byte) int {
	n := 0
	for n < len(data) {
		if n > 0 && (run(data[n:], isDigit) >= 13 || textRun(data[n:]) >= 5) {
			return n
		}
		n++
	}
	return n
}

// compactBytes writes six bytes as five codewords and what is left one by one (clause 5.4.3).
func compactBytes(out []int, data []byte) []int {
	if len(data)%6 == 0 {
		out = append(out, latchByte6)
	} else {
		out = append(out, latchByte)
	}
	for ; len(data) >= 6; data = data[6:] {
		v := uint64(0)
		for _, b := range data[:6] {
			v = v<<8 | uint64(b)
		}
		var five [5]int
		for i := 4; i >= 0; i-- {
			five[i] = int(v % 900)
			v /= 900
		}
		out = append(out, five[:]...)
	}
	for _, b := range data {
		out = append(out, int(b))
	}
	return out
}

// compactDigits writes groups of up to 44 digits, a 1 in front, in base 900 (clause 5.4.4).
func compactDigits(out []int, data []byte) []int {
	for len(data) > 0 {
		n := min(44, len(data))
		v := decimal{1}
		for _, c := range data[:n] {
			v.push(10, int(c-'0'))
		}
		group := make([]int, n/3+1)
		for i := len(group) - 1; i >= 0; i-- {
			group[i] = v.pop(900)
		}
		out = append(out, group...)
		data = data[n:]
	}
	return out
}
