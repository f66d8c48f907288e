package crosscheck_test

import (
	"testing"

	"proofdesk/engine/crosscheck"
	"proofdesk/engine/finding"
)

// value is a reading that was read with certainty; sure is the confidence of print.
func value(source finding.Source, text string, sure float64) finding.Reading {
	return finding.Reading{Source: source, Value: text, Confidence: sure}
}

func TestEachFieldIsComparedByItsOwnRule(t *testing.T) {
	const (
		mrz, viz, barcode, submitted = finding.MRZ, finding.VIZ, finding.Barcode, finding.Submitted
		full, partial, none          = finding.MatchFull, finding.MatchPartial, finding.MatchNone
	)
	cases := map[string]struct {
		field string
		a, b  finding.Reading
		want  finding.Match
	}{
		"names by their letters":           {"lastName", value(mrz, "MUELLER", 1), value(submitted, "Müller", 1), full},
		"other names":                      {"lastName", value(mrz, "DOE", 1), value(submitted, "MILLER", 1), none},
		"a printed name, one letter off":   {"lastName", value(mrz, "MILLER", 1), value(viz, "MILLEP", 1), partial},
		"a submitted name, one letter off": {"lastName", value(mrz, "MILLER", 1), value(submitted, "MILLEP", 1), none},
		"a birth without its century": {
			"dateOfBirth", value(mrz, "2026-01-02", 1), value(barcode, "1926-01-02", 1), full,
		},
		"a birth in another century, no zone": {
			"dateOfBirth", value(submitted, "2026-01-02", 1), value(barcode, "1926-01-02", 1), none,
		},
		"an expiry in another century": {
			"expiryDate", value(mrz, "2026-01-02", 1), value(barcode, "1926-01-02", 1), none,
		},
		"spaces and case":              {"documentNumber", value(mrz, "AB12", 1), value(submitted, "ab 1-2", 1), full},
		"a letter of a figure's shape": {"documentNumber", value(mrz, "A0B1", 1), value(viz, "AOBI", 1), full},
		"the same without print":       {"documentNumber", value(mrz, "A0B1", 1), value(barcode, "AOBI", 1), none},
		"hardly read print":            {"documentNumber", value(mrz, "AX12", 1), value(viz, "AY12", .5), partial},
		"surely read print":            {"documentNumber", value(mrz, "AX12", 1), value(viz, "AY12", .95), none},
		"look-alike digits": {
			"expiryDate", value(mrz, "2026-08-01", 1), value(viz, "2026-06-01", .5), partial,
		},
		"digits that differ": {"expiryDate", value(mrz, "2026-01-01", 1), value(viz, "2026-02-01", .5), none},
		"a part of an address": {
			"address.city", value(barcode, "NEW YORK CITY", 1), value(viz, "NEW YORK", 1), partial,
		},
	}
	for name, c := range cases {
		for _, got := range []finding.Match{crosscheck.Match(c.field, c.a, c.b), crosscheck.Match(c.field, c.b, c.a)} {
			if got != c.want {
				t.Errorf("%s: %s, want %s", name, got, c.want)
			}
		}
	}
}

func TestANameThatWasCutMatchesInPart(t *testing.T) {
	cut := value(finding.MRZ, "PAPANDROPOULOS ALEX", 1)
	whole := value(finding.Submitted, "PAPANDROPOULOS ALEXANDROS MARIA", 1)
	cut.Truncated = true
	if got := crosscheck.Match("lastName", cut, whole); got != finding.MatchPartial {
		t.Errorf("%s", got)
	}
	other := value(finding.Submitted, "ALEXANDROS PAPANDROPOULOS MARIA", 1)
	cut.Value = "PAPANDROPOULOS MARTHA"
	if got := crosscheck.Match("lastName", cut, other); got == finding.MatchFull {
		t.Errorf("%s", got)
	}
}
