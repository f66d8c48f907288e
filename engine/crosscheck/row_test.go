package crosscheck_test

import (
	"testing"

	"proofdesk/engine/crosscheck"
	"proofdesk/engine/finding"
)

func of(source finding.Source, field, value, capture string) finding.Reading {
	return finding.Reading{Source: source, Field: field, Value: value, Capture: capture, Confidence: 1}
}

func TestARowIsAsBadAsItsWorstPair(t *testing.T) {
	rows := crosscheck.Rows([]finding.Reading{
		of(finding.MRZ, "lastName", "DOE", "a"),
		of(finding.Barcode, "lastName", "DOE", "a"),
		of(finding.Submitted, "lastName", "MILLER", ""),
		of(finding.MRZ, "sex", "F", "a"),
		of(finding.MRZ, "sex", "M", "b"), // a source counts by its first reading
		of(finding.MRZ, "eyes", "blue", "a"),
	})
	if len(rows) != 2 || rows[0].Field != "lastName" || rows[0].Match != finding.MatchNone ||
		rows[1].Field != "sex" || rows[1].Match != finding.MatchNotRead || rows[1].Values[finding.MRZ] != "F" {
		t.Errorf("%+v", rows)
	}
	if got := crosscheck.Listed(rows[0]); got != "mrz DOE, barcode DOE, submitted MILLER" {
		t.Errorf("%q", got)
	}
}

func TestDatesReadTwoWaysAreSettledByAnotherSource(t *testing.T) {
	printed := of(finding.VIZ, "expiryDate", "2026-03-02", "a")
	printed.Or = "2026-02-03"
	for other, want := range map[string]struct{ value, or string }{
		"2026-03-02": {"2026-03-02", ""},
		"2026-02-03": {"2026-02-03", ""},
		"2027-01-01": {"2026-03-02", "2026-02-03"},
	} {
		given := []finding.Reading{printed, of(finding.MRZ, "expiryDate", other, "a")}
		got := crosscheck.SettleDates(given)[0]
		if got.Value != want.value || got.Or != want.or || (len(got.Repairs) > 0) != (want.value != printed.Value) {
			t.Errorf("%s: %+v, want %+v", other, got, want)
		}
		if given[0].Or != printed.Or {
			t.Error("what was given has changed")
		}
	}
}

func TestCapturesOfAnotherDocumentAreSetApart(t *testing.T) {
	readings := []finding.Reading{
		of(finding.MRZ, "documentNumber", "A1", "front"),
		of(finding.VIZ, "documentNumber", "A1", "front"),
		of(finding.MRZ, "documentNumber", "B2", "back"),
		of(finding.MRZ, "nationality", "UTO", "back"),
		of(finding.Barcode, "documentNumber", "C3", "licence"), // the first of its source
		of(finding.Submitted, "documentNumber", "D4", ""),
	}
	first, others := crosscheck.Separate(readings)
	if len(first) != 4 || len(others) != 2 || others[0].Value != "B2" || others[1].Field != "nationality" {
		t.Errorf("first %+v, others %+v", first, others)
	}
	if _, others = crosscheck.Separate(readings[:2]); others != nil {
		t.Errorf("one document has others: %+v", others)
	}
}

func TestFieldNamesAreWrittenAsWords(t *testing.T) {
	for field, want := range map[string]string{"dateOfBirth": "date of birth", "address.line1": "address line1"} {
		if got := crosscheck.FieldWords(field); got != want {
			t.Errorf("%s: %q, want %q", field, got, want)
		}
	}
}
