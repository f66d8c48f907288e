package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

func TestBirthIssueAndExpiryFollowEachOther(t *testing.T) {
	of := func(birth, issue, expiry string, proven bool) []finding.Reading {
		var all []finding.Reading
		for field, value := range map[string]string{"dateOfBirth": birth, "issueDate": issue, "expiryDate": expiry} {
			if value != "" {
				all = append(all, digit(field, value, proven))
			}
		}
		return all
	}
	for name, c := range map[string]struct {
		readings []finding.Reading
		want     want
	}{
		"in order":               {of("1990-01-01", "2020-01-01", "2030-01-01", true), pass},
		"without issue":          {of("1990-01-01", "", "2030-01-01", true), pass},
		"no expiry":              {of("1990-01-01", "2020-01-01", "", true), inconclusive("data.dates_unknown")},
		"born tomorrow":          {of("2026-03-02", "", "2030-01-01", true), fail("data.born_later")},
		"issued tomorrow":        {of("1990-01-01", "2026-03-02", "2030-01-01", true), fail("data.issued_later")},
		"issued before birth":    {of("1990-01-01", "1989-01-01", "2030-01-01", true), fail("data.dates_order")},
		"expires before issue":   {of("1990-01-01", "2020-01-01", "2019-01-01", true), fail("data.dates_order")},
		"expires before birth":   {of("1990-01-01", "", "1989-01-01", true), fail("data.dates_order")},
		"not proven":             {of("1990-01-01", "2020-01-01", "2019-01-01", false), warn("data.dates_order")},
		"born later, not proven": {of("2026-03-02", "", "2030-01-01", false), warn("data.born_later")},
	} {
		expect(t, name, check.Dates(valuesOf(c.readings...)), c.want)
	}
}
