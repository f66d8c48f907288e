package text_test

import (
	"fmt"
	"image"
	"strings"
	"testing"
	"time"

	"proofdesk/engine/golden"
	"proofdesk/engine/text"
)

var today = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

// lines lays words out as a document prints them: one line below the other, 30 px apart, 10 px to the millimetre.
func lines(rows ...string) []text.Line {
	var all []text.Line
	for n, row := range rows {
		if row == "" {
			continue
		}
		l, x := text.Line{Capital: 20}, 20
		for w := range strings.FieldsSeq(row) {
			l.Words = append(l.Words, text.Word{Text: w, Box: image.Rect(x, 30*n, x+10*len(w), 30*n+20), Confidence: .95})
			x += 10*len(w) + 10
		}
		l.Box = image.Rect(20, 30*n, x-10, 30*n+20)
		all = append(all, l)
	}
	return all
}

func find(page []text.Line, o text.Options) map[text.Field]string {
	o.MM = 10
	found := map[text.Field]string{}
	for _, v := range text.Find(page, o) {
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
			got := find(lines(c.rows...), text.Options{Today: today})
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestFieldsWithoutLabelsAreToldByTheirOrder(t *testing.T) {
	cases := map[string]struct {
		rows    []string
		booklet bool
		want    map[text.Field]string
	}{
		"a data page": {
			[]string{"P UTO L898902C3", "", "ERIKSSON", "", "ANNA MARIA", "", "UTOPIAN", "", "12 AUG/AOUT 74", "", "15 APR/AVR 32"},
			true,
			map[text.Field]string{text.Surname: "ERIKSSON", text.GivenNames: "ANNA MARIA", text.Number: "L898902C3", text.Birth: "1974-08-12", text.Expiry: "2032-04-15", text.Issuer: "UTO"},
		},
		"names printed twice": {
			[]string{"PC AZE C19389564", "", "ƏLİYEV", "ALIYEV", "", "ADİL BƏKİR", "ADIL", "", "AZƏRBAYCAN", "", "14.08.1994", "", "15.08.2028"},
			true,
			map[text.Field]string{text.Surname: "ALIYEV", text.GivenNames: "ADIL", text.Number: "C19389564", text.Birth: "1994-08-14", text.Expiry: "2028-08-15", text.Issuer: "AZE"},
		},
		"a European licence": {
			[]string{"1. MORGAN", "", "2. SARAH MEREDYTH", "", "3. 11.03.1976 UTOPIA", "", "4a. 19.01.2013", "", "4b. 18.01.2033", "", "5. MORGA753116SM9IJ"},
			false,
			map[text.Field]string{text.Surname: "MORGAN", text.GivenNames: "SARAH MEREDYTH", text.Birth: "1976-03-11", text.Issue: "2013-01-19", text.Expiry: "2033-01-18", text.Number: "MORGA753116SM9IJ"},
		},
		"a licence without its numerals": {
			[]string{"4d DLN D1234567", "", "4b EXP 31/12/2030", "", "SMITH", "JOHN ALLEN", "12 MAIN ST", "", "3 DOB 02/03/1980", "", "15 SEX F"},
			false,
			map[text.Field]string{text.Surname: "SMITH", text.GivenNames: "JOHN ALLEN", text.Birth: "1980-03-02", text.Expiry: "2030-12-31", text.Number: "D1234567", text.Sex: "F"},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got := find(lines(c.rows...), text.Options{Booklet: c.booklet, Today: today})
			if fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestSexIsReadBehindTheStatesOwnLetter(t *testing.T) {
	for printed, want := range map[string]string{"F": "F", "M": "M", "N/F": "F", "KVK/F": "F", "K/M": "M", "<": "", "X": "X", "7": ""} {
		if got := find(lines("Sex/Sexe", printed), text.Options{}); got[text.Sex] != want {
			t.Errorf("%q was read as %q", printed, got[text.Sex])
		}
	}
}

func TestDatesAreReadInEveryForm(t *testing.T) {
	for printed, want := range map[string]string{
		"12 AUG/AOUT 1974": "1974-08-12", "12 AUG/AOUT 74": "1974-08-12", "31 DES/DEC 66": "1966-12-31", "22 FEB/FEB 78": "1978-02-22", "26 MAÍ/MAY 99": "1999-05-26",
		"12.08.1974": "1974-08-12", "12/08/74": "1974-08-12", "12 08 1974": "1974-08-12", "1974-08-12": "1974-08-12", "12081974": "1974-08-12", "O1 JUN 1984": "1984-06-01",
		"01.01.31": "1931-01-01", "31.02.1980": "", "12 XYZ 1974": "", "40.08.1974": "", "1974": "",
	} {
		if got := find(lines("Date of birth", printed), text.Options{Today: today}); got[text.Birth] != want {
			t.Errorf("%q was read as %q, want %q", printed, got[text.Birth], want)
		}
	}
}

func TestDatesWithoutLabelsAreToldByTheirOrder(t *testing.T) {
	got := find(lines("01.02.1980", "03.04.2019", "03.04.2029"), text.Options{})
	if got[text.Birth] != "1980-02-01" || got[text.Expiry] != "2029-04-03" {
		t.Errorf("got %v", got)
	}
}

func TestTheStateTellsDayFromMonth(t *testing.T) {
	page := lines("DOB", "01/02/1980", "Date of expiry", "31/01/2030")
	for monthFirst, want := range map[bool]string{false: "1980-02-01", true: "1980-01-02"} {
		got := find(page, text.Options{MonthFirst: monthFirst})
		if got[text.Birth] != want || got[text.Expiry] != "2030-01-31" {
			t.Errorf("month first %v: got %v", monthFirst, got)
		}
	}
}

func TestRowsOfTSVThatMakeNoSenseAreLeftOut(t *testing.T) {
	tsv := "level\tpage\n5\t1\t1\t1\t1\t1\t10\t20\t30\t12\t96.5\tCARVER\n5\t1\t1\t1\t1\t2\t-1\t20\t30\t12\t96\tX\n5\t1\t1\t1\t1\t3\t1\t2\t3\t4\tnan\tY\n4\t1\t1\t1\t1\t0\t1\t2\t3\t4\t-1\t\n5\t3\t1\t1\t1\t1\t1\t2\t3\t4\t90\tZ\n"
	words := text.ParseTSV([]byte(tsv), 2)
	if len(words) != 2 || len(words[0]) != 1 || len(words[1]) != 0 {
		t.Fatalf("got %+v", words)
	}
	if w := words[0][0]; w.Text != "CARVER" || w.Box != image.Rect(10, 20, 40, 32) || w.Confidence != .965 {
		t.Errorf("got %+v", w)
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

// Pages as States print them, and the fields that are told from their lines.
func TestPrintedPagesKeepTheirMeaning(t *testing.T) {
	var out strings.Builder
	for _, page := range []struct {
		rows    []string
		booklet bool
	}{
		{[]string{"Surname/Nom", "ERIKSSON", "Given names/Prénoms", "ANNA MARIA", "Date of birth/Date de naissance", "12 AUG/AOUT 1974", "Sex/Sexe", "F", "Passport No./No du passeport", "L898902C3"}, true},
		{[]string{"Name", "MUSTERMANN", "Vornamen", "ERIKA", "Geburtstag", "12.08.1964", "Gültig bis", "31.10.2030"}, false},
		{[]string{"COGNOME", "ROSSI", "NOME", "MARIA", "DATA DI NASCITA", "01.02.1980", "SESSO", "F"}, false},
		{[]string{"Nazwisko/Surname", "KOWALSKA", "Imiona/Given names", "ZOFIA", "Data urodzenia/Date of birth", "03 04 1991"}, true},
		{[]string{"1. MORGAN", "2. SARAH MEREDYTH", "3. 11.03.1976 UTOPIA", "4a. 19.01.2013", "4b. 18.01.2033", "5. MORGA753116SM9IJ"}, false},
		{[]string{"4d DLN D1234567", "4b EXP 12/31/2030", "1 SMITH", "2 JOHN ALLEN", "8 12 MAIN ST", "3 DOB 02/03/1980", "15 SEX M"}, false},
		{[]string{"nothing that is", "a document"}, false},
	} {
		fmt.Fprintf(&out, "%q\n", page.rows)
		for _, v := range text.Find(lines(page.rows...), text.Options{Booklet: page.booklet, MM: 10, Today: today}) {
			fmt.Fprintf(&out, "\t%v %q\n", v.Field, v.Text)
		}
	}
	golden.Check(t, "pages.golden", out.String())
}

func FuzzFind(f *testing.F) {
	f.Add("Surname/Nom\nCARVER\nDate of birth\n17.03.1983\nSex\nM/F", true, false)
	f.Add("1 SMITH\n2 JOHN\n3 DOB 01/02/1980\n4d DL D1234567", false, true)
	f.Add("P UTO L898902C3\nERIKSSON\nANNA\nUTOPIAN\n12 AUG/AOUT 74", true, true)
	f.Fuzz(func(t *testing.T, page string, booklet, monthFirst bool) {
		for _, v := range text.Find(lines(strings.Split(page, "\n")...), text.Options{Booklet: booklet, MonthFirst: monthFirst, MM: 10, Today: today}) {
			if v.Text == "" {
				t.Errorf("an empty %s was told", v.Field)
			}
			if v.Field == text.Birth || v.Field == text.Issue || v.Field == text.Expiry {
				if _, err := time.Parse(time.DateOnly, v.Text); err != nil {
					t.Errorf("%s %q is no date", v.Field, v.Text)
				}
			}
		}
	})
}

func FuzzParseTSV(f *testing.F) {
	f.Add([]byte("5\t1\t1\t1\t1\t1\t10\t20\t30\t12\t96.5\t17.03.1983\n5\t2\t1\t1\t2\t1\t10\t50\t30\t12\t96.5\tSurname\n"), 2)
	f.Fuzz(func(t *testing.T, tsv []byte, pictures int) {
		pictures = max(0, min(pictures, 100))
		if got := text.ParseTSV(tsv, pictures); len(got) != pictures {
			t.Errorf("%d pictures, words of %d", pictures, len(got))
		}
	})
}

func BenchmarkFind(b *testing.B) {
	page := lines("Surname", "CARVER", "Given names", "CHARLOTTE ROSE", "Date of birth", "17 MAR 1983", "Date of expiry", "02 APR 2031", "Document No.", "LPRHLG475")
	b.ReportAllocs()
	for b.Loop() {
		text.Find(page, text.Options{MM: 10})
	}
}
