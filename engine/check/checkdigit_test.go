package check_test

import (
	"testing"

	"proofdesk/engine/aamva"
	"proofdesk/engine/check"
	"proofdesk/engine/finding"
	"proofdesk/engine/mrz"
)

// withWrongDigit returns a zone whose first check digit does not agree.
func withWrongDigit(t *testing.T, change func(*mrz.Reading)) *mrz.Reading {
	t.Helper()
	z := zone(t, "P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C37UTO7408122F1204159ZE184226B<<<<<10")
	if change != nil {
		change(z)
	}
	return z
}

func TestAWrongDigitFailsOnlyWhereTheZoneWasReadWithCertainty(t *testing.T) {
	record := &check.Record{Licence: aamva.License{Surname: "DOE"}}
	for name, c := range map[string]struct {
		side      check.Side
		want      want
		assurance finding.Assurance
	}{
		"all agree": {check.Side{Zone: passportZone(t)}, pass, finding.Model},
		"wrong": {
			check.Side{Zone: withWrongDigit(t, nil)},
			fail("mrz.number_digit"), finding.Model,
		},
		"wrong in a faint line": {
			check.Side{Zone: withWrongDigit(t, func(z *mrz.Reading) { z.Lines[1].Confidence = .96 })},
			warn("mrz.number_digit"), finding.Model,
		},
		"wrong in a faint field": {
			check.Side{Zone: withWrongDigit(t, func(z *mrz.Reading) {
				z.Fields = []mrz.FieldQuad{{Field: mrz.FieldNumber, Confidence: .94}}
			})},
			warn("mrz.number_digit"), finding.Model,
		},
		"repaired elsewhere": {
			check.Side{Zone: withWrongDigit(t, func(z *mrz.Reading) { z.Repairs = []string{"2:3 O>0 (number)"} })},
			warn("mrz.number_digit"), finding.Model,
		},
		"agree after repair": {
			check.Side{Zone: withWrongDigit(t, func(z *mrz.Reading) {
				z.Repairs, z.Record = []string{"2:10 7>6 (number)"}, passportZone(t).Record
			})},
			passing("mrz.repaired"), finding.Heuristic,
		},
		"licence": {check.Side{Record: record}, pass, finding.Model},
	} {
		got := only(t, name, check.CheckDigits(c.side))
		expect(t, name, got, c.want)
		if got.Assurance != c.assurance {
			t.Errorf("%s: assurance %d, want %d", name, got.Assurance, c.assurance)
		}
	}
	if got := check.CheckDigits(check.Side{}); len(got) != 0 {
		t.Errorf("a side without a code: %+v", got)
	}
}
