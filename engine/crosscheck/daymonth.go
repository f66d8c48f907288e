package crosscheck

import (
	"slices"

	"proofdesk/engine/finding"
)

// swappedDate is the repair of a printed date whose day and month were read the other way round.
const swappedDate = "DD-MM>MM-DD"

// SettleDates returns the readings with each printed date whose day and month may stand either way round (Reading.Or)
// read as another source has it. A date that no other source confirms keeps both ways.
func SettleDates(readings []finding.Reading) []finding.Reading {
	settled := slices.Clone(readings)
	for i := range settled {
		r := &settled[i]
		switch {
		case r.Or == "":
		case confirmed(*r, r.Value, settled):
			r.Or = ""
		case confirmed(*r, r.Or, settled):
			r.Repairs = append(slices.Clone(r.Repairs), swappedDate)
			r.Value, r.Or = r.Or, ""
		}
	}
	return settled
}

// confirmed reports whether a source other than the reading's own has a value for its field.
func confirmed(r finding.Reading, value string, readings []finding.Reading) bool {
	same := finding.Reading{Source: r.Source, Value: value, Confidence: 1}
	return slices.ContainsFunc(readings, func(o finding.Reading) bool {
		return o.Field == r.Field && o.Source != r.Source && Match(r.Field, same, o) == finding.MatchFull
	})
}
