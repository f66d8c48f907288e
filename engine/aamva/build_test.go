package aamva_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/engine/aamva"
	"proofdesk/engine/golden"
)

func TestWhatIsBuiltIsWhatIsRead(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		f := randomFields(rng)
		for version := 1; version <= 10; version++ {
			text, err := aamva.Build(f, version)
			if err != nil {
				t.Fatal(err)
			}
			checkRoundTrip(t, f, version, text)
		}
	}
}

func TestBuiltRecordStillReadsWithoutSeparators(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		f := randomFields(rng)
		text, err := aamva.Build(f, 8)
		if err != nil {
			t.Fatal(err)
		}
		l, err := aamva.Parse(strings.NewReplacer("\n", "", "\r", "", "\x1e", "").Replace(text))
		if err != nil || l.DocumentNumber != f.DocumentNumber || l.Surname != f.Surname || l.BirthDate != f.BirthDate ||
			l.Address.Line1 != f.Line1 {
			t.Fatalf("%+v\n%v %+v", f, err, l)
		}
	}
}

func TestBuildRefusesUnknownVersions(t *testing.T) {
	for _, v := range []int{-1, 0, 11} {
		if _, err := aamva.Build(aamva.Fields{}, v); !errors.Is(err, aamva.ErrVersion) {
			t.Errorf("version %d: %v", v, err)
		}
	}
}

func checkRoundTrip(t *testing.T, f aamva.Fields, version int, text string) {
	t.Helper()
	l, err := aamva.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range l.Warnings {
		if strings.HasPrefix(w, "directory") || strings.HasPrefix(w, "record") || strings.HasPrefix(w, "date") {
			t.Fatalf("version %d: %v in %q", version, l.Warnings, text)
		}
	}
	want := fmt.Sprint(f.Surname, f.FirstName, f.MiddleNames, f.Suffix, f.DocumentNumber, f.BirthDate, f.ExpiryDate,
		f.IssueDate, f.Sex, f.Line1, f.Line2,
		f.City, f.State, f.PostalCode, f.Jurisdiction, version)
	got := fmt.Sprint(l.Surname, l.FirstName, l.MiddleNames, l.Suffix, l.DocumentNumber, l.BirthDate, l.ExpiryDate,
		l.IssueDate, l.Sex, l.Address.Line1,
		l.Address.Line2, l.Address.City, l.Address.State, l.Address.PostalCode, l.Jurisdiction, l.Version)
	if got != want {
		t.Fatalf("version %d:\ngot  %s\nwant %s\n%q", version, got, want, text)
	}
	if d := l.HeightCM - f.HeightCM; d < -2 || d > 2 {
		t.Fatalf("height %d, want %d", l.HeightCM, f.HeightCM)
	}
}

func randomFields(rng *rand.Rand) aamva.Fields {
	pick := func(list ...string) string { return list[rng.IntN(len(list))] }
	day := func(from, to int) string {
		return fmt.Sprintf("%04d-%02d-%02d", from+rng.IntN(to-from), 1+rng.IntN(12), 1+rng.IntN(28))
	}
	f := aamva.Fields{
		Jurisdiction:   pick("VA", "CA", "TX", "NY", "WV", "AK", "PR"),
		Kind:           pick("DL", "ID"),
		Surname:        pick("DOE", "DADE", "O'BRIEN", "SMITH-JONES", "DE LA CRUZ"),
		FirstName:      pick("ANNA", "JOHN", "DACIA"),
		MiddleNames:    pick("", "B", "LEE ANN"),
		Suffix:         pick("", "", "JR"),
		DocumentNumber: fmt.Sprintf("%c%08d", 'A'+rng.IntN(26), rng.IntN(1e8)),
		BirthDate:      day(1930, 2010),
		ExpiryDate:     day(2020, 2040),
		IssueDate:      day(2000, 2025),
		Sex:            pick("M", "F", "X"),
		Line1:          pick("1 MAIN ST", "4500 DAKOTA AVE"),
		Line2:          pick("", "APT 4"),
		City:           pick("RICHMOND", "DALLAS"),
		PostalCode:     pick("23269", "23269-1234"),
		HeightCM:       120 + rng.IntN(90),
		EyeColor:       pick("BRO", "BLU"),
	}
	f.State = f.Jurisdiction
	if rng.IntN(4) == 0 {
		f.Jurisdiction, f.State, f.PostalCode = "ON", "ON", "K1A 0B1"
	}
	if f.Suffix != "" && f.MiddleNames == "" {
		f.MiddleNames = "C"
	}
	if rng.IntN(2) == 0 {
		own := "Z" + f.Jurisdiction[:1]
		f.Extra = []aamva.Element{{ID: own + "A", Value: "N"}, {ID: own + "B", Value: "07071998"}}
	}
	return f
}

func FuzzParse(f *testing.F) {
	f.Add(ohio)
	f.Add(`%TXAUSTIN^DOE$JOHN^12345 ELM ST^?;63601538774194=150819810101?#" 78729      C               1505130BLKBLK?`)
	f.Add("@ANSI 6360100102DL00390190ZF02290063DLDAADOE,JOHNDAG5929 N ROCK STDAIDELRAYDAJFLDAK44556-     " +
		"DAQJ64DBA20210108DBB19770208DBC1ZFZFAX")
	f.Fuzz(func(t *testing.T, text string) {
		l, err := aamva.Parse(text)
		if err != nil {
			return
		}
		if len(l.Elements) == 0 {
			t.Error("a licence without elements")
		}
		for _, e := range l.Elements {
			if len(e.ID) != 3 || e.Value != strings.TrimSpace(e.Value) {
				t.Errorf("element %+v", e)
			}
		}
		for _, d := range []string{l.BirthDate, l.ExpiryDate, l.IssueDate} {
			if _, err := time.Parse(time.DateOnly, d); d != "" && err != nil {
				t.Errorf("date %q", d)
			}
		}
		if !slices.Contains([]string{"", "M", "F", "X"}, l.Sex) || l.HeightCM < 0 || l.HeightCM > 300 ||
			l.WeightKG < 0 || l.WeightKG > 700 {
			t.Errorf("sex %q, %d cm, %d kg", l.Sex, l.HeightCM, l.WeightKG)
		}
	})
}

// Records of every version for made-up holders, and what is read out of them.
func TestRecordsKeepTheirMeaning(t *testing.T) {
	var out strings.Builder
	rng := rand.New(rand.NewPCG(5, 6))
	for version := 1; version <= 10; version++ {
		text, err := aamva.Build(randomFields(rng), version)
		if err != nil {
			t.Fatal(err)
		}
		l, err := aamva.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		l.Elements = nil // the record itself stands above
		meaning, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%q\n%s\n\n", text, meaning)
	}
	golden.Check(t, "records.golden", out.String())
}

func BenchmarkParse(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := aamva.Parse(ohio); err != nil {
			b.Fatal(err)
		}
	}
}
