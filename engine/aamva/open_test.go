package aamva_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"proofdesk/engine/aamva"
)

// held returns every field of a licence by its name for Doubtful.
func held(l aamva.License) map[aamva.Field]string {
	return map[aamva.Field]string{
		aamva.Surname:        l.Surname,
		aamva.GivenNames:     l.GivenNames,
		aamva.Suffix:         l.Suffix,
		aamva.DocumentNumber: l.DocumentNumber,
		aamva.BirthDate:      l.BirthDate,
		aamva.ExpiryDate:     l.ExpiryDate,
		aamva.IssueDate:      l.IssueDate,
		aamva.Sex:            l.Sex,
		aamva.Line1:          l.Address.Line1,
		aamva.Line2:          l.Address.Line2,
		aamva.City:           l.Address.City,
		aamva.State:          l.Address.State,
		aamva.PostalCode:     l.Address.PostalCode,
		aamva.Height:         fmt.Sprint(l.HeightCM),
		aamva.Weight:         fmt.Sprint(l.WeightKG),
	}
}

// cutEverywhere parses every beginning of a text: each is refused by name, or gives only values of the whole, values
// that are named as doubtful, and gaps.
func cutEverywhere(t *testing.T, text string) {
	t.Helper()
	parsed, err := aamva.Parse(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	whole := held(parsed)
	for i := range text {
		l, err := aamva.Parse(text[:i])
		if err != nil {
			if !errors.Is(err, aamva.ErrEmpty) && !errors.Is(err, aamva.ErrNotRecord) &&
				!errors.Is(err, aamva.ErrNoElement) {
				t.Fatalf("cut at %d: %v", i, err)
			}
			continue
		}
		for field, value := range held(l) {
			if value != "" && value != "0" && value != whole[field] && !l.Doubtful(field) {
				t.Errorf("cut at %d of %q: field %d is %q instead of %q, and not named as doubtful (open %v)",
					i, text, field, value, whole[field], l.Open)
			}
		}
	}
}

func TestNoBeginningOfARecordGivesAWrongValueSilently(t *testing.T) {
	rng := rand.New(rand.NewPCG(31, 32))
	packed := strings.NewReplacer("\n", "", "\r", "", "\x1e", "")
	for version := 1; version <= 10; version++ {
		for range 6 {
			text, err := aamva.Build(randomFields(rng), version)
			if err != nil {
				t.Fatal(err)
			}
			cutEverywhere(t, text)
			cutEverywhere(t, packed.Replace(text))
			cutEverywhere(t, strings.TrimRight(text, "\r"))
		}
	}
	cutEverywhere(t, ohio)
}

func TestNoBeginningOfAStripeGivesAWrongValueSilently(t *testing.T) {
	for _, text := range []string{
		`%TXAUSTIN^DOE$JOHN$Q^12345 ELM ST$APT 4^?;63601538774194=150819810117?#" 78729      C               ` +
			`1505130BLKBRO?`,
		`%FLDELRAY BEACH^DOE$JOHN^4818 S FEDERAL BLVD^           \?;6360100462172082009=2101198799080=?`,
		`%MDANNAPOLIS^DOE$JANE$ANN^12 BAY ST^?;6360038774194123456=160819810117?`,
	} {
		cutEverywhere(t, text)
	}
}

func TestAWholeRecordIsNotOpen(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 34))
	for version := 1; version <= 10; version++ {
		text, err := aamva.Build(randomFields(rng), version)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{text, strings.TrimRight(text, "\r"), text + "\n"} {
			if l, err := aamva.Parse(text); err != nil || len(l.Open) != 0 {
				t.Errorf("version %d: open %v, %v", version, l.Open, err)
			}
		}
	}
}

func TestARecordWithoutEndIsOpenInItsLastElement(t *testing.T) {
	for text, want := range map[string]string{
		ohio[:strings.Index(ohio, "PARK")]:       "DAG",
		ohio[:strings.Index(ohio, "\nDCSRIVE")]:  "DBA",
		ohio[:strings.Index(ohio, "\nDCSRIV")+1]: "",
	} {
		l, err := aamva.Parse(text)
		if err != nil || strings.Join(l.Open, " ") != want {
			t.Errorf("%q is open in %v, not %s (%v)", text, l.Open, want, err)
		}
	}
}
