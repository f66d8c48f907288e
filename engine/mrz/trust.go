package mrz

import (
	"strings"

	"proofdesk/engine/mrz/glyph"
)

// mostAbsent is how many characters may lie outside the picture or past the print before a zone counts as cut off.
const mostAbsent = 3

// shareWithoutDigits is the part of the characters' mean probability that a zone without any agreeing digit has as its
// confidence. Set by judgement.
const shareWithoutDigits = .55

// demand is what a zone must show to be believed.
type demand struct {
	clear float64 // mean probability of its characters, at least
	odd   int     // characters that their fields should not hold, at most
	dated bool    // birth and expiry are dates
	state bool    // the issuing State is one that exists
}

// demands are the demands by the number of check digits that agree before any repair; more than three count as three.
// Tuned so that no picture without a zone among the development samples is believed to have one.
var demands = [...]demand{
	0: {clear: .85, odd: 0, dated: true, state: true},
	1: {clear: .7, odd: 1, dated: true},
	2: {clear: .55, odd: 2},
	3: {clear: .5, odd: 3},
}

// trust returns the confidence in a zone by unrepaired evidence: how sure the characters are, how many check digits
// agree and whether the fields hold what they may. Chance makes one digit in ten agree, so digits alone prove nothing;
// a zone without any is only believed where all else leaves no doubt.
func trust(l *layout, lines []string, before Record, sureness [][]float64, absent int) (float64, bool) {
	var all []float64
	for _, s := range sureness {
		all = append(all, s...)
	}
	right, clear := agreeing(l, lines, before), mean(all)
	byDigits := (1 - shareWithoutDigits) * float64(right) / float64(len(l.rules))
	confidence := clear * (shareWithoutDigits + byDigits)
	known := knownState(l.raw(lines, FieldState))
	begins := strings.IndexByte("PVIAC", lines[0][0]) >= 0
	if absent > mostAbsent || !begins && !known {
		return confidence, false
	}
	dated := before.Birth.Year > 0 && (before.Expiry.Year > 0 || l.format == FRID)
	d := demands[min(max(right, 0), len(demands)-1)]
	return confidence, clear >= d.clear && l.violations(lines) <= d.odd && (dated || !d.dated) && (known || !d.state)
}

// agreeing counts the check digits that agree and are printed. An empty field agrees with any zero, which counts for
// nothing.
func agreeing(l *layout, lines []string, before Record) int {
	n := 0
	for _, d := range before.CheckDigits {
		if d.OK && d.Printed != "<" {
			n++
		}
	}
	if strings.Trim(l.raw(lines, FieldNumber), "0<") == "" || strings.Trim(l.raw(lines, FieldBirth), "0<") == "" {
		n--
	}
	return n
}

// violations counts characters that their fields should not hold.
func (l *layout) violations(lines []string) int {
	n := 0
	for i, line := range lines {
		for col, prior := range l.priors(i) {
			if prior[glyph.Class(line[col])] <= priorClass {
				n++
			}
		}
	}
	return n
}
