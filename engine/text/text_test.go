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

// lines puts words in place as a document prints them: one line below the other, 30 px apart, 10 px to the millimetre.
func lines(rows ...string) []text.Line {
	var all []text.Line
	for n, row := range rows {
		if row == "" {
			continue
		}
		l, x := text.Line{Capital: 20}, 20
		for w := range strings.FieldsSeq(row) {
			l.Words = append(l.Words, text.Word{
				Text:       w,
				Box:        image.Rect(x, 30*n, x+10*len(w), 30*n+20),
				Confidence: .95,
			})
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
			[]string{
				"Surname", "CARVER", "Given names", "CHARLOTTE ROSE", "Date of birth", "17 MAR 1983", "Date of expiry",
				"02 APR 2031",
			},
			map[text.Field]string{
				text.Surname:    "CARVER",
				text.GivenNames: "CHARLOTTE ROSE",
				text.Birth:      "1983-03-17",
				text.Expiry:     "2031-04-02",
			},
		},
		"two languages in one label": {
			[]string{
				"Surname/Nom", "PEÑA LÓPEZ", "Given names/Prénoms", "ÓSCAR", "Date of birth/Date de naissance",
				"10 10 1991",
			},
			map[text.Field]string{text.Surname: "PEÑA LÓPEZ", text.GivenNames: "ÓSCAR", text.Birth: "1991-10-10"},
		},
		"Spanish": {
			[]string{
				"APELLIDOS", "NÚÑEZ IBÁÑEZ", "NOMBRE", "CONCEPCIÓN", "FECHA DE NACIMIENTO", "15/11/1987",
				"FECHA DE CADUCIDAD", "14/02/2033",
			},
			map[text.Field]string{
				text.Surname:    "NÚÑEZ IBÁÑEZ",
				text.GivenNames: "CONCEPCIÓN",
				text.Birth:      "1987-11-15",
				text.Expiry:     "2033-02-14",
			},
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
			[]string{
				"P UTO L898902C3", "", "ERIKSSON", "", "ANNA MARIA", "", "UTOPIAN", "", "12 AUG/AOUT 74", "",
				"15 APR/AVR 32",
			},
			true,
			map[text.Field]string{
				text.Surname:    "ERIKSSON",
				text.GivenNames: "ANNA MARIA",
				text.Number:     "L898902C3",
				text.Birth:      "1974-08-12",
				text.Expiry:     "2032-04-15",
				text.Issuer:     "UTO",
			},
		},
		"names printed twice": {
			[]string{
				"PC AZE C19389564", "", "ƏLİYEV", "ALIYEV", "", "ADİL BƏKİR", "ADIL", "", "AZƏRBAYCAN", "",
				"14.08.1994", "", "15.08.2028",
			},
			true,
			map[text.Field]string{
				text.Surname:    "ALIYEV",
				text.GivenNames: "ADIL",
				text.Number:     "C19389564",
				text.Birth:      "1994-08-14",
				text.Expiry:     "2028-08-15",
				text.Issuer:     "AZE",
			},
		},
		"a European licence": {
			[]string{
				"1. MORGAN", "", "2. SARAH MEREDYTH", "", "3. 11.03.1976 UTOPIA", "", "4a. 19.01.2013", "",
				"4b. 18.01.2033", "", "5. MORGA753116SM9IJ",
			},
			false,
			map[text.Field]string{
				text.Surname:    "MORGAN",
				text.GivenNames: "SARAH MEREDYTH",
				text.Birth:      "1976-03-11",
				text.Issue:      "2013-01-19",
				text.Expiry:     "2033-01-18",
				text.Number:     "MORGA753116SM9IJ",
			},
		},
		"a licence without its numerals": {
			[]string{
				"4d DLN D1234567", "", "4b EXP 31/12/2030", "", "SMITH", "JOHN ALLEN", "12 MAIN ST", "",
				"3 DOB 02/03/1980", "", "15 SEX F",
			},
			false,
			map[text.Field]string{
				text.Surname:    "SMITH",
				text.GivenNames: "JOHN ALLEN",
				text.Birth:      "1980-03-02",
				text.Expiry:     "2030-12-31",
				text.Number:     "D1234567",
				text.Sex:        "F",
			},
		},
		"a licence of the United States": {
			[]string{
				"4d DL D1234567", "", "4b EXP 12/31/2030", "", "1 SMITH", "2 JOHN ALLEN", "8 12 MAIN ST",
				"FAIRVIEW, WA 98013", "3 DOB 02/03/1980", "", "15 SEX F", "4a ISS 12/31/2022", "",
				"5 DD D1234567DD883499",
			},
			false,
			map[text.Field]string{
				text.Surname:    "SMITH",
				text.GivenNames: "JOHN ALLEN",
				text.Birth:      "1980-02-03",
				text.Issue:      "2022-12-31",
				text.Expiry:     "2030-12-31",
				text.Number:     "D1234567",
				text.Sex:        "F",
			},
		},
		"numerals read together with what they number, or alone": {
			[]string{"4dDL D1234567", "", "4bEXP 12/31/2030", "", "4a 1SS 12/31/2022", "", "5 DD D1234567DD883499"},
			false,
			map[text.Field]string{text.Issue: "2022-12-31", text.Expiry: "2030-12-31", text.Number: "D1234567"},
		},
		"a discriminator is no number": {
			[]string{"4b EXP 12/31/2030", "", "4a ISS 12/31/2022", "", "5 DD D1234567DD883499"},
			false,
			map[text.Field]string{text.Issue: "2022-12-31", text.Expiry: "2030-12-31"},
		},
		"both identifiers in a row": {
			[]string{
				"Primary identifier/ Identifiant primaire", "ERIKSSON", "Secondary identifier/ Identifiant secondaire",
				"ANNA MARIA", "Valid until/ Valide jusqu'au", "1SAPR/AVR 32",
			},
			true,
			map[text.Field]string{text.Surname: "ERIKSSON", text.GivenNames: "ANNA MARIA", text.Expiry: "2032-04-15"},
		},
		"grain like a numeral": {
			[]string{"4d DL D1234567", "", "4b EXP 12/31/2030", "", "4a ISS 12/31/2022", "", "2, TI"},
			false,
			map[text.Field]string{text.Issue: "2022-12-31", text.Expiry: "2030-12-31", text.Number: "D1234567"},
		},
		"a visa's labels are no names": {
			[]string{"NOMBRE D'ENTREES", "NUMBER OF ENTRIES", "NUMBER OF PASSPORT", "", "UWAGI", "REMARQUES"},
			true,
			map[text.Field]string{},
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
	for printed, want := range map[string]string{
		"F":     "F",
		"M":     "M",
		"N/F":   "F",
		"KVK/F": "F",
		"K/M":   "M",
		"<":     "",
		"X":     "X",
		"7":     "",
	} {
		if got := find(lines("Sex/Sexe", printed), text.Options{}); got[text.Sex] != want {
			t.Errorf("%q was read as %q", printed, got[text.Sex])
		}
	}
}

func TestDatesAreReadInEveryForm(t *testing.T) {
	for printed, want := range map[string]string{
		"12 AUG/AOUT 1974": "1974-08-12",
		"12 AUG/AOUT 74":   "1974-08-12",
		"31 DES/DEC 66":    "1966-12-31",
		"22 FEB/FEB 78":    "1978-02-22",
		"26 MAÍ/MAY 99":    "1999-05-26",
		"12.08.1974":       "1974-08-12",
		"12/08/74":         "1974-08-12",
		"12 08 1974":       "1974-08-12",
		"1974-08-12":       "1974-08-12",
		"12081974":         "1974-08-12",
		"O1 JUN 1984":      "1984-06-01",
		"01.01.31":         "1931-01-01",
		"31.02.1980":       "",
		"12 XYZ 1974":      "",
		"40.08.1974":       "",
		"1974":             "",
	} {
		if got := find(lines("Date of birth", printed), text.Options{Today: today}); got[text.Birth] != want {
			t.Errorf("%q was read as %q, want %q", printed, got[text.Birth], want)
		}
	}
}

func TestDatesWithoutLabelsAreToldWhereTheyCanBeOneThingOnly(t *testing.T) {
	for name, c := range map[string]struct {
		rows          []string
		booklet       bool
		birth, expiry string
	}{
		"birth, issue and expiry": {
			[]string{"01.02.1980", "03.04.2019", "03.04.2029"}, false, "1980-02-01", "2029-04-03",
		},
		"issue and expiry": {[]string{"13.04.2023", "13.04.2031"}, false, "", "2031-04-13"},
		"birth and issue":  {[]string{"09.08.1997", "03.07.2025"}, false, "1997-08-09", ""},
		"an expired card":  {[]string{"01.02.1980", "03.04.2009", "03.04.2019"}, false, "1980-02-01", ""},
		"an expired passport": {
			[]string{"01.02.1980", "03.04.2009", "03.04.2019"}, true, "1980-02-01", "2019-04-03",
		},
		"two dates of a past passport": {[]string{"03.04.2009", "03.04.2019"}, true, "", ""},
		"one date":                     {[]string{"01.02.1980"}, false, "", ""},
		"a date beside the labelled one": {
			[]string{"Date of issue", "03.04.2019", "03.04.2029"}, false, "", "2029-04-03",
		},
	} {
		got := find(lines(c.rows...), text.Options{Today: today, Booklet: c.booklet})
		if got[text.Birth] != c.birth || got[text.Expiry] != c.expiry {
			t.Errorf("%s: got %v", name, got)
		}
	}
}

func TestDatesThatCanNotFollowEachOtherAreNotTold(t *testing.T) {
	for name, c := range map[string]struct {
		rows []string
		want map[text.Field]string
	}{
		"expiry is the day of issue": {
			[]string{"Date of birth", "01.02.1980", "Date of issue", "03.04.2019", "Date of expiry", "03.04.2019"},
			map[text.Field]string{text.Birth: "1980-02-01"},
		},
		"issued before birth": {
			[]string{"Date of birth", "01.02.2020", "Date of issue", "03.04.2019", "Date of expiry", "03.04.2029"},
			map[text.Field]string{text.Expiry: "2029-04-03"},
		},
		"born tomorrow": {
			[]string{"Date of birth", "22.03.2026", "Date of expiry", "03.04.2029"},
			map[text.Field]string{text.Expiry: "2029-04-03"},
		},
		"valid for too long": {
			[]string{"Date of issue", "03.04.2019", "Date of expiry", "03.04.2059"}, map[text.Field]string{},
		},
		"two dates of one label": {[]string{"Date of expiry 03.04.2029 05.06.2031"}, map[text.Field]string{}},
	} {
		if got := find(lines(c.rows...), text.Options{Today: today}); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: got %v, want %v", name, got, c.want)
		}
	}
}

func TestOneDocumentHasOneOrderOfDayAndMonth(t *testing.T) {
	for name, c := range map[string]struct {
		rows      []string
		issuer    string
		birth, or string
		sure      bool
	}{
		"another date has a day above 12": {
			rows:  []string{"DOB 02/03/1980", "EXP 12/31/2030"},
			birth: "1980-02-03",
			sure:  true,
		},
		"another date has a day above 12, first": {
			rows:  []string{"DOB 02/03/1980", "EXP 31/12/2030"},
			birth: "1980-03-02",
			sure:  true,
		},
		"its own day is above 12": {rows: []string{"DOB 02/23/1980"}, birth: "1980-02-23", sure: true},
		"an address of the United States": {
			rows:  []string{"DOB 02/03/1980", "FAIRVIEW, WA 98013"},
			birth: "1980-02-03",
			or:    "1980-03-02",
			sure:  true,
		},
		"a name of a State": {
			rows:  []string{"NEW YORK", "DOB 02/03/1980"},
			birth: "1980-02-03",
			or:    "1980-03-02",
			sure:  true,
		},
		"a heading": {
			rows:  []string{"DRIVER LICENSE USA", "DOB 02/03/1980"},
			birth: "1980-02-03",
			or:    "1980-03-02",
			sure:  true,
		},
		"a card of Canada": {
			rows:  []string{"4d DL A1234567", "3 DOB 02/03/1980", "16 HGT 170 cm", "4b EXP 05/06/2030"},
			birth: "1980-02-03",
			or:    "1980-03-02",
		},
		"nothing tells": {
			rows:  []string{"Date of birth 02/03/1980"},
			birth: "1980-03-02",
			or:    "1980-02-03",
		},
		"labels of another language": {
			rows:  []string{"Geburtsdatum 02/03/1980"},
			birth: "1980-03-02",
			or:    "1980-02-03",
			sure:  true,
		},
		"points between": {
			rows:  []string{"Date of birth 02.03.1980"},
			birth: "1980-03-02",
			or:    "1980-02-03",
			sure:  true,
		},
		"issued in the past only": {
			rows:  []string{"Date of birth 02/03/1980", "Date of issue 02/12/2025", "Date of expiry 02/12/2035"},
			birth: "1980-03-02",
			or:    "1980-02-03",
		},
		"issued in the past only, month first": {
			rows:  []string{"Date of birth 02/03/1980", "Date of issue 01/04/2026", "Date of expiry 01/03/2036"},
			birth: "1980-02-03",
			or:    "1980-03-02",
			sure:  true,
		},
		"the code's State": {
			rows:   []string{"DOB 02/03/1980"},
			issuer: "USA",
			birth:  "1980-02-03",
			or:     "1980-03-02",
			sure:   true,
		},
		"two dates against each other": {
			rows:  []string{"DOB 02/03/1980", "ISS 12/31/2020", "EXP 31/12/2030"},
			birth: "1980-02-03",
			or:    "1980-03-02",
		},
		"day and month are the same": {rows: []string{"DOB 02/02/1980"}, birth: "1980-02-02", sure: true},
	} {
		for _, v := range text.Find(lines(c.rows...), text.Options{MM: 10, Today: today, Issuer: c.issuer}) {
			if v.Field == text.Birth && (v.Text != c.birth || v.Or != c.or || (v.Confidence > .5) != c.sure) {
				t.Errorf("%s: got %+v", name, v)
			}
		}
	}
}

func TestTheStateTellsDayFromMonth(t *testing.T) {
	page := lines("DOB", "01/02/1980", "Date of expiry", "05/01/2030")
	for issuer, want := range map[string][2]string{
		"DEU": {"1980-02-01", "2030-01-05"},
		"USA": {"1980-01-02", "2030-05-01"},
	} {
		got := find(page, text.Options{Issuer: issuer})
		if got[text.Birth] != want[0] || got[text.Expiry] != want[1] {
			t.Errorf("%s: got %v", issuer, got)
		}
	}
}

func TestRowsOfTSVThatMakeNoSenseAreLeftOut(t *testing.T) {
	tsv := "level\tpage\n5\t1\t1\t1\t1\t1\t10\t20\t30\t12\t96.5\tCARVER\n" +
		"5\t1\t1\t1\t1\t2\t-1\t20\t30\t12\t96\tX\n5\t1\t1\t1\t1\t3\t1\t2\t3\t4\tnan\tY\n" +
		"4\t1\t1\t1\t1\t0\t1\t2\t3\t4\t-1\t\n5\t3\t1\t1\t1\t1\t1\t2\t3\t4\t90\tZ\n"
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
	}{
		{"", "", 2, 0},
		{"carver", "carver", 2, 0},
		{"carver", "carwer", 2, 1},
		{"abc", "", 5, 3},
		{"abcdef", "ghijkl", 2, 3},
	} {
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
		{
			[]string{
				"Surname/Nom", "ERIKSSON", "Given names/Prénoms", "ANNA MARIA", "Date of birth/Date de naissance",
				"12 AUG/AOUT 1974", "Sex/Sexe", "F", "Passport No./No du passeport", "L898902C3",
			},
			true,
		},
		{
			[]string{"Name", "MUSTERMANN", "Vornamen", "ERIKA", "Geburtstag", "12.08.1964", "Gültig bis", "31.10.2030"},
			false,
		},
		{[]string{"COGNOME", "ROSSI", "NOME", "MARIA", "DATA DI NASCITA", "01.02.1980", "SESSO", "F"}, false},
		{
			[]string{
				"Nazwisko/Surname", "KOWALSKA", "Imiona/Given names", "ZOFIA", "Data urodzenia/Date of birth",
				"03 04 1991",
			},
			true,
		},
		{
			[]string{
				"1. MORGAN", "2. SARAH MEREDYTH", "3. 11.03.1976 UTOPIA", "4a. 19.01.2013", "4b. 18.01.2033",
				"5. MORGA753116SM9IJ",
			},
			false,
		},
		{
			[]string{
				"4d DLN D1234567", "4b EXP 12/31/2030", "1 SMITH", "2 JOHN ALLEN", "8 12 MAIN ST", "3 DOB 02/03/1980",
				"15 SEX M",
			},
			false,
		},
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
	f.Add("Surname/Nom\nCARVER\nDate of birth\n17.03.1983\nSex\nM/F", "", true)
	f.Add("1 SMITH\n2 JOHN\n3 DOB 01/02/1980\n4d DL D1234567", "USA", false)
	f.Add("P UTO L898902C3\nERIKSSON\nANNA\nUTOPIAN\n12 AUG/AOUT 74", "UTO", true)
	f.Fuzz(func(t *testing.T, page, issuer string, booklet bool) {
		for _, v := range text.Find(lines(strings.Split(page, "\n")...), text.Options{
			Booklet: booklet,
			Issuer:  issuer,
			MM:      10,
			Today:   today,
		}) {
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
	f.Add([]byte("5\t1\t1\t1\t1\t1\t10\t20\t30\t12\t96.5\t17.03.1983\n"+
		"5\t2\t1\t1\t2\t1\t10\t50\t30\t12\t96.5\tSurname\n"), 2)
	f.Fuzz(func(t *testing.T, tsv []byte, pictures int) {
		pictures = max(0, min(pictures, 100))
		if got := text.ParseTSV(tsv, pictures); len(got) != pictures {
			t.Errorf("%d pictures, words of %d", pictures, len(got))
		}
	})
}

func BenchmarkFind(b *testing.B) {
	page := lines("Surname", "CARVER", "Given names", "CHARLOTTE ROSE", "Date of birth", "17 MAR 1983",
		"Date of expiry", "02 APR 2031", "Document No.", "LPRHLG475")
	b.ReportAllocs()
	for b.Loop() {
		text.Find(page, text.Options{MM: 10})
	}
}
