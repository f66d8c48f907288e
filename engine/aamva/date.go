package aamva

import (
	"fmt"
	"strings"
)

// date reads an eight-digit date in either order and returns YYYY-MM-DD, or "" if it is in neither. The standard has
// CCYYMMDD in version 1 and in Canada, MMDDCCYY else; cards mix them, but no date from 1850 to 2199 reads both ways,
// because no month is 18 to 21.
func date(v string) string {
	v = strings.TrimSpace(v)
	if len(v) >= 10 && digits(v) < 8 {
		v = strings.NewReplacer("-", "", "/", "", ".", "").Replace(v[:10])
	}
	if digits(v) < 8 {
		return ""
	}
	if y, m, d := number(v, 0, 4), number(v, 4, 6), number(v, 6, 8); isDate(y, m, d) {
		return iso(y, m, d)
	}
	if m, d, y := number(v, 0, 2), number(v, 2, 4), number(v, 4, 8); isDate(y, m, d) {
		return iso(y, m, d)
	}
	return ""
}

func iso(y, m, d int) string { return fmt.Sprintf("%04d-%02d-%02d", y, m, d) }

// The years of a date on a card. No date between them reads both ways, see date.
const (
	firstYear = 1850
	lastYear  = 2199
)

func isDate(y, m, d int) bool {
	return y >= firstYear && y <= lastYear && m >= 1 && m <= 12 && d >= 1 && d <= lastDay(y, m)
}

// lastDay returns the number of days of a month of the Gregorian calendar.
func lastDay(y, m int) int {
	switch m {
	case 2:
		if y%4 == 0 && (y%100 != 0 || y%400 == 0) {
			return 29
		}
		return 28
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}
