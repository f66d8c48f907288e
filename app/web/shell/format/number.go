package format

import "strconv"

// UniqueNumber writes the number by which a client knows a person; empty for none.
func UniqueNumber(number string) string {
	if number == "" {
		return ""
	}
	return "#" + number
}

// Percent returns a share, 0 to 1, in per cent as SVG and meters take it.
func Percent(v float64) string { return strconv.FormatFloat(100*max(0, min(v, 1)), 'f', 1, 64) }
