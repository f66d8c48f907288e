package mrz_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"proofdesk/engine/mrz"
)

func TestBuildWritesTheStandardsSpecimens(t *testing.T) {
	for _, s := range specimens {
		w := s.want
		got, err := mrz.Build(mrz.Fields{
			Format:      w.Format,
			Code:        w.Code,
			State:       w.State,
			Surname:     w.Surname,
			GivenNames:  w.GivenNames,
			Number:      w.Number,
			Nationality: w.Nationality,
			Birth:       w.Birth,
			Sex:         w.Sex,
			Expiry:      w.Expiry,
			Personal:    w.Personal,
			Optional:    w.Optional,
		})
		if err != nil || strings.Join(got, "\n") != s.lines {
			t.Errorf("%s: %v\n%s\nwant\n%s", s.name, err, strings.Join(got, "\n"), s.lines)
		}
	}
}

func TestWhatBuildWritesParseReadsBack(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	formats := []mrz.Format{mrz.TD1, mrz.TD2, mrz.TD3, mrz.MRVA, mrz.MRVB, mrz.FRID}
	for i := range 3000 {
		f := randomFields(rng, formats[i%len(formats)])
		lines, err := mrz.Build(f)
		if err != nil {
			t.Fatalf("%+v: %v", f, err)
		}
		r, err := mrz.Parse(lines, today)
		if err != nil {
			t.Fatalf("%q: %v", lines, err)
		}
		if len(r.Failed()) > 0 || len(r.Malformed) > 0 {
			t.Fatalf("%q: failed %v, malformed %v", lines, r.Failed(), r.Malformed)
		}
		if r.Number != f.Number || r.Birth != f.Birth || r.State != f.State ||
			!r.Truncated && (r.Surname != f.Surname || r.GivenNames != f.GivenNames) {
			t.Fatalf("%q:\n got %+v\nfrom %+v", lines, r, f)
		}
		if r.Truncated && !strings.HasPrefix(f.Surname, r.Surname) {
			t.Fatalf("truncated surname %q of %q", r.Surname, f.Surname)
		}
	}
}

func randomFields(rng *rand.Rand, format mrz.Format) mrz.Fields {
	word := func(lo, hi int, set string) string {
		b := make([]byte, lo+rng.IntN(hi-lo+1))
		for i := range b {
			b[i] = set[rng.IntN(len(set))]
		}
		return string(b)
	}
	const az, all = "ABCDEFGHIJKLMNOPQRSTUVWXYZ", "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	f := mrz.Fields{
		Format:     format,
		State:      word(3, 3, az),
		Surname:    word(2, 16, az) + " " + word(2, 14, az),
		GivenNames: word(1, 12, az),
		Number:     word(5, 9, all),
		Birth:      mrz.Date{1930 + rng.IntN(90), 1 + rng.IntN(12), 1 + rng.IntN(28)},
		Sex:        word(1, 1, "MFX"),
		Expiry:     mrz.Date{2000 + rng.IntN(50), 1 + rng.IntN(12), 1 + rng.IntN(28)},
	}
	switch format {
	case mrz.TD1, mrz.TD2:
		f.Number = word(5, 13, all)
	case mrz.FRID:
		f.State, f.Number, f.Expiry = "FRA", word(12, 12, "0123456789"), mrz.Date{}
		f.Code = "ID"
	case mrz.TD3:
		f.Personal = word(0, 14, all)
	}
	return f
}

func TestBuildCutsNamesSoThatTheLastColumnIsALetter(t *testing.T) {
	for _, c := range []struct{ surname, given, want string }{
		{"Nilavadhanananda", "Chayapa Dejthamrong Krasuang", "NILAVADHANANANDA<<CHAYAPA<DEJTHAMRONG<K"},
		{"Bennelong Wooloomooloo Warrandyte Warnambool", "Dingo Potoroo", "BENNELONG<WOOLOOMOOLOO<WARRANDYTE<WA<<D"},
		{"Papandropoulous", "Jonathon Alec Xavier Constantinopoulous", "PAPANDROPOULOUS<<JONATHON<ALEC<XAVIER<C"},
		{"Ericsson", "", "ERICSSON"},
	} {
		lines, err := mrz.Build(mrz.Fields{
			Format:     mrz.TD3,
			State:      "UTO",
			Surname:    c.surname,
			GivenNames: c.given,
			Number:     "L898902C3",
		})
		if err != nil {
			t.Fatal(err)
		}
		got := lines[0][5:]
		if strings.TrimRight(got, "<") != c.want {
			t.Errorf("%s, %s: %s, want %s", c.surname, c.given, got, c.want)
		}
	}
}

func TestBuildNamesTheFieldThatDoesNotFit(t *testing.T) {
	for _, c := range []struct {
		fields mrz.Fields
		word   string
	}{
		{mrz.Fields{Format: "TD9"}, "format"},
		{mrz.Fields{Format: mrz.TD3, State: "UTOPIA", Number: "1"}, "state"},
		{mrz.Fields{Format: mrz.TD3, State: "UTO", Number: "1234567890"}, "number"},
		{mrz.Fields{Format: mrz.TD3, State: "UTO"}, "number"},
		{mrz.Fields{Format: mrz.TD2, State: "UTO", Number: "1", Optional: "12345678"}, "optional"},
		{mrz.Fields{Format: mrz.TD3, State: "UTO", Number: "12/4"}, "number"},
	} {
		_, err := mrz.Build(c.fields)
		if !errors.Is(err, mrz.ErrField) || !strings.Contains(err.Error(), c.word) {
			t.Errorf("%+v: %v", c.fields, err)
		}
	}
}

func TestTransliterateFollowsTheTables(t *testing.T) {
	for in, want := range map[string]string{
		"Müller":       "MUELLER",
		"Þórður":       "THORDUR",
		"Straße":       "STRASSE",
		"D'Artagnan":   "DARTAGNAN",
		"Smith-Jones":  "SMITH<JONES",
		"Łukasz  Żółć": "LUKASZ<ZOLC",
		"Щукина":       "SHCHUKINA",
		"Cœur":         "COEUR",
		"Ångström":     "AANGSTROEM",
		"漢字":           "",
		"Jr.":          "JR",
	} {
		if got := mrz.Transliterate(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

func TestSpellingsOfOneNameMatch(t *testing.T) {
	for _, c := range []struct {
		a, b          string
		full, partial bool
	}{
		{"Müller", "MUELLER", true, true},
		{"MULLER", "Müller", true, true},
		{"Muñoz", "MUNXXOZ", true, true},
		{"Anna Maria", "ANNA", false, true},
		{"Maria Anna", "ANNA MARIA", false, true},
		{"Anna", "Hanna", false, false},
		{"", "", false, false},
	} {
		if full, partial := mrz.NamesMatch(c.a, c.b); full != c.full || partial != c.partial {
			t.Errorf("%s, %s: %v %v", c.a, c.b, full, partial)
		}
	}
}

func TestWithDigitsRestoresEveryDigit(t *testing.T) {
	for _, s := range specimens {
		lines := strings.Split(s.lines, "\n")
		if strings.Contains(lines[0], "<7349") {
			continue
		}
		if got := mrz.WithDigits(lines); strings.Join(got, "\n") != s.lines {
			t.Errorf("%s: %q", s.name, got)
		}
	}
}
