package text_test

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"proofdesk/engine/text"
)

// lines lays words out as a document prints them: one line below the other, 30 px apart.
func lines(rows ...string) []text.Word {
	var words []text.Word
	for n, row := range rows {
		x := 20
		for w := range strings.FieldsSeq(row) {
			words = append(words, text.Word{Text: w, Box: image.Rect(x, 30*n, x+10*len(w), 30*n+20), Confidence: .95, Line: n})
			x += 10*len(w) + 10
		}
	}
	return words
}

func find(words []text.Word, known text.Known) map[text.Field]string {
	found := map[text.Field]string{}
	for _, v := range text.Find(words, known) {
		found[v.Field] = v.Text
	}
	return found
}

func TestFieldsAreFoundByTheirLabels(t *testing.T) {
	cases := map[string]struct {
		rows []string
		want map[text.Field]string
	}{
		"English": {
			[]string{"Surname", "CARVER", "Given names", "CHARLOTTE ROSE", "Date of birth", "17 MAR 1983", "Date of expiry", "02 APR 2031"},
			map[text.Field]string{text.Surname: "CARVER", text.GivenNames: "CHARLOTTE ROSE", text.Birth: "1983-03-17", text.Expiry: "2031-04-02"},
		},
		"two languages in one label": {
			[]string{"Surname/Nom", "PEÑA LÓPEZ", "Given names/Prénoms", "ÓSCAR", "Date of birth/Date de naissance", "10 10 1991"},
			map[text.Field]string{text.Surname: "PEÑA LÓPEZ", text.GivenNames: "ÓSCAR", text.Birth: "1991-10-10"},
		},
		"Spanish": {
			[]string{"APELLIDOS", "NÚÑEZ IBÁÑEZ", "NOMBRE", "CONCEPCIÓN", "FECHA DE NACIMIENTO", "15/11/1987", "FECHA DE CADUCIDAD", "14/02/2033"},
			map[text.Field]string{text.Surname: "NÚÑEZ IBÁÑEZ", text.GivenNames: "CONCEPCIÓN", text.Birth: "1987-11-15", text.Expiry: "2033-02-14"},
		},
		"a label with a misread letter": {
			[]string{"Given hames", "RAVEL"},
			map[text.Field]string{text.GivenNames: "RAVEL"},
		},
		"month names in two languages": {
			[]string{"Geburtsdatum", "12 DEZ/DEC 1979"},
			map[text.Field]string{text.Birth: "1979-12-12"},
		},
		"place of birth is no date of birth": {
			[]string{"Place of birth", "LONDON"},
			map[text.Field]string{},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := find(lines(c.rows...), nil)
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestDatesWithoutLabelsAreToldByTheirOrder(t *testing.T) {
	got := find(lines("01.02.1980", "03.04.2019", "03.04.2029"), nil)
	if got[text.Birth] != "1980-02-01" || got[text.Expiry] != "2029-04-03" {
		t.Errorf("got %v", got)
	}
}

func TestTheCodeTellsDayFromMonthAndNeverBecomesAValue(t *testing.T) {
	known := text.Known{text.Birth: "1980-01-02", text.Surname: "NOBODY"}
	got := find(lines("DOB", "01/02/1980"), known)
	if got[text.Birth] != "1980-01-02" {
		t.Errorf("birth %q", got[text.Birth])
	}
	if _, ok := got[text.Surname]; ok {
		t.Error("a surname that is not printed was told")
	}
	if differs := find(lines("DOB", "03/04/1981"), known); differs[text.Birth] != "1981-04-03" {
		t.Errorf("a printed date that differs became %q", differs[text.Birth])
	}
}

func TestANumberIsFoundWhereTheCodeSaysItStands(t *testing.T) {
	got := find(lines("UTOPIA", "Serie LPRHLG475"), text.Known{text.Number: "LPRHLG475"})
	if got[text.Number] != "LPRHLG475" {
		t.Errorf("got %v", got)
	}
}

func TestRowsOfTSVThatMakeNoSenseAreLeftOut(t *testing.T) {
	tsv := "level\tpage\n5\t1\t1\t1\t1\t1\t10\t20\t30\t12\t96.5\tCARVER\n5\t1\t1\t1\t1\t2\t-1\t20\t30\t12\t96\tX\n5\t1\t1\t1\t1\t3\t1\t2\t3\t4\tnan\tY\n4\t1\t1\t1\t1\t0\t1\t2\t3\t4\t-1\t\n"
	words := text.ParseTSV([]byte(tsv))
	if len(words) != 1 || words[0].Text != "CARVER" || words[0].Box != image.Rect(10, 20, 40, 32) || words[0].Confidence != .965 {
		t.Errorf("got %+v", words)
	}
}

func TestDistanceCountsLettersUpToItsLimit(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		limit int
		want  int
	}{{"", "", 2, 0}, {"carver", "carver", 2, 0}, {"carver", "carwer", 2, 1}, {"abc", "", 5, 3}, {"abcdef", "ghijkl", 2, 3}} {
		if got := text.Distance(c.a, c.b, c.limit); got != c.want {
			t.Errorf("%s to %s: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add([]byte("5\t1\t1\t1\t1\t1\t10\t20\t30\t12\t96.5\t17.03.1983\n5\t1\t1\t1\t2\t1\t10\t50\t30\t12\t96.5\tSurname\n"), "CARVER", "1983-03-17")
	f.Fuzz(func(t *testing.T, tsv []byte, name, birth string) {
		for _, v := range text.Find(text.ParseTSV(tsv), text.Known{text.Surname: name, text.Birth: birth}) {
			if v.Text == "" && v.Field != text.Surname && v.Field != text.GivenNames {
				t.Errorf("an empty %s was told", v.Field)
			}
		}
	})
}

func BenchmarkFind(b *testing.B) {
	words := lines("Surname", "CARVER", "Given names", "CHARLOTTE ROSE", "Date of birth", "17 MAR 1983", "Date of expiry", "02 APR 2031", "Document No.", "LPRHLG475")
	b.ReportAllocs()
	for b.Loop() {
		text.Find(words, text.Known{text.Number: "LPRHLG475"})
	}
}
