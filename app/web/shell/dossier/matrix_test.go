package dossier_test

import (
	"slices"
	"strings"
	"testing"

	"proofdesk/app/review"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/engine"
	"proofdesk/views/finding"
	"proofdesk/views/words"
)

// row returns the only row of a cross-check.
func row(t *testing.T, l words.Language, c engine.Comparison) finding.Row {
	t.Helper()
	d := dossier.Dossier{Language: l, Dossier: review.Dossier{
		Report: engine.Report{Comparisons: []engine.Comparison{c}},
	}}
	rows := dossier.NewMatrix(d).Rows(nil)
	compared := slices.Concat(rows.Doubted, rows.Agreeing)
	if len(compared) != 1 {
		t.Fatalf("%d rows", len(compared))
	}
	return compared[0]
}

// written returns the cells of a row, with what differs in brackets.
func written(r finding.Row) string {
	var cells []string
	for _, cell := range r.Cells {
		cells = append(cells, marked(cell.Parts))
	}
	return strings.Join(cells, " | ")
}

func TestNumbersThatMatchButForLookAlikesSaySo(t *testing.T) {
	for _, test := range []struct {
		about    string
		language words.Language
		values   map[engine.Source]string
		alike    string
		written  string
	}{
		{
			"the print reads O where the zone and the chip have 0", words.English,
			map[engine.Source]string{engine.VIZ: "AO12I", engine.MRZ: "A012I", engine.Chip: "A012I"},
			"0 read as O", "A[O]12I | A012I | A012I",
		},
		{
			"two sources, in Spanish", "es",
			map[engine.Source]string{engine.VIZ: "AO12I", engine.MRZ: "A0121"},
			"O leído como 0, I leído como 1", "A[O]12[I] | A[0]12[1]",
		},
		{
			"written apart", words.English,
			map[engine.Source]string{engine.VIZ: "A-012", engine.MRZ: "A012"},
			"", "A-012 | A012",
		},
	} {
		r := row(t, test.language, engine.Comparison{
			Field:  "documentNumber",
			Match:  engine.MatchFull,
			Values: test.values,
		})
		if got := written(r); r.Alike != test.alike || got != test.written {
			t.Errorf("%s: %q and %s, not %q and %s", test.about, r.Alike, got, test.alike, test.written)
		}
	}
}

func TestCountriesAreNamedAndTheirCodesAreInTheTooltips(t *testing.T) {
	for _, test := range []struct {
		about    string
		language words.Language
		match    engine.Match
		viz, mrz string
		written  string
	}{
		{"one country", words.English, engine.MatchFull, "NLD", "NLD", "Netherlands | Netherlands"},
		{"in Spanish", "es", engine.MatchFull, "UTO", "UTO", "Utopía (muestra) | Utopía (muestra)"},
		{"two countries", words.English, engine.MatchNone, "CAN", "FRA", "[Canada] | [France]"},
		{"two codes of one country", words.English, engine.MatchNone, "D", "DEU", "[Germany (D)] | [Germany (DEU)]"},
		{"an unknown code", words.English, engine.MatchFull, "QQQ", "QQQ", "QQQ | QQQ"},
	} {
		r := row(t, test.language, engine.Comparison{
			Field:  "issuingCountry",
			Match:  test.match,
			Values: map[engine.Source]string{engine.VIZ: test.viz, engine.MRZ: test.mrz},
		})
		if got := written(r); got != test.written {
			t.Errorf("%s is written %s, not %s", test.about, got, test.written)
		}
		if code := r.Cells[0].Title; !strings.HasPrefix(code, test.viz+"; ") && test.viz != "QQQ" {
			t.Errorf("%s: the tooltip %q lacks the code", test.about, code)
		}
	}
}

func TestAFieldThatNobodyReadHasNoRow(t *testing.T) {
	d := dossier.Dossier{Language: words.English, Dossier: review.Dossier{Report: engine.Report{
		Comparisons: []engine.Comparison{
			{Field: "sex", Match: engine.MatchNotRead},
			{Field: "dateOfBirth", Match: engine.MatchFull, Values: map[engine.Source]string{
				engine.VIZ: "1990-01-02",
				engine.MRZ: "1990-01-02",
			}},
		},
	}}}
	rows := dossier.NewMatrix(d).Rows(nil)
	if len(rows.Agreeing) != 1 || len(rows.Doubted)+len(rows.Single) > 0 {
		t.Errorf("rows %+v, want only the one with values", rows)
	}
}
