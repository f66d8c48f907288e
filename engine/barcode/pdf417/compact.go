package pdf417

// The numbers of the compaction modes (ISO/IEC 15438 clause 5.4). A codeword is a value below 900, or a function.
const (
	functions     = 900 // codewords from here on are functions, see below
	textValues    = 30  // values of a character of text, two of which are a codeword
	byteGroup     = 6   // bytes that five codewords hold
	byteWords     = 5
	numericGroup  = 44 // digits that 15 codewords hold
	numericWords  = 15
	leastDigits   = 13 // digits in a row that are shorter as a number
	leastText     = 5  // characters in a row that are worth a change to text
	largestByte   = 255
	byteGroupBits = 8 * byteGroup
)

// The function codewords.
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
	readerSetUp  = 921
	reserved919  = 919
	reserved920  = 920
)

// compact writes data as codewords: runs of at least 13 digits as numbers, text as text, the rest as bytes; a single
// byte inside text is shifted to.
func compact(data []byte) []int {
	var out []int
	mode, sub := latchText, alpha
	for at := 0; at < len(data); {
		if n := run(data[at:], isDigit); n >= leastDigits {
			out = append(out, latchNumeric)
			out = compactDigits(out, data[at:at+n])
			mode, at = latchNumeric, at+n
			continue
		}
		if n := textRun(data[at:]); n >= leastText || n > 0 && at+n == len(data) && mode == latchText {
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
		if d := run(data[n:], isDigit); d >= leastDigits {
			return n
		} else if d > 0 {
			n += d
			continue
		}
		n++
	}
	return n
}

// byteRun returns how many bytes to write before text or digits are shorter again; at least one.
func byteRun(data []byte) int {
	n := 0
	for n < len(data) {
		if n > 0 && (run(data[n:], isDigit) >= leastDigits || textRun(data[n:]) >= leastText) {
			return n
		}
		n++
	}
	return n
}

// compactBytes writes six bytes as five codewords and what is left one by one (clause 5.4.3).
func compactBytes(out []int, data []byte) []int {
	if len(data)%byteGroup == 0 {
		out = append(out, latchByte6)
	} else {
		out = append(out, latchByte)
	}
	for ; len(data) >= byteGroup; data = data[byteGroup:] {
		v := uint64(0)
		for _, b := range data[:byteGroup] {
			v = v<<8 | uint64(b)
		}
		var five [byteWords]int
		for i := byteWords - 1; i >= 0; i-- {
			five[i] = int(v % functions)
			v /= functions
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
		n := min(numericGroup, len(data))
		v := decimal{1}
		for _, c := range data[:n] {
			v.push(10, int(c-'0'))
		}
		group := make([]int, n/3+1)
		for i := len(group) - 1; i >= 0; i-- {
			group[i] = v.pop(functions)
		}
		out = append(out, group...)
		data = data[n:]
	}
	return out
}
