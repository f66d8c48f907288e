package check

import (
	"math"

	"proofdesk/engine/finding"
)

// proven reports whether a date may decide by itself: its source has a check of its own that holds (a zone's digit, a
// barcode's error correction, a chip's signature), a person put it right, or two sources on the document that were read
// separately have the same value. A recogniser's word alone, or a digit that contradicts, may be a misread.
func (v Values) proven(r finding.Reading) bool {
	if checked(r) {
		return true
	}
	for _, other := range v.Readings {
		if other.Field == r.Field && other.Source != r.Source && other.Source != finding.Submitted &&
			other.Value == r.Value && !doubtful(other) {
			return !doubtful(r)
		}
	}
	return false
}

// provenEnd reports the same of a document's last day, which a French card's number holds with its own check digit.
func (v Values) provenEnd(last lastDay) bool {
	r := last.reading
	card, french := v.frenchCard()
	if !french || r.Source == finding.MRZ && r.Field == "documentNumber" {
		return v.proven(r)
	}
	apart := math.Abs(last.latest.Sub(card.ends()).Hours())
	return v.proven(r) || checked(card.number) && apart < frenchMonths*longestMonth.Hours()
}

// checked reports whether a value's own source proves it.
func checked(r finding.Reading) bool {
	if r.Corrected {
		return true
	}
	switch r.Source {
	case finding.Chip:
		return !r.Unproven
	case finding.MRZ:
		return r.CheckDigit != nil && *r.CheckDigit
	case finding.Barcode:
		return !doubtful(r)
	}
	return false
}

// doubtful reports whether a value may be cut short, may be read two ways, or comes from a chip that nobody trusted
// signed.
func doubtful(r finding.Reading) bool { return r.Truncated || r.Unproven || r.Or != "" }

// doubt returns why a date is not proven, as the end of a sentence.
func doubt(r finding.Reading) string {
	switch {
	case r.CheckDigit != nil && !*r.CheckDigit:
		return "has a check digit that does not agree"
	case r.Or != "":
		return "may also be read as " + r.Or
	case r.Truncated:
		return "may go on where its record or picture ends"
	}
	return "was read in one place only, without a check digit"
}
