package crosscheck

import (
	"slices"

	"proofdesk/engine/finding"
)

// Separate divides the readings into those of the document that was read first and those of captures that show another
// one, so that one person's values are never mixed with another's.
func Separate(readings []finding.Reading) (first, others []finding.Reading) {
	captures := otherDocuments(readings)
	if len(captures) == 0 {
		return readings, nil
	}
	for _, capture := range captures {
		for _, r := range readings {
			if r.Capture == capture {
				others = append(others, r)
			}
		}
	}
	first = slices.DeleteFunc(slices.Clone(readings),
		func(r finding.Reading) bool { return slices.Contains(captures, r.Capture) })
	return first, others
}

// otherDocuments lists the captures in which a machine-readable source names another person, or another document, than
// where that source was read first.
func otherDocuments(readings []finding.Reading) []string {
	var captures []string
	for _, r := range readings {
		if r.Capture == "" || !Names(r) || slices.Contains(captures, r.Capture) {
			continue
		}
		at := slices.IndexFunc(readings,
			func(o finding.Reading) bool { return o.Source == r.Source && o.Field == r.Field })
		if o := readings[at]; o.Capture != r.Capture && o.Capture != "" && !slices.Contains(captures, o.Capture) &&
			Match(r.Field, o, r) == finding.MatchNone {
			captures = append(captures, r.Capture)
		}
	}
	return captures
}

// Names reports whether a reading can distinguish one document from another: an identifying field from a
// machine-readable source.
func Names(r finding.Reading) bool {
	return Identifying(r.Field) &&
		(r.Source == finding.MRZ || r.Source == finding.Barcode || r.Source == finding.Chip)
}
