package crosscheck

import (
	"slices"
	"strings"

	"proofdesk/engine/finding"
	"proofdesk/engine/spelling"
)

// certainWord is the confidence of a recogniser's word, 0..1, from which a printed value that differs is believed to
// differ. Tuned on the development samples.
const certainWord = .9

// misread reports whether a printed value differs by so little, and was read with so little confidence, that the
// difference means nothing.
func misread(a, b finding.Reading) bool {
	if a.Source != finding.VIZ && b.Source != finding.VIZ {
		return false
	}
	x, y := alphanumeric(a.Value), alphanumeric(b.Value)
	limit := max(len(x), len(y))/lettersPerMisread + 1
	return min(a.Confidence, b.Confidence) < certainWord && spelling.Distance(x, y, limit) <= limit
}

// digitShapes writes the letters of a number that look like figures as those figures.
var digitShapes = strings.NewReplacer(
	"O", "0", "Q", "0", "D", "0", "I", "1", "L", "1", "Z", "2", "S", "5", "G", "6", "T", "7", "B", "8",
)

// sameShapes reports whether two numbers, one of them printed, differ only in letters that look like figures: print
// does not distinguish them.
func sameShapes(a, b finding.Reading) bool {
	return (a.Source == finding.VIZ || b.Source == finding.VIZ) &&
		digitShapes.Replace(alphanumeric(a.Value)) == digitShapes.Replace(alphanumeric(b.Value))
}

// alikeDigits are digits that are mistaken for each other in print.
var alikeDigits = []string{"0689", "358", "17", "27", "56", "49"}

// lookAlike reports whether two dates differ only in digits that are mistaken for each other.
func lookAlike(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		alike := func(digits string) bool {
			return strings.IndexByte(digits, a[i]) >= 0 && strings.IndexByte(digits, b[i]) >= 0
		}
		if a[i] != b[i] && !slices.ContainsFunc(alikeDigits, alike) {
			return false
		}
	}
	return true
}
