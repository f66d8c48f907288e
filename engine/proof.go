package engine

import (
	"math"
	"time"
)

// proven reports whether a date may decide by itself: its source has a check of its own that holds (a zone's digit, a
// barcode's error correction, a chip's signature), a person put it right, or two sources on the document that were read
// apart say the same. A recogniser's word alone, or a digit that contradicts, may be a misread.
func (in *inspector) proven(r Reading) bool {
	if r.checked() {
		return true
	}
	for _, other := range in.report.Readings {
		if other.Field == r.Field && other.Source != r.Source && other.Source != Submitted && other.Value == r.Value &&
			!other.doubtful() {
			return !r.doubtful()
		}
	}
	return false
}

// checked reports whether a value's own source proves it.
func (r Reading) checked() bool {
	if r.Corrected {
		return true
	}
	switch r.Source {
	case Chip:
		return !r.Unproven
	case MRZ:
		return r.CheckDigit != nil && *r.CheckDigit
	case Barcode:
		return !r.doubtful()
	}
	return false
}

// doubtful tells a value that may go on, that may be read two ways, or that nothing stands behind.
func (r Reading) doubtful() bool { return r.Truncated || r.Unproven || r.Or != "" }

// frenchMonths is how far a printed day may lie from the one that a French card's number gives, which knows the month
// only.
const frenchMonths = 2

// provenEnd tells the same of a document's last day, which a French card's number gives by its own check digit.
func (in *inspector) provenEnd(last time.Time, r Reading) bool {
	card, french := in.french()
	if !french || r.Source == MRZ && r.Field == "documentNumber" {
		return in.proven(r)
	}
	ends := card.issued.AddDate(card.years, 0, 0)
	return in.proven(r) || card.number.checked() && math.Abs(last.Sub(ends).Hours()) < frenchMonths*31*24
}

// unsure reports why a date is not proven.
func (r Reading) unsure() string {
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

// otherPast tells a date of expiry that has passed if day and month are the other way round.
func (in *inspector) otherPast(r Reading) bool {
	other, err := time.Parse(time.DateOnly, r.Or)
	return err == nil && in.Today.UTC().Truncate(24*time.Hour).After(other)
}
