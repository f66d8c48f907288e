package check

import (
	"strconv"

	"proofdesk/engine/finding"
)

// Age reports whether the applicant has reached the minimum age today, both in years.
//
// Code data.age. Score: the age in full years. Passes at or above minimum; fails below it where the date of birth is
// proven, else warns. Assurance: model, heuristic where the date is not proven.
func Age(v Values, minimum int) finding.Check {
	c := dataCheck(finding.CodeAge)
	birth, r, ok := v.date("dateOfBirth")
	if !ok {
		c.Conclude(finding.Inconclusive, "data.birth_unknown", "The date of birth was not read")
		return c
	}
	c.ShowReading(r)
	years := v.Today.Year() - birth.Year()
	if birth.AddDate(years, 0, 0).After(v.Today) {
		years--
	}
	proven := v.proven(r)
	if !proven {
		c.Assurance = finding.Heuristic
	}
	c.Measured(float64(years), float64(minimum))
	switch {
	case years >= minimum:
		c.Outcome = finding.Pass
	case !proven:
		c.Conclude(finding.Warn, "data.age_unsure",
			"The applicant seems to be "+strconv.Itoa(years)+", but the date of birth "+doubt(r))
	default:
		c.Conclude(finding.Fail, "data.under_age",
			"The applicant is "+strconv.Itoa(years)+", under "+strconv.Itoa(minimum))
	}
	return c
}
