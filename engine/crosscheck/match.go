package crosscheck

import (
	"strings"
	"unicode"

	"proofdesk/engine/finding"
	"proofdesk/engine/mrz"
)

// Match compares two readings of a field by the rules of that field.
func Match(field string, a, b finding.Reading) finding.Match {
	switch field {
	case "lastName", "firstName":
		return matchNames(a, b)
	case "address.line1", "address.city":
		if full, partial := mrz.NamesMatch(a.Value, b.Value); !full && partial {
			return finding.MatchPartial
		}
	}
	switch {
	case alphanumeric(a.Value) == alphanumeric(b.Value),
		field == "dateOfBirth" && sameButCentury(a, b),
		field == "documentNumber" && sameShapes(a, b):
		return finding.MatchFull
	case misread(a, b) && (!figures(field) || lookAlike(a.Value, b.Value)):
		return finding.MatchPartial
	}
	return finding.MatchNone
}

// figures reports whether a field is a date of issue or expiry, whose misread digits look like the right ones.
func figures(field string) bool { return field == "expiryDate" || field == "issueDate" }

// sameButCentury reports whether two dates agree as far as a zone can show: a zone has two digits for the year (ICAO
// 9303-3 §4.8).
func sameButCentury(a, b finding.Reading) bool {
	const century = len("19")
	return (a.Source == finding.MRZ || b.Source == finding.MRZ) && len(a.Value) == len("1990-12-31") &&
		len(b.Value) == len(a.Value) && a.Value[century:] == b.Value[century:]
}

// alphanumeric returns the letters and digits of a value in upper case.
func alphanumeric(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToUpper(r)
		}
		return -1
	}, s)
}

// FieldWords returns a field name as words: dateOfBirth → date of birth.
func FieldWords(field string) string {
	var b strings.Builder
	for _, r := range field {
		switch {
		case r == '.':
			b.WriteByte(' ')
		case unicode.IsUpper(r):
			b.WriteByte(' ')
			b.WriteRune(unicode.ToLower(r))
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}
