package aamva

import (
	"math"
	"strings"
)

// height returns centimetres from elements DAU and DAV: "183 cm", "071 in", or feet and inches as three digits
// ("601"), which version 1 has everywhere and some later cards too. 0 if it can't be told.
func height(l *License) int {
	if v := l.value("DAU"); digits(v) > 0 {
		n, unit := number(v, 0, digits(v)), asciiUpper(strings.TrimSpace(v[digits(v):]))
		switch {
		case strings.HasPrefix(unit, "CM"):
			return within(n, 40, 260)
		case strings.HasPrefix(unit, "IN") && n < 100:
			return within(inches(n), 40, 260)
		case digits(v) == 3 && n%100 < 12 && n/100 >= 1 && n/100 <= 8 && l.Country != "CAN":
			return within(inches(n/100*12+n%100), 40, 260)
		case n < 100:
			return within(inches(n), 40, 260)
		default:
			return within(n, 40, 260)
		}
	}
	v := l.value("DAV")
	return within(number(v, 0, digits(v)), 40, 260)
}

// weight returns kilograms from element DAX or, given in pounds, DAW.
func weight(l *License) int {
	if v := l.value("DAX"); digits(v) > 0 {
		return within(number(v, 0, digits(v)), 2, 500)
	}
	v := l.value("DAW")
	return within(int(math.Round(float64(number(v, 0, digits(v)))*.45359237)), 2, 500)
}

func inches(n int) int { return int(math.Round(float64(n) * 2.54)) }

func within(n, low, high int) int {
	if n < low || n > high {
		return 0
	}
	return n
}
