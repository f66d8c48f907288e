package engine_test

import (
	"testing"

	"proofdesk/engine"
)

// judged runs the checks of values on readings alone.
func judged(readings ...engine.Reading) engine.Report {
	return engine.Recheck(engine.Report{Readings: readings}, nil, recheckDay, 18)
}

func TestADateDecidesOnlyIfSomethingProvesIt(t *testing.T) {
	right, wrong := true, false
	reading := func(source engine.Source, value string, change func(*engine.Reading)) engine.Reading {
		r := engine.Reading{Source: source, Value: value, Confidence: .97}
		if change != nil {
			change(&r)
		}
		return r
	}
	holds := func(r *engine.Reading) { r.CheckDigit = &right }
	fails := func(r *engine.Reading) { r.CheckDigit = &wrong }
	cut := func(r *engine.Reading) { r.Truncated = true }
	strange := func(r *engine.Reading) { r.Unproven = true }
	const day = "2016-07-03"
	cases := []struct {
		rule     string
		readings []engine.Reading
		want     engine.Outcome
	}{
		{"print alone, however sure", []engine.Reading{reading(engine.VIZ, day, nil)}, engine.Warn},
		{
			"print with day and month unsure",
			[]engine.Reading{reading(engine.VIZ, day, func(r *engine.Reading) { r.Or = "2016-03-07" })},
			engine.Warn,
		},
		{"a zone with its digit right", []engine.Reading{reading(engine.MRZ, day, holds)}, engine.Fail},
		{"a zone with its digit wrong", []engine.Reading{reading(engine.MRZ, day, fails)}, engine.Warn},
		{"a zone without a digit", []engine.Reading{reading(engine.MRZ, day, nil)}, engine.Warn},
		{
			"a zone with its digit wrong, and print that says the same",
			[]engine.Reading{reading(engine.VIZ, day, nil), reading(engine.MRZ, day, fails)},
			engine.Fail,
		},
		{
			"print that says another day",
			[]engine.Reading{reading(engine.VIZ, "2016-07-08", nil), reading(engine.MRZ, day, fails)},
			engine.Warn,
		},
		{"a barcode", []engine.Reading{reading(engine.Barcode, day, nil)}, engine.Fail},
		{"a barcode whose record ends in it", []engine.Reading{reading(engine.Barcode, day, cut)}, engine.Warn},
		{"a chip that a State signed", []engine.Reading{reading(engine.Chip, day, nil)}, engine.Fail},
		{
			"a chip of unknown origin says nothing",
			[]engine.Reading{reading(engine.VIZ, day, nil), reading(engine.Chip, day, strange)},
			engine.Warn,
		},
		{
			"what the host application gave proves nothing",
			[]engine.Reading{reading(engine.VIZ, day, nil), reading(engine.Submitted, day, nil)},
			engine.Warn,
		},
		{
			"a person who put it right",
			[]engine.Reading{reading(engine.VIZ, day, func(r *engine.Reading) { r.Corrected = true })},
			engine.Fail,
		},
	}
	for _, c := range cases {
		for field, code := range map[string]string{"expiryDate": engine.CodeExpiry, "dateOfBirth": engine.CodeAge} {
			readings := make([]engine.Reading, len(c.readings))
			for i, r := range c.readings {
				r.Field = field
				readings[i] = r
			}
			got := checkOf(judged(readings...), code)
			if got.Outcome != c.want {
				t.Errorf("%s: %s is %s (%s), want %s", c.rule, field, got.Outcome, got.Detail, c.want)
			}
			if trusted := got.Assurance >= engine.Model; trusted != (c.want == engine.Fail) {
				t.Errorf("%s: %s is trusted at %d", c.rule, field, got.Assurance)
			}
		}
	}
}

func TestADayThatMayHavePassedIsNotCalledValid(t *testing.T) {
	printed := engine.Reading{
		Source:     engine.VIZ,
		Field:      "expiryDate",
		Value:      "2026-12-03",
		Or:         "2026-03-12",
		Confidence: .4,
	}
	if c := checkOf(judged(printed), engine.CodeExpiry); c.Outcome != engine.Inconclusive ||
		c.Reasons[0] != "data.expiry_unsure" {
		t.Errorf("%s %v", c.Outcome, c.Reasons)
	}
	printed.Or = "2027-03-12"
	if c := checkOf(judged(printed), engine.CodeExpiry); c.Outcome != engine.Pass {
		t.Errorf("%s %v", c.Outcome, c.Reasons)
	}
}

func TestPrintedDatesOutOfOrderAreLookedAtByAnAgent(t *testing.T) {
	birth, issue, expiry := engine.Reading{
		Source: engine.Barcode,
		Field:  "dateOfBirth",
		Value:  "1980-02-03",
	}, engine.Reading{
		Source: engine.VIZ,
		Field:  "issueDate",
		Value:  "2031-02-03",
	}, engine.Reading{Source: engine.Barcode, Field: "expiryDate", Value: "2030-02-03"}
	if c := checkOf(judged(birth, issue, expiry), engine.CodeDates); c.Outcome != engine.Warn ||
		c.Reasons[0] != "data.issued_later" {
		t.Errorf("printed: %s %v", c.Outcome, c.Reasons)
	}
	issue.Source = engine.Barcode
	if c := checkOf(judged(birth, issue, expiry), engine.CodeDates); c.Outcome != engine.Fail {
		t.Errorf("in the barcode: %s %v", c.Outcome, c.Reasons)
	}
}

func TestDayAndMonthAreTurnedWhereAnotherSourceHasThemSo(t *testing.T) {
	printed := func(value, or string) engine.Reading {
		return engine.Reading{Source: engine.VIZ, Field: "dateOfBirth", Value: value, Or: or, Confidence: .94}
	}
	coded := engine.Reading{Source: engine.Barcode, Field: "dateOfBirth", Value: "1989-06-01", Confidence: .99}
	for rule, c := range map[string]struct {
		printed engine.Reading
		value   string
		match   engine.Match
		repairs int
	}{
		"turned":            {printed("1989-01-06", "1989-06-01"), "1989-06-01", engine.MatchFull, 1},
		"as it stands":      {printed("1989-06-01", "1989-01-06"), "1989-06-01", engine.MatchFull, 0},
		"neither":           {printed("1989-01-07", "1989-07-01"), "1989-01-07", engine.MatchNone, 0},
		"in one order only": {printed("1989-01-06", ""), "1989-01-06", engine.MatchNone, 0},
	} {
		report := judged(c.printed, coded)
		got := report.Readings[0]
		if got.Value != c.value || len(got.Repairs) != c.repairs || got.Confidence != .94 {
			t.Errorf("%s: %+v", rule, got)
		}
		if report.Comparisons[0].Match != c.match {
			t.Errorf("%s: %s", rule, report.Comparisons[0].Match)
		}
	}
}

func TestADifferenceThatMayBeAMisreadIsNamed(t *testing.T) {
	for field, values := range map[string][2]string{
		"dateOfBirth": {
			"1989-06-01", "1989-06-07",
		}, "documentNumber": {"D1234567", "D1234587"}, "expiryDate": {"2034-03-06", "2034-03-08"},
	} {
		printed := engine.Reading{Source: engine.VIZ, Field: field, Value: values[0], Confidence: .7}
		coded := engine.Reading{Source: engine.MRZ, Field: field, Value: values[1], Confidence: .99}
		c := checkOf(judged(printed, coded), engine.CodeConsistency)
		if c.Outcome != engine.Warn || len(c.Reasons) != 1 || c.Reasons[0] != "data.unclear."+field {
			t.Errorf("%s: %s %v", field, c.Outcome, c.Reasons)
		}
		printed.Confidence = .95
		if c := checkOf(judged(printed, coded), engine.CodeConsistency); c.Outcome != engine.Fail {
			t.Errorf("%s, read surely: %s %v", field, c.Outcome, c.Reasons)
		}
		printed.Value = values[1]
		if c := checkOf(judged(printed, coded), engine.CodeConsistency); c.Outcome != engine.Pass {
			t.Errorf("%s, the same: %s %v", field, c.Outcome, c.Reasons)
		}
	}
}

func TestALetterReadAsTheFigureOfItsShapeIsNoDifference(t *testing.T) {
	for printed, want := range map[string]engine.Match{
		"GI884424": engine.MatchFull,
		"61884424": engine.MatchFull,
		"G1884424": engine.MatchFull,
		"G7884424": engine.MatchNone,
		"G1834424": engine.MatchNone,
	} {
		report := judged(engine.Reading{Source: engine.VIZ, Field: "documentNumber", Value: printed, Confidence: .95},
			engine.Reading{Source: engine.Barcode, Field: "documentNumber", Value: "G1884424", Confidence: .99})
		if got := report.Comparisons[0].Match; got != want {
			t.Errorf("%s: %s, want %s", printed, got, want)
		}
	}
	coded := judged(engine.Reading{Source: engine.MRZ, Field: "documentNumber", Value: "GI884424", Confidence: .95},
		engine.Reading{Source: engine.Barcode, Field: "documentNumber", Value: "G1884424", Confidence: .99})
	if got := coded.Comparisons[0].Match; got != engine.MatchNone {
		t.Errorf("two codes: %s", got)
	}
}
