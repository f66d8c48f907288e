package check_test

import (
	"testing"

	"proofdesk/engine/aamva"
	"proofdesk/engine/barcode"
	"proofdesk/engine/check"
)

// licence is the text of a driving licence's barcode with the elements that identify its holder.
func licence(t *testing.T) string {
	t.Helper()
	text, err := aamva.Build(aamva.Fields{
		Jurisdiction:   "CA",
		Surname:        "DOE",
		FirstName:      "JANE",
		DocumentNumber: "D1234567",
		BirthDate:      "1990-01-02",
		ExpiryDate:     "2030-01-02",
	}, 9)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestABarcodeThatIsNoLicencesWarnsOnABack(t *testing.T) {
	code := func(symbology barcode.Symbology, text string, confidence float64) []barcode.Symbol {
		return []barcode.Symbol{{Symbology: symbology, Text: text, Confidence: confidence}}
	}
	record := licence(t)
	for name, c := range map[string]struct {
		side check.Side
		want want
	}{
		"licence": {
			check.Side{Kind: "id_back", Symbols: code(barcode.PDF417, record, .9)}, pass,
		},
		"licence, hardly read": {
			check.Side{Kind: "id_back", Symbols: code(barcode.PDF417, record, .4)},
			warn("barcode.unsure"),
		},
		"another code on a back": {
			check.Side{Kind: "id_back", Symbols: code(barcode.QR, "x", .9)},
			warn("barcode.not_licence"),
		},
		"another code on a front": {
			check.Side{Kind: "id_front", Symbols: code(barcode.QR, "x", .9)},
			passing("barcode.not_licence"),
		},
		"a code beside a zone": {
			check.Side{Kind: "id_back", Zone: backZone(t), Symbols: code(barcode.Code128, "x", .4)},
			warn("barcode.unsure"),
		},
	} {
		expect(t, name, only(t, name, check.Barcode(c.side, .5)), c.want)
	}
	if got := check.Barcode(card("id_back"), .5); len(got) != 0 {
		t.Errorf("a side without a barcode: %+v", got)
	}
}
