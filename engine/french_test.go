package engine_test

import (
	"strings"
	"testing"
	"time"

	"proofdesk/engine"
)

// french is what is read of a French card of 1988 to 2021, with a printed date of expiry or without.
func french(number, birth, printed string) engine.Report {
	zone := []engine.Line{
		{Text: "IDFRABERTHIER" + strings.Repeat("<", 23)},
		{Text: number + "6CORINNE<<<<<<<6512068F4"},
	}
	r := engine.Report{Captures: []engine.CaptureReport{{ID: "id_front", MRZLines: zone}}}
	add := func(source engine.Source, field, value string) {
		if value != "" {
			reading := engine.Reading{Source: source, Field: field, Value: value, Capture: "id_front", Confidence: 1}
			if right := true; source == engine.MRZ {
				reading.CheckDigit = &right
			}
			r.Readings = append(r.Readings, reading)
		}
	}
	add(engine.MRZ, "documentNumber", number)
	add(engine.MRZ, "dateOfBirth", birth)
	add(engine.VIZ, "expiryDate", printed)
	return r
}

func TestFrenchCardsOfAdultsHoldFifteenYearsFrom2004(t *testing.T) {
	cases := []struct {
		name, number, birth, printed, today string
		want                                engine.Outcome
		reason                              string
	}{
		{"adult, 2008: eleven years on", "080575101234", "1965-12-06", "", "2019-06-01", engine.Pass, ""},
		{"adult, 2008: fifteen years on", "080575101234", "1965-12-06", "", "2023-06-01", engine.Fail, "data.expired"},
		{
			"adult, 2008: in the month of expiry", "080575101234", "1965-12-06", "", "2023-05-20", engine.Inconclusive,
			"data.expiry_unknown",
		},
		{
			"adult, 2008: printed date and five years", "080575101234", "1965-12-06", "2018-05-12", "2023-05-12",
			engine.Pass, "",
		},
		{
			"adult, 2008: a day after that", "080575101234", "1965-12-06", "2018-05-12", "2023-05-13", engine.Fail,
			"data.expired",
		},
		{"minor at issue", "080575101234", "1995-12-06", "", "2019-06-01", engine.Fail, "data.expired"},
		{"eighteen on the first of the month", "080575101234", "1990-05-01", "", "2019-06-01", engine.Pass, ""},
		{"adult, 2003: ten years", "031275101234", "1965-12-06", "", "2014-01-01", engine.Fail, "data.expired"},
		{"adult, first month of the rule", "040175101234", "1965-12-06", "", "2018-12-31", engine.Pass, ""},
		{
			"adult, last month of the rule, printed ten", "131275101234", "1965-12-06", "2023-12-10", "2028-12-10",
			engine.Pass, "",
		},
		{
			"adult, 2015: fifteen are printed", "150675101234", "1965-12-06", "2030-06-08", "2030-06-09", engine.Fail,
			"data.expired",
		},
		{"adult, 2015: not read", "150675101234", "1965-12-06", "", "2029-06-09", engine.Pass, ""},
		{"adult, 1994", "940675101234", "1965-12-06", "", "2004-08-01", engine.Fail, "data.expired"},
		{
			"no month in the number", "089975101234", "1965-12-06", "", "2010-01-01", engine.Inconclusive,
			"data.expiry_unknown",
		},
	}
	for _, c := range cases {
		day, err := time.Parse(time.DateOnly, c.today)
		if err != nil {
			t.Fatal(err)
		}
		got := checkOf(engine.Recheck(french(c.number, c.birth, c.printed), nil, day, 18), engine.CodeExpiry)
		if got.Outcome != c.want || c.reason != "" && (len(got.Reasons) == 0 || got.Reasons[0] != c.reason) {
			t.Errorf("%s: %s %v (%s), want %s %s", c.name, got.Outcome, got.Reasons, got.Detail, c.want, c.reason)
		}
	}
}

func TestFrenchDatesFollowEachOtherWithoutAPrintedExpiry(t *testing.T) {
	day := time.Date(2015, 1, 1, 0, 0, 0, 0, time.UTC)
	if c := checkOf(engine.Recheck(french("080575101234", "1965-12-06", ""), nil, day, 18),
		engine.CodeDates); c.Outcome != engine.Pass {
		t.Errorf("%s %v", c.Outcome, c.Reasons)
	}
}
