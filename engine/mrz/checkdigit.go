package mrz

// CheckDigit is one digit of a zone as it was printed, beside what the characters it covers ask for. Line and Pos
// count from 0. OK is true where both agree, and where an empty optional field leaves its digit blank, as
// ICAO 9303-4 §4.2.2.2 allows.
type CheckDigit struct {
	Field    Field  `json:"field"`
	Printed  string `json:"printed"`
	Computed string `json:"computed"`
	OK       bool   `json:"ok"`
	Line     int    `json:"line"`
	Pos      int    `json:"pos"`
}

// weights repeat along a checked string (ICAO 9303-3 §4.9).
var weights = [3]int{7, 3, 1}

// Digit computes the check digit of s: characters weighted 7, 3, 1 in turn, summed modulo 10, with 0-9 for digits,
// 10-35 for A-Z and 0 for the filler (ICAO 9303-3 §4.9). Characters outside the zone's set count 0.
func Digit(s string) byte {
	sum := 0
	for i := 0; i < len(s); i++ {
		sum += value(s[i]) * weights[i%3]
	}
	return byte('0' + sum%10)
}

func value(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 10
	}
	return 0
}

// rule is one check digit of a layout: where it stands and what it covers, in order.
type rule struct {
	field     Field
	line, pos int
	over      []span
	blankOK   bool // '<' may stand for the digit of an empty field
}

func (r rule) covered(lines []string) string {
	var s string
	for _, o := range r.over {
		s += lines[o.line][o.from:o.to]
	}
	return s
}

func (r rule) check(lines []string) CheckDigit {
	covered := r.covered(lines)
	printed, computed := lines[r.line][r.pos], Digit(covered)
	ok := printed == computed || r.blankOK && printed == '<' && trimFillers(covered) == ""
	return CheckDigit{r.field, string(printed), string(computed), ok, r.line, r.pos}
}
