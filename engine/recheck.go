package engine

import (
	"slices"
	"time"
)

// Correction is a value that a person put right: After stands in place of what a source gave for a field.
type Correction struct {
	Source Source
	Field  string
	After  string
}

// rechecked are the checks that rest on values alone, so that they can be run again without the captures.
var rechecked = []string{CodeConsistency, CodeExpiry, CodeAge, CodeDates}

// Rechecked lists the codes of the checks that Recheck runs again.
func Rechecked() []string { return slices.Clone(rechecked) }

// Recheck returns a report as it would be with corrected values: the cross-check, and the checks of consistency,
// expiry, age and order of dates, are made anew; everything else stays. A corrected value counts as read with
// certainty, and no printed check digit speaks about it. The report that is given is not changed. today is the day of
// the checks, minimumAge in years.
func Recheck(r Report, corrections []Correction, today time.Time, minimumAge int) Report {
	in := &inspector{Submission: Submission{Today: today, MinimumAge: minimumAge}, report: r}
	in.report.Readings = slices.Clone(r.Readings)
	for _, c := range corrections {
		in.correct(c)
	}
	in.report.Comparisons = nil
	in.report.Checks = slices.DeleteFunc(slices.Clone(r.Checks),
		func(c Check) bool { return slices.Contains(rechecked, c.Code) })
	in.compare()
	in.data()
	return in.report
}

// correct puts a value in place of all that its source read for the field, or adds it where nothing was read.
func (in *inspector) correct(c Correction) {
	found := false
	for i, r := range in.report.Readings {
		if r.Source != c.Source || r.Field != c.Field {
			continue
		}
		found = true
		r.Value, r.Raw, r.Or, r.Confidence, r.CheckDigit, r.Repairs, r.Truncated, r.Corrected = c.After, "", "", 1,
			nil, nil, false, true
		in.report.Readings[i] = r
	}
	if !found {
		in.report.Readings = append(in.report.Readings, Reading{
			Source:     c.Source,
			Field:      c.Field,
			Value:      c.After,
			Confidence: 1,
			Corrected:  true,
		})
	}
}
