package engine_test

import (
	"reflect"
	"testing"
	"time"

	"proofdesk/engine"
)

var recheckDay = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

func recheckable() engine.Report {
	wrong, right := false, true
	return engine.Report{
		Checks: []engine.Check{
			{Code: engine.CodeGlare, Outcome: engine.Warn},
			{Code: engine.CodeConsistency, Outcome: engine.Fail},
			{Code: engine.CodeAge, Outcome: engine.Pass},
		},
		Readings: []engine.Reading{
			{Source: engine.VIZ, Field: "dateOfBirth", Value: "1987-03-13", Confidence: .5},
			{Source: engine.MRZ, Field: "dateOfBirth", Value: "1987-03-18", Confidence: .97, CheckDigit: &right},
			{Source: engine.VIZ, Field: "expiryDate", Value: "2030-01-01", Confidence: .95, CheckDigit: &wrong},
		},
	}
}

func TestACorrectionRunsTheChecksOfValuesAgain(t *testing.T) {
	cases := []struct {
		rule       string
		correction engine.Correction
		code       string
		want       engine.Outcome
	}{
		{
			"sources agree",
			engine.Correction{Source: engine.VIZ, Field: "dateOfBirth", After: "1987-03-18"},
			engine.CodeConsistency, engine.Pass,
		},
		{
			"sources disagree more surely",
			engine.Correction{Source: engine.VIZ, Field: "dateOfBirth", After: "1954-07-02"},
			engine.CodeConsistency,
			engine.Fail,
		},
		{
			"the document has expired",
			engine.Correction{Source: engine.VIZ, Field: "expiryDate", After: "2026-11-19"},
			engine.CodeExpiry,
			engine.Fail,
		},
		{
			"the last day is valid",
			engine.Correction{Source: engine.VIZ, Field: "expiryDate", After: "2026-11-20"},
			engine.CodeExpiry, engine.Pass,
		},
		{
			"birth after expiry",
			engine.Correction{Source: engine.VIZ, Field: "expiryDate", After: "1980-01-01"},
			engine.CodeDates, engine.Fail,
		},
		{
			"what was not read is added",
			engine.Correction{Source: engine.VIZ, Field: "issueDate", After: "2031-01-01"},
			engine.CodeDates,
			engine.Fail,
		},
	}
	for _, c := range cases {
		got := engine.Recheck(recheckable(), []engine.Correction{c.correction}, recheckDay, 18)
		var outcomes []engine.Outcome
		for _, check := range got.Checks {
			if check.Code == c.code {
				outcomes = append(outcomes, check.Outcome)
			}
		}
		if len(outcomes) != 1 || outcomes[0] != c.want {
			t.Errorf("%s: %s is %v, want %s once", c.rule, c.code, outcomes, c.want)
		}
		if got.Checks[0].Code != engine.CodeGlare {
			t.Errorf("%s: other checks do not stay", c.rule)
		}
	}
}

func TestAnotherDateOfExpiryIsNoMatchUnlessItsDigitsLookAlike(t *testing.T) {
	for printed, want := range map[string]engine.Match{
		"2032-09-14": engine.MatchNone,
		"2024-09-17": engine.MatchNone,
		"2024-08-14": engine.MatchPartial,
		"2024-09-14": engine.MatchFull,
	} {
		report := engine.Report{Readings: []engine.Reading{
			{Source: engine.VIZ, Field: "expiryDate", Value: printed, Confidence: .5},
			{Source: engine.MRZ, Field: "expiryDate", Value: "2024-09-14", Confidence: .97},
		}}
		got := engine.Recheck(report, []engine.Correction{{Source: engine.MRZ, Field: "sex", After: "F"}}, recheckDay,
			18)
		for _, c := range got.Comparisons {
			if c.Field == "expiryDate" && c.Match != want {
				t.Errorf("%s printed, 2024-09-14 in the zone: %s, want %s", printed, c.Match, want)
			}
		}
		if len(got.Comparisons) == 0 {
			t.Error("nothing is compared")
		}
	}
}

func TestACorrectedAgeIsHeldAgainstTheMinimum(t *testing.T) {
	r := recheckable()
	r.Readings = r.Readings[:1]
	got := engine.Recheck(r, []engine.Correction{{Source: engine.VIZ, Field: "dateOfBirth", After: "2010-01-01"}},
		recheckDay, 18)
	for _, check := range got.Checks {
		if check.Code == engine.CodeAge && check.Outcome != engine.Fail {
			t.Errorf("sixteen years are %s", check.Outcome)
		}
	}
}

func TestARecheckLeavesTheReportAlone(t *testing.T) {
	before := recheckable()
	engine.Recheck(before, []engine.Correction{{Source: engine.VIZ, Field: "dateOfBirth", After: "1987-03-18"}},
		recheckDay, 18)
	if !reflect.DeepEqual(before, recheckable()) {
		t.Error("the report was changed")
	}
}
