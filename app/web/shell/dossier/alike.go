package dossier

import (
	"slices"
	"strings"
	"unicode"

	"proofdesk/app/policy"
	"proofdesk/engine"
	"proofdesk/views/finding"
)

// markAlike notes in a row that matches which characters were read as others that look alike in print, such as O as 0,
// and marks them.
func (m Matrix) markAlike(row *finding.Row, c policy.CheckRow) {
	if c.Field != "documentNumber" || c.Match != engine.MatchFull {
		return
	}
	var values []string
	for _, cell := range row.Cells {
		values = append(values, cell.Value)
	}
	usual, _ := Majority(values)
	var swaps []string
	for _, value := range values {
		for _, swap := range alike(usual, value) {
			if text := m.d.T("%s read as %s", swap[0], swap[1]); !slices.Contains(swaps, text) {
				swaps = append(swaps, text)
			}
		}
	}
	if len(swaps) == 0 {
		return
	}
	row.Alike = strings.Join(swaps, ", ")
	for i := range row.Cells {
		if value := row.Cells[i].Value; value != "" {
			row.Cells[i].Parts = breakable(parts(value, values))
		}
	}
}

// alike returns the characters of two spellings of one number that differ, each with what stands for it in the other.
func alike(usual, value string) [][2]string {
	a, b := []rune(figures(usual)), []rune(figures(value))
	if len(a) != len(b) {
		return nil
	}
	var all [][2]string
	for i := range a {
		if a[i] != b[i] {
			all = append(all, [2]string{string(a[i]), string(b[i])})
		}
	}
	return all
}

// figures returns the letters and digits of a number in upper case.
func figures(number string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, number)
}
