package preset

import "strconv"

// ParseNumber parses the number of a version or of a revision, and reports whether text is one: from 1 on, in decimal
// digits, without a sign or zeros before it; 0 for any other text. Every number is spelled in one way, so that every
// page and every tag has one name.
func ParseNumber(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || strconv.Itoa(n) != text {
		return 0, false
	}
	return n, true
}
