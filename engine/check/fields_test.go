package check_test

import (
	"testing"

	"proofdesk/engine/barcode"
	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

func TestKeyFieldsThatWereNotReadAreNamed(t *testing.T) {
	all := []finding.Reading{
		reading(finding.MRZ, "lastName", "DOE"), reading(finding.MRZ, "documentNumber", "1"),
		reading(finding.MRZ, "dateOfBirth", "1990-01-02"),
	}
	coded := check.Side{Zone: backZone(t)}
	expect(t, "all", only(t, "all", check.Fields(coded, all)), pass)
	missing := only(t, "two", check.Fields(coded, all[:2]))
	expect(t, "two", missing, warn("document.fields_missing"))
	if missing.Detail != "Not read: dateOfBirth" {
		t.Errorf("detail %q", missing.Detail)
	}
	other := check.Side{Symbols: []barcode.Symbol{{Symbology: barcode.QR}}}
	expect(t, "other", only(t, "other", check.Fields(other, all)),
		inconclusive("barcode.not_licence"))
	if got := check.Fields(card("id_front"), all); len(got) != 0 {
		t.Errorf("a side without a code: %+v", got)
	}
}

func TestADocumentWithoutAnyCodeIsSaidToHaveNone(t *testing.T) {
	kind, read := finding.Check{Code: finding.CodeKind}, finding.Check{Code: finding.CodeRead}
	got := check.NoCode([]finding.Check{kind})
	expect(t, "no code", only(t, "no code", got), inconclusive("document.no_code"))
	for name, checks := range map[string][]finding.Check{"read": {kind, read}, "no document": nil} {
		if got := check.NoCode(checks); len(got) != 0 {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
