package engine

import (
	"slices"
	"time"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

// Correction is a value that a person put right: After replaces the value of a field from a source.
type Correction struct {
	Source Source
	Field  string
	After  string
}

// rechecked are the checks that rest on values alone, so that they can be run again without the captures.
var rechecked = []string{CodeConsistency, CodeSecond, CodeExpiry, CodeAge, CodeDates}

// Rechecked lists the codes of the checks that Recheck runs again.
func Rechecked() []string { return slices.Clone(rechecked) }

// Recheck returns a report as it would be with corrected values: the cross-check, and the checks of consistency, the
// second document, expiry, age and order of dates, are made anew; everything else stays. A corrected value counts as
// read with certainty, and no printed check digit applies to it. The report that is given is not changed. today is the
// day of the checks, minimumAge in years.
func Recheck(r Report, corrections []Correction, today time.Time, minimumAge int) Report {
	readings := slices.Clone(r.Readings)
	for _, c := range corrections {
		readings = corrected(readings, c)
	}
	values := check.NewValues(readings, r.Others, r.Second, r.Captures, today)
	kept := slices.DeleteFunc(slices.Clone(r.Checks),
		func(c Check) bool { return slices.Contains(rechecked, c.Code) })
	r.Readings, r.Others, r.Comparisons = values.Readings, values.Others, values.Rows
	r.Checks = append(kept, judgeValues(values, r.Captures, minimumAge)...)
	return r
}

// corrected returns the readings with a value in place of all that its source read for the field, or added where
// nothing was read. It may change the slice that is given.
func corrected(readings []finding.Reading, c Correction) []finding.Reading {
	found := false
	for i, r := range readings {
		if r.Source == c.Source && r.Field == c.Field {
			found = true
			r.Value, r.Confidence, r.Corrected = c.After, 1, true
			r.Raw, r.Or, r.CheckDigit, r.Repairs, r.Truncated = "", "", nil, nil, false
			readings[i] = r
		}
	}
	if found {
		return readings
	}
	return append(readings, finding.Reading{
		Source:     c.Source,
		Field:      c.Field,
		Value:      c.After,
		Confidence: 1,
		Corrected:  true,
	})
}
