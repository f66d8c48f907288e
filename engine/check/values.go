package check

import (
	"slices"
	"time"

	"proofdesk/engine/crosscheck"
	"proofdesk/engine/finding"
)

// Values is everything that was read about one document, and the day: the input of the checks of a document's data.
type Values struct {
	Readings []finding.Reading
	Others   []finding.Reading // of captures that show another document; nothing is drawn from them
	Second   []finding.Reading // of the second document, where one was asked for
	Rows     []finding.Comparison
	French   bool // the zone of a French identity card of 1988 to 2021 was read, see IsFrenchCard
	Today    time.Time
}

// NewValues compares the readings of all sources: captures that show another document than the first are set apart,
// besides those in others, and printed dates are read as another source has them. Those of a second document, besides
// those in second, are never compared with the first's as if the two were one.
func NewValues(
	readings, others, second []finding.Reading, captures []finding.CaptureReport, today time.Time,
) Values {
	readings, beside := ApartSecond(readings, captures)
	first, apart := crosscheck.Separate(readings)
	settled := crosscheck.SettleDates(first)
	return Values{
		Readings: settled,
		Others:   slices.Concat(others, apart),
		Second:   slices.Concat(second, crosscheck.SettleDates(beside)),
		Rows:     crosscheck.Rows(settled),
		French:   IsFrenchCard(captures),
		Today:    today,
	}
}

// Any reports whether any value that counts was read from the document.
func (v Values) Any() bool {
	for _, r := range v.Readings {
		if r.Source != finding.Submitted && !r.Unproven {
			return true
		}
	}
	return false
}

// date returns the most trusted reading of a date; false where none was read.
func (v Values) date(field string) (time.Time, finding.Reading, bool) {
	r, ok := finding.Surest(v.Readings, field)
	t, err := time.Parse(time.DateOnly, r.Value)
	return t, r, ok && err == nil
}

// today returns the first moment of the day, in UTC.
func (v Values) today() time.Time { return v.Today.UTC().Truncate(24 * time.Hour) }

func dataCheck(code string) finding.Check {
	c := finding.NewCheck(code, finding.GroupData, "")
	c.Assurance = finding.Model
	return c
}
