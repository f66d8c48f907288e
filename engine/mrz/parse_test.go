package mrz_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"proofdesk/engine/golden"
	"proofdesk/engine/mrz"
)

var today = time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)

// The zones printed in the specimens of ICAO 9303-4 to -7, and layouts with habits of their own.
var specimens = []struct {
	name  string
	lines string
	want  mrz.Record
}{
	{
		"9303-4 Appendix A passport",
		"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10",
		mrz.Record{
			Format:      mrz.TD3,
			Code:        "P",
			State:       "UTO",
			Surname:     "ERIKSSON",
			GivenNames:  "ANNA MARIA",
			Number:      "L898902C3",
			Nationality: "UTO",
			Birth:       mrz.Date{1974, 8, 12},
			Sex:         "F",
			Expiry:      mrz.Date{2012, 4, 15},
			Personal:    "ZE184226B",
		},
	},
	{
		"9303-5 Appendix A card",
		"I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<",
		mrz.Record{
			Format:      mrz.TD1,
			Code:        "I",
			State:       "UTO",
			Surname:     "ERIKSSON",
			GivenNames:  "ANNA MARIA",
			Number:      "D23145890",
			Nationality: "UTO",
			Birth:       mrz.Date{1974, 8, 12},
			Sex:         "F",
			Expiry:      mrz.Date{2012, 4, 15},
		},
	},
	{
		"9303-5 number of more than nine characters",
		"I<UTOD23145890<7349<<<<<<<<<<<\n3407127M9507122UTO<<<<<<<<<<<2\nSTEVENSON<<PETER<JOHN<<<<<<<<<",
		mrz.Record{
			Format:      mrz.TD1,
			Code:        "I",
			State:       "UTO",
			Surname:     "STEVENSON",
			GivenNames:  "PETER JOHN",
			Number:      "D23145890734",
			Nationality: "UTO",
			Birth:       mrz.Date{1934, 7, 12},
			Sex:         "M",
			Expiry:      mrz.Date{1995, 7, 12},
		},
	},
	{
		"9303-6 Appendix A document", "I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6",
		mrz.Record{
			Format:      mrz.TD2,
			Code:        "I",
			State:       "UTO",
			Surname:     "ERIKSSON",
			GivenNames:  "ANNA MARIA",
			Number:      "D23145890",
			Nationality: "UTO",
			Birth:       mrz.Date{1974, 8, 12},
			Sex:         "F",
			Expiry:      mrz.Date{2012, 4, 15},
		},
	},
	{
		"9303-7 visa of format A",
		"V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL8988901C4XXX4009078F96121096ZE184226B<<<<<<",
		mrz.Record{
			Format:      mrz.MRVA,
			Code:        "V",
			State:       "UTO",
			Surname:     "ERIKSSON",
			GivenNames:  "ANNA MARIA",
			Number:      "L8988901C",
			Nationality: "XXX",
			Birth:       mrz.Date{1940, 9, 7},
			Sex:         "F",
			Expiry:      mrz.Date{1996, 12, 10},
			Optional:    "6ZE184226B",
		},
	},
	{
		"9303-7 visa of format B", "V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nL8988901C4XXX4009078F9612109<<<<<<<<",
		mrz.Record{
			Format:      mrz.MRVB,
			Code:        "V",
			State:       "UTO",
			Surname:     "ERIKSSON",
			GivenNames:  "ANNA MARIA",
			Number:      "L8988901C",
			Nationality: "XXX",
			Birth:       mrz.Date{1940, 9, 7},
			Sex:         "F",
			Expiry:      mrz.Date{1996, 12, 10},
		},
	},
	{
		"French card", "IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<\n9409923102854CORINNE<<<<<<<6512068F4",
		mrz.Record{
			Format:     mrz.FRID,
			Code:       "ID",
			State:      "FRA",
			Surname:    "BERTHIER",
			GivenNames: "CORINNE",
			Number:     "940992310285",
			Birth:      mrz.Date{1965, 12, 6},
			Sex:        "F",
		},
	},
	{
		"Germany is D followed by two fillers, sex is open",
		"IDD<<T220001293<<<<<<<<<<<<<<<\n6408125<2010315D<<<<<<<<<<<<<4\nMUSTERMANN<<ERIKA<<<<<<<<<<<<<",
		mrz.Record{
			Format:      mrz.TD1,
			Code:        "ID",
			State:       "D",
			Surname:     "MUSTERMANN",
			GivenNames:  "ERIKA",
			Number:      "T22000129",
			Nationality: "D",
			Birth:       mrz.Date{1964, 8, 12},
			Sex:         "X",
			Expiry:      mrz.Date{2020, 10, 31},
		},
	},
}

func TestParseReadsTheStandardsSpecimens(t *testing.T) {
	for _, c := range specimens {
		got, err := mrz.Parse(strings.Split(c.lines, "\n"), today)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if f := got.Failed(); len(f) > 0 {
			t.Errorf("%s: failed digits %v", c.name, f)
		}
		if len(got.CheckDigits) < 3 {
			t.Errorf("%s: only %d check digits", c.name, len(got.CheckDigits))
		}
		want := c.want
		if got.Surname != want.Surname || got.GivenNames != want.GivenNames || got.Number != want.Number ||
			got.Birth != want.Birth ||
			got.Expiry != want.Expiry || got.Sex != want.Sex || got.State != want.State ||
			got.Nationality != want.Nationality ||
			got.Format != want.Format || got.Code != want.Code || got.Personal != want.Personal {
			t.Errorf("%s:\n got %+v\nwant %+v", c.name, got, want)
		}
	}
}

func TestParseReportsAWrongDigitAsPrinted(t *testing.T) {
	r, err := mrz.Parse([]string{
		"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408123F1204159ZE184226B<<<<<10",
	}, today)
	if err != nil {
		t.Fatal(err)
	}
	failed := r.Failed()
	if len(failed) != 2 || failed[0] != mrz.FieldBirth || failed[1] != mrz.FieldComposite {
		t.Fatalf("failed digits %v, want birth and composite", failed)
	}
	if d := r.CheckDigits[1]; d.Printed != "3" || d.Computed != "2" || d.Line != 1 || d.Pos != 19 {
		t.Errorf("birth digit %+v", d)
	}
}

func TestParseTakesASpecimenThatLeavesADigitOut(t *testing.T) {
	r, err := mrz.Parse([]string{
		"IDAUT000009993<<<<<<<<<<<<<<<<", "7109094F111231AUT<<<<<<<<<<<<0", "MUSTERFRAU<<ISOLDE<<<<<<<<<<<<",
	}, today)
	if err != nil {
		t.Fatal(err)
	}
	if failed := r.Failed(); len(failed) != 3 || r.Number != "000009993" || r.Expiry.String() != "2011-12-31" {
		t.Errorf("failed %v in %+v", failed, r)
	}
}

func TestParseRefusesWhatIsNoZone(t *testing.T) {
	for _, lines := range [][]string{
		nil, {""}, {"P<UTO"}, {strings.Repeat("<", 44)}, {strings.Repeat("<", 30), strings.Repeat("<", 30)},
	} {
		if _, err := mrz.Parse(lines, today); !errors.Is(err, mrz.ErrLayout) {
			t.Errorf("%q: %v, want ErrLayout", lines, err)
		}
	}
	bad := []string{"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<a", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"}
	if _, err := mrz.Parse(bad, today); !errors.Is(err, mrz.ErrCharacter) {
		t.Errorf("lower case: %v, want ErrCharacter", err)
	}
}

func TestBirthIsNeverInTheFutureAndExpiryIsWithinFiftyYears(t *testing.T) {
	for _, c := range []struct{ birth, expiry, wantBirth, wantExpiry string }{
		{"260301", "260301", "2026-03-01", "2026-03-01"},
		{"260302", "751231", "1926-03-02", "2075-12-31"},
		{"991231", "760101", "1999-12-31", "1976-01-01"},
		{"65<<<<", "300600", "1965", "2030-06"},
		{"<<<<<<", "301332", "", ""},
		{"900230", "300230", "", ""},
	} {
		lines := []string{
			"I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<", "D231458907UTO" + c.birth + "0F" + c.expiry + "0<<<<<<<0",
		}
		r, err := mrz.Parse(lines, today)
		if err != nil {
			t.Fatal(err)
		}
		if r.Birth.String() != c.wantBirth || r.Expiry.String() != c.wantExpiry {
			t.Errorf("%s %s: got %q %q, want %q %q", c.birth, c.expiry, r.Birth, r.Expiry, c.wantBirth, c.wantExpiry)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range specimens {
		f.Add(s.lines)
	}
	f.Fuzz(func(t *testing.T, text string) {
		lines := strings.Split(text, "\n")
		r, err := mrz.Parse(lines, today)
		if err != nil {
			return
		}
		if len(r.CheckDigits) == 0 {
			t.Errorf("a record without check digits: %q", text)
		}
		for _, d := range []mrz.Date{r.Birth, r.Expiry} {
			if _, err := time.Parse(time.DateOnly, d.String()); d.Known() && err != nil {
				t.Errorf("date %q", d)
			}
		}
		if strings.Trim(text, "\n0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ<") != "" {
			return // Parse takes small letters, blanks and empty lines too, WithDigits does not
		}
		lines = strings.Fields(text)
		again, err := mrz.Parse(mrz.WithDigits(lines), today)
		if err != nil || again.Format != r.Format {
			t.Errorf("with right digits %q is %s, %v", mrz.WithDigits(lines), again.Format, err)
		}
		for _, c := range again.CheckDigits {
			// a filler in the place of the number's digit says that the number goes on
			if !c.OK && c.Field != mrz.FieldNumber {
				t.Errorf("with right digits %q: %+v", mrz.WithDigits(lines), c)
			}
		}
	})
}

// Zones of every layout for drawn applicants, and what is read out of them.
func TestZonesKeepTheirMeaning(t *testing.T) {
	var out strings.Builder
	rng := rand.New(rand.NewPCG(5, 6))
	for _, format := range []mrz.Format{mrz.TD1, mrz.TD2, mrz.TD3, mrz.MRVA, mrz.MRVB, mrz.FRID} {
		for range 3 {
			lines, err := mrz.Build(randomFields(rng, format))
			if err != nil {
				t.Fatal(err)
			}
			r, err := mrz.Parse(lines, today)
			if err != nil {
				t.Fatal(err)
			}
			meaning, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "%s\n%s\n\n", strings.Join(lines, "\n"), meaning)
		}
	}
	golden.Check(t, "zones.golden", out.String())
}

func BenchmarkParse(b *testing.B) {
	lines := strings.Split(specimens[0].lines, "\n")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := mrz.Parse(lines, today); err != nil {
			b.Fatal(err)
		}
	}
}
