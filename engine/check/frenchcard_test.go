package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

var frenchZone = []finding.CaptureReport{{MRZLines: []finding.Line{
	{Text: "IDFRADOUEL<<<<<<<<<<<<<<<<<<<<932013"}, {Text: "0506932020438CHRISTIANE<<NI2906209F3"},
}}}

func TestAFrenchCardsNumberTellsItsLastDay(t *testing.T) {
	adult, child := digit("dateOfBirth", "1970-06-20", true), digit("dateOfBirth", "2010-06-20", true)
	for name, c := range map[string]struct {
		readings []finding.Reading
		want     want
	}{
		"adult's of 2012, five years more": {
			[]finding.Reading{digit("documentNumber", "120693202043", true), adult}, pass,
		},
		"adult's of 2010, expired": {
			[]finding.Reading{digit("documentNumber", "100693202043", true), adult}, fail("data.expired"),
		},
		"adult's of March 2011, expires this month": {
			[]finding.Reading{digit("documentNumber", "110393202043", true), adult},
			inconclusive("data.expiry_unknown"),
		},
		"adult's of 2003, ten years": {
			[]finding.Reading{digit("documentNumber", "030693202043", true), adult}, fail("data.expired"),
		},
		"child's of 2012, ten years": {
			[]finding.Reading{digit("documentNumber", "120693202043", true), child}, fail("data.expired"),
		},
		"adult's of 2012, as printed": {
			[]finding.Reading{
				digit("documentNumber", "120693202043", true), adult,
				reading(finding.VIZ, "expiryDate", "2022-06-14"),
			},
			pass,
		},
		"a number without a month": {
			[]finding.Reading{digit("documentNumber", "129993202043", true), adult},
			inconclusive("data.expiry_unknown"),
		},
	} {
		expect(t, name, check.Expiry(check.NewValues(c.readings, nil, nil, frenchZone, day)), c.want)
	}
}

func TestOnlyTheFrenchLayoutIsAFrenchCard(t *testing.T) {
	line := func(text string) []finding.Line { return []finding.Line{{Text: text}, {Text: text}} }
	if !check.IsFrenchCard(frenchZone) {
		t.Error("a French zone is none")
	}
	for _, lines := range [][]finding.Line{nil, line("IDFRA"), line("IDBEL" + frenchZone[0].MRZLines[0].Text[5:])} {
		if check.IsFrenchCard([]finding.CaptureReport{{MRZLines: lines}}) {
			t.Errorf("%v is a French zone", lines)
		}
	}
}
