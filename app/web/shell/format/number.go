package format

import (
	"strconv"
	"strings"
)

// Thousands writes a number with a comma between its thousands.
func Thousands(n int64) string {
	text := strconv.FormatInt(n, 10)
	digits := strings.TrimPrefix(text, "-")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if n < 0 {
		return "-" + digits
	}
	return digits
}

// Share writes a share of all in per cent; "–" where all is 0.
func Share(n, all int64) string {
	if all <= 0 {
		return "–"
	}
	percent := 100 * float64(n) / float64(all)
	digits := 0
	if percent > 0 && percent < 10 || percent > 90 && percent < 100 {
		digits = 1
	}
	return strconv.FormatFloat(percent, 'f', digits, 64) + " %"
}

// UniqueNumber writes the number by which a client knows a person; empty for none.
func UniqueNumber(number string) string {
	if number == "" {
		return ""
	}
	return "#" + number
}

// Rounded writes a number without its fraction.
func Rounded(v float64) string { return strconv.FormatFloat(v, 'f', 0, 64) }

// Score writes 0 to 1 with two digits and no leading zero, and 10 or more as a whole number.
func Score(v float64) string {
	if v >= 10 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	text := strconv.FormatFloat(v, 'f', 2, 64)
	return strings.TrimPrefix(text, "0")
}

func Percent(v float64) string { return strconv.FormatFloat(100*max(0, min(v, 1)), 'f', 1, 64) }
