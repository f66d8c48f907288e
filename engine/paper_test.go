package engine_test

import (
	"context"
	"slices"
	"testing"

	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

func TestADocumentOfNoKindMustBeThereWholeAndAlone(t *testing.T) {
	writer := specimen.ApplicantWith(specimen.Passport, 9, specimen.Good, today).Person
	photographed, _ := capture(specimen.Passport, 9, specimen.Good, "document")
	half, _ := capture(specimen.Passport, 1, specimen.HalfDocument, "passport")
	two, _ := capture(specimen.Passport, 1, specimen.TwoDocuments, "passport")
	table, _ := capture(specimen.Passport, 1, specimen.NoDocument, "passport")
	cases := map[string]struct {
		bytes   []byte
		outcome engine.Outcome
		reason  string
	}{
		"a letter on a table":           {photographed.Bytes, engine.Pass, ""},
		"a letter that fills the frame": {specimen.JPEG(specimen.Letter(writer, 9), 85, 1), engine.Pass, ""},
		"half a passport":               {half.Bytes, engine.Warn, "document.cut"},
		"two passports":                 {two.Bytes, engine.Warn, "document.multiple"},
		"a table":                       {table.Bytes, engine.Fail, "document.none"},
		"an animal":                     {specimen.JPEG(animal(), 85, 1), engine.Fail, "document.none"},
	}
	if !countsTextLines {
		delete(cases, "an animal")
	}
	for name, want := range cases {
		t.Run(name, func(t *testing.T) {
			r := engine.Inspect(context.Background(), one("document", want.bytes))
			got := checkOf(r, engine.CodeDocument)
			if got.Outcome != want.outcome || want.reason != "" && !slices.Contains(got.Reasons, want.reason) {
				t.Errorf("%s %v (%s), want %s %s", got.Outcome, got.Reasons, got.Detail, want.outcome, want.reason)
			}
			if drawn := r.Captures[0].Document != nil; drawn != (want.reason != "document.none") {
				t.Errorf("an outline is drawn: %v", drawn)
			}
			if len(r.Readings) > 0 {
				t.Errorf("values were read: %v", r.Readings)
			}
		})
	}
}

func TestRealnessIsNotJudgedWhereNoDocumentIs(t *testing.T) {
	nothing := specimen.JPEG(animal(), 85, 1)
	if !countsTextLines {
		table, _ := capture(specimen.Passport, 1, specimen.NoDocument, "passport")
		nothing = table.Bytes
	}
	r := engine.Inspect(context.Background(), one("id_front", nothing))
	if c := checkOf(r, engine.CodeRealness); c.Outcome != engine.Inconclusive || len(c.Reasons) == 0 {
		t.Errorf("%s %v", c.Outcome, c.Reasons)
	}
	for _, c := range r.Checks {
		for _, e := range c.Evidence {
			if e.Label == "document" {
				t.Errorf("%s shows an outline where no document was found", c.Code)
			}
		}
	}
}
