//go:build !js

package engine_test

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"proofdesk/engine"
	"proofdesk/engine/chip"
	faces "proofdesk/engine/face/drawn"
	"proofdesk/engine/specimen"
)

func TestAChipIsReadAndAuthenticated(t *testing.T) {
	today := time.Date(2010, 1, 1, 0, 0, 0, 0, time.UTC)
	state, err := chip.NewState("UT", today)
	if err != nil {
		t.Fatal(err)
	}
	d, err := state.Issue([]string{
		"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
	}, nil)
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
				Captures:   []engine.Capture{{ID: "chip", Kind: "nfc", ContentType: "application/json", Bytes: c.body}},
				Thresholds: engine.DefaultThresholds(),
				Today:      today,
				Countries:  c.countries,
			})
			check := slices.IndexFunc(r.Checks, func(c engine.Check) bool { return c.Code == engine.CodeChip })
			if check < 0 || r.Checks[check].Outcome != c.want {
				t.Errorf("checks %+v, want %s", r.Checks, c.want)
			}
			proven := c.want == engine.Pass
			if !slices.ContainsFunc(r.Readings, func(v engine.Reading) bool {
				return v.Source == engine.Chip && v.Field == "firstName" && v.Value == c.name && v.Unproven != proven &&
					(v.Confidence == 1) == proven
			}) {
				t.Errorf("readings %+v", r.Readings)
			}
			if judged := checkOf(r, engine.CodeExpiry).Outcome != ""; judged != proven {
				t.Errorf("the expiry that only this chip tells was judged: %v", judged)
			}
			contents := r.Captures[0].Chip
			if contents == nil || len(contents.Groups) != 1 || contents.Groups[0].Number != 1 ||
				contents.Country != "UT" || contents.ValidFrom != "2005-01-01" || contents.ValidTo != "2015-01-01" {
				t.Fatalf("contents %+v", contents)
			}
			if hash := contents.Groups[0].Hash; (hash == "right") != (name != "forged") {
				t.Errorf("the hash of data group 1 is %q", hash)
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
	d, err := state.Issue([]string{
		"P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<", "L898902C36UTO7408122F1204159ZE184226B<<<<<10",
	}, []byte("\x00\x00\x00\x0cjP  \r\n\x87\n"))
	if err != nil {
		t.Fatal(err)
	}
	body, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	r := engine.Inspect(t.Context(), engine.Submission{
		Captures:   []engine.Capture{{ID: "chip", Kind: "nfc", ContentType: "application/json", Bytes: body}},
		Thresholds: engine.DefaultThresholds(),
		Today:      today,
		Countries:  [][]byte{state.Country},
	})
	for code, want := range map[string]engine.Outcome{
		engine.CodeChip:         engine.Pass,
		engine.CodeChipPortrait: engine.NotRun,
	} {
		at := slices.IndexFunc(r.Checks, func(c engine.Check) bool { return c.Code == code })
		if at < 0 || r.Checks[at].Outcome != want {
			t.Errorf("%s: %+v, want %s", code, r.Checks, want)
		}
	}
}

func TestABadChipCaptureIsUnreadable(t *testing.T) {
	r := engine.Inspect(t.Context(), engine.Submission{
		Captures:   []engine.Capture{{ID: "chip", Kind: "nfc", Bytes: []byte(`{"sod":1}`)}},
		Thresholds: engine.DefaultThresholds(),
	})
	if len(r.Captures) != 1 || r.Captures[0].Fault != "corrupt" {
		t.Errorf("got %+v", r.Captures)
	}
}

// holder holds the passport whose chip tests vary, drawn once for all of them.
var holder = sync.OnceValue(func() engine.Submission {
	return submission(specimen.ApplicantWith(specimen.Passport, 5, specimen.Good, today))
})

// selfies are those of the holder with another face.
var selfies drawings[uint64, []byte]

func taken(face uint64) []byte {
	person := specimen.ApplicantWith(specimen.Passport, 5, specimen.Good, today).Person
	person.Face = face
	return specimen.JPEG(specimen.Selfie(person, 3, 640), 90, 1)
}

// chipped is a passport with a selfie, and a chip that holds a portrait; the chip comes before or behind the passport.
func chipped(t *testing.T, selfie, portrait uint64, trusted, first bool) engine.Report {
	t.Helper()
	set := specimen.ApplicantWith(specimen.Passport, 5, specimen.Good, today)
	state, err := chip.NewState("UT", today)
	if err != nil {
		t.Fatal(err)
	}
	d, err := state.Issue(set.Document.Lines(),
		specimen.JPEG(faces.Portrait(portrait, faces.Options{Size: 240}), 88, 1))
	if err != nil {
		t.Fatal(err)
	}
	body, err := d.JSON()
	if err != nil {
		t.Fatal(err)
	}
	s := holder()
	s.Captures = slices.Clone(s.Captures)
	s.Captures = append(s.Captures, engine.Capture{
		ID:          "selfie",
		Kind:        "selfie",
		ContentType: "image/jpeg",
		Bytes:       selfies.of(selfie, taken),
	})
	nfc := engine.Capture{ID: "chip", Kind: "nfc", ContentType: "application/json", Bytes: body}
	at := len(s.Captures)
	if first {
		at = 0
	}
	s.Captures = slices.Insert(s.Captures, at, nfc)
	if trusted {
		s.Countries = [][]byte{state.Country}
	}
	return engine.Inspect(t.Context(), s)
}

func TestOnlyAChipThatATrustedStateSignedStandsForTheDocument(t *testing.T) {
	owner := specimen.ApplicantWith(specimen.Passport, 5, specimen.Good, today).Person.Face
	stranger := specimen.ApplicantWith(specimen.Passport, 5, specimen.WrongFace, today).Impostor
	cases := map[string]struct {
		selfie, portrait uint64
		trusted, first   bool
		match, chip      engine.Outcome
		against          string // the capture that the selfie is compared with
	}{
		"made by the attacker":           {stranger, stranger, false, true, engine.Warn, engine.Warn, "passport"},
		"owner's, of an unknown State":   {owner, owner, false, false, engine.Pass, engine.Pass, "passport"},
		"owner's, of a trusted State":    {owner, owner, true, false, engine.Pass, engine.Pass, "chip"},
		"the print shows somebody else":  {stranger, stranger, true, false, engine.Pass, engine.Warn, "chip"},
		"a stranger with a genuine chip": {stranger, owner, true, true, engine.Warn, engine.Pass, "chip"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := chipped(t, c.selfie, c.portrait, c.trusted, c.first)
			match, own := checkOf(r, engine.CodeFaceMatch), checkOf(r, engine.CodeChipPortrait)
			if match.Outcome != c.match || match.Evidence[0].Capture != c.against {
				t.Errorf("match %+v, want %s against the portrait of %s", match, c.match, c.against)
			}
			if own.Outcome != c.chip || own.Outcome == engine.Warn && own.Reasons[0] != "chip.portrait_unsure" {
				t.Errorf("portrait in the chip %+v, want %s", own, c.chip)
			}
			for _, template := range r.Templates {
				if template.Capture == "chip" && !c.trusted {
					t.Error("an unproven chip's face is kept")
				}
			}
		})
	}
}

func TestAChipWithoutItsSignatureProvesNothing(t *testing.T) {
	for _, body := range []string{`{"dg1":"YQA="}`, `{"sod":"AAAA"}`} {
		r := engine.Inspect(t.Context(), one("nfc", []byte(body)))
		if check := checkOf(r, engine.CodeChip); check.Outcome != engine.Inconclusive ||
			!slices.Contains(check.Reasons, "chip.missing") {
			t.Errorf("%s: %+v", body, r.Checks)
		}
	}
}
