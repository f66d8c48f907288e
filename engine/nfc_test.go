//go:build !js

package engine_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"proofdesk/engine"
	"proofdesk/engine/chip"
)

func TestAChipIsReadAndAuthenticated(t *testing.T) {
	today := time.Date(2010, 1, 1, 0, 0, 0, 0, time.UTC)
	state, err := chip.NewState("UT", today)
	if err != nil {
		t.Fatal(err)
	}
	d, err := state.Issue([]string{"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	genuine, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	d.Groups[1] = []byte(strings.Replace(string(d.Groups[1]), "ANNA", "EMMA", 1))
	forged, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct {
		body      []byte
		countries [][]byte
		want      engine.Outcome
		name      string
	}{
		"genuine, country trusted":     {genuine, [][]byte{state.Country}, engine.Pass, "ANNA MARIA"},
		"genuine, country not trusted": {genuine, nil, engine.Inconclusive, "ANNA MARIA"},
		"forged":                       {forged, [][]byte{state.Country}, engine.Fail, "EMMA MARIA"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			r := engine.Inspect(t.Context(), engine.Submission{
				Captures: []engine.Capture{{ID: "chip", Kind: "nfc", ContentType: "application/json", Bytes: c.body}}, Thresholds: engine.DefaultThresholds(), Today: today, Countries: c.countries,
			})
			check := slices.IndexFunc(r.Checks, func(c engine.Check) bool { return c.Code == engine.CodeChip })
			if check < 0 || r.Checks[check].Outcome != c.want {
				t.Errorf("checks %+v, want %s", r.Checks, c.want)
			}
			if !slices.ContainsFunc(r.Readings, func(v engine.Reading) bool {
				return v.Source == engine.Chip && v.Field == "firstName" && v.Value == c.name
			}) {
				t.Errorf("readings %+v", r.Readings)
			}
		})
	}
}

func TestAChipPortraitInAnotherFormatIsNamed(t *testing.T) {
	today := time.Date(2010, 1, 1, 0, 0, 0, 0, time.UTC)
	state, err := chip.NewStateOn("brainpoolP384r1", true, "UT", today)
	if err != nil {
		t.Fatal(err)
	}
	d, err := state.Issue([]string{"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10"}, []byte("\x00\x00\x00\x0cjP  \r\n\x87\n"))
	if err != nil {
		t.Fatal(err)
	}
	body, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	r := engine.Inspect(t.Context(), engine.Submission{
		Captures: []engine.Capture{{ID: "chip", Kind: "nfc", ContentType: "application/json", Bytes: body}}, Thresholds: engine.DefaultThresholds(), Today: today, Countries: [][]byte{state.Country},
	})
	for code, want := range map[string]engine.Outcome{engine.CodeChip: engine.Pass, engine.CodePortrait: engine.NotRun} {
		at := slices.IndexFunc(r.Checks, func(c engine.Check) bool { return c.Code == code })
		if at < 0 || r.Checks[at].Outcome != want {
			t.Errorf("%s: %+v, want %s", code, r.Checks, want)
		}
	}
}

func TestABadChipCaptureIsUnreadable(t *testing.T) {
	r := engine.Inspect(t.Context(), engine.Submission{Captures: []engine.Capture{{ID: "chip", Kind: "nfc", Bytes: []byte(`{"sod":1}`)}}, Thresholds: engine.DefaultThresholds()})
	if len(r.Captures) != 1 || r.Captures[0].Fault != "corrupt" {
		t.Errorf("got %+v", r.Captures)
	}
}
