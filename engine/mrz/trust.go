package mrz

import (
	"strings"

	"proofdesk/engine/mrz/glyph"
)

// trust weighs unrepaired evidence: how sure the characters are, how many check digits agree and whether the fields
// hold what they may. Chance makes one digit in ten agree, so digits alone prove nothing; a zone without any is only
// believed where all else leaves no doubt.
func trust(l *layout, lines []string, before Record, sureness [][]float64, absent int) (float64, bool) {
	var all []float64
	for _, s := range sureness {
		all = append(all, s...)
	}
	right, clear, odd := 0, mean(all), l.violations(lines)
	for _, d := range before.CheckDigits {
		if d.OK && d.Printed != "<" {
			right++
		}
	}
	if strings.Trim(l.raw(lines, FieldNumber), "0<") == "" || strings.Trim(l.raw(lines, FieldBirth), "0<") == "" {
		right-- // an empty field agrees with any zero
	}
	confidence := clear * (.55 + .45*float64(right)/float64(len(l.rules)))
	dated := before.Birth.Year > 0 && (before.Expiry.Year > 0 || l.format == FRID)
	begins := strings.IndexByte("PVIAC", lines[0][0]) >= 0
	switch {
	case absent > mostAbsent:
		return confidence, false
	case !begins && !knownState(l.raw(lines, FieldState)):
		return confidence, false
	case right >= 3:
		return confidence, clear >= .5 && odd <= 3
	case right == 2:
		return confidence, clear >= .55 && odd <= 2
	case right == 1:
		return confidence, clear >= .7 && odd <= 1 && dated
	}
	return confidence, clear >= .85 && odd == 0 && dated && knownState(l.raw(lines, FieldState))
}

// mostAbsent is how many characters may lie outside the picture or past the print before a zone counts as cut off.
const mostAbsent = 3

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
