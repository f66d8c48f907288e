package aamva

import (
	"math"
	"strings"
)

// Measures of people. Others are misread or made up, and count as unknown. Set by judgement.
const (
	leastHeight = 40 // cm
	mostHeight  = 260
	leastWeight = 2 // kg
	mostWeight  = 500
)

// The units, and how a height is written in feet and inches: one digit and two.
const (
	centimetresPerInch = 2.54
	kilogramsPerPound  = .45359237
	inchesPerFoot      = 12
	mostFeet           = 8
	mostInches         = 100 // of a height in inches alone, below
)

// height returns centimetres from elements DAU and DAV: "183 cm", "071 in", or feet and inches as three digits
// ("601"), which version 1 has everywhere and some later cards too. 0 if it is unknown.
func height(l *License) int {
	if v := l.value("DAU"); digits(v) > 0 {
		n, unit := number(v, 0, digits(v)), asciiUpper(strings.TrimSpace(v[digits(v):]))
		switch {
		case strings.HasPrefix(unit, "CM"):
			return within(n, leastHeight, mostHeight)
		case strings.HasPrefix(unit, "IN") && n < mostInches:
			return within(inches(n), leastHeight, mostHeight)
		case isFeetAndInches(v, n) && l.Country != "CAN":
			return within(inches(n/100*inchesPerFoot+n%100), leastHeight, mostHeight)
		case n < mostInches:
			return within(inches(n), leastHeight, mostHeight)
		default:
			return within(n, leastHeight, mostHeight)
		}
	}
	v := l.value("DAV")
	return within(number(v, 0, digits(v)), leastHeight, mostHeight)
}

// weight returns kilograms from element DAX or, given in pounds, DAW.
func weight(l *License) int {
	if v := l.value("DAX"); digits(v) > 0 {
		return within(number(v, 0, digits(v)), leastWeight, mostWeight)
	}
	v := l.value("DAW")
	return within(int(math.Round(float64(number(v, 0, digits(v)))*kilogramsPerPound)), leastWeight, mostWeight)
}

// isFeetAndInches reports whether a number of three digits can be feet and inches.
func isFeetAndInches(v string, n int) bool {
	return digits(v) == 3 && n%100 < inchesPerFoot && n/100 >= 1 && n/100 <= mostFeet
}

func inches(n int) int { return int(math.Round(float64(n) * centimetresPerInch)) }

func within(n, low, high int) int {
	if n < low || n > high {
		return 0
	}
	return n
}
