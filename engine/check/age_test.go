package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

func TestTheMinimumAgeIsReachedOnTheBirthday(t *testing.T) {
	for name, c := range map[string]struct {
		birth finding.Reading
		want  want
		years float64
	}{
		"birthday":               {digit("dateOfBirth", "2008-03-01", true), pass, 18},
		"day before":             {digit("dateOfBirth", "2008-03-02", true), fail("data.under_age"), 17},
		"day before, not proven": {digit("dateOfBirth", "2008-03-02", false), warn("data.age_unsure"), 17},
		"born on 29 February":    {digit("dateOfBirth", "2008-02-29", true), pass, 18},
	} {
		got := check.Age(valuesOf(c.birth), 18)
		expect(t, name, got, c.want)
		if *got.Score != c.years || *got.Threshold != 18 {
			t.Errorf("%s: %v of %v years", name, *got.Score, *got.Threshold)
		}
	}
	expect(t, "unread", check.Age(valuesOf(), 18), inconclusive("data.birth_unknown"))
}
