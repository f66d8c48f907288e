package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

// TestADateDecidesOnlyWhereItIsProven runs the check of age on one date of birth that is too late.
func TestADateDecidesOnlyWhereItIsProven(t *testing.T) {
	const late = "2015-01-01"
	with := func(r finding.Reading, change func(*finding.Reading)) finding.Reading {
		change(&r)
		return r
	}
	barcode := reading(finding.Barcode, "dateOfBirth", late)
	print := reading(finding.VIZ, "dateOfBirth", late)
	cut := with(barcode, func(r *finding.Reading) { r.Truncated = true })
	corrected := with(print, func(r *finding.Reading) { r.Corrected = true })
	chip := reading(finding.Chip, "dateOfBirth", late)
	for name, c := range map[string]struct {
		readings []finding.Reading
		proven   bool
	}{
		"zone, digit agrees":    {[]finding.Reading{digit("dateOfBirth", late, true)}, true},
		"zone, digit wrong":     {[]finding.Reading{digit("dateOfBirth", late, false)}, false},
		"zone without a digit":  {[]finding.Reading{reading(finding.MRZ, "dateOfBirth", late)}, false},
		"barcode":               {[]finding.Reading{barcode}, true},
		"barcode, cut":          {[]finding.Reading{cut}, false},
		"print":                 {[]finding.Reading{print}, false},
		"print, corrected":      {[]finding.Reading{corrected}, true},
		"print, as submitted":   {[]finding.Reading{print, reading(finding.Submitted, "dateOfBirth", late)}, false},
		"print and wrong digit": {[]finding.Reading{print, digit("dateOfBirth", late, false)}, true},
		"chip of a State":       {[]finding.Reading{chip}, true},
	} {
		got := check.Age(valuesOf(c.readings...), 18)
		if (got.Outcome == finding.Fail) != c.proven || (got.Assurance == finding.Model) != c.proven {
			t.Errorf("%s: %s at assurance %d, proven should be %v", name, got.Outcome, got.Assurance, c.proven)
		}
	}
	unsigned := valuesOf(with(chip, func(r *finding.Reading) { r.Unproven = true }))
	if unsigned.Any() || check.Age(unsigned, 18).Outcome != finding.Inconclusive {
		t.Error("a value of a chip that nobody signed counts")
	}
}
