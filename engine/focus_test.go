package engine_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// blurs are degrees of what a lens and a hand do, from what every reader copes with to what none does; in px of a
// document 1000 px long.
var blurs = []struct {
	lens, shake, degrees float64
	readable, lost       bool
}{
	{lens: 1.3, readable: true},
	{lens: 2.6},
	{lens: 6, lost: true},
	{shake: 3.5, readable: true},
	{shake: 3.5, degrees: 45, readable: true},
	{shake: 3.5, degrees: 90, readable: true},
	{shake: 10, degrees: 135},
	{shake: 18, lost: true},
	{shake: 22, degrees: 45, lost: true},
	{shake: 22, degrees: 135, lost: true},
	{shake: 36, degrees: 90, lost: true},
}

// What is read off a picture that is little blurred passes the SDK's own threshold, and what can't be read doesn't,
// whichever way the hand shook.
func TestFocusSaysWhetherPrintCanBeRead(t *testing.T) {
	for i, kind := range []specimen.Kind{specimen.Passport, specimen.CardTD1, specimen.Licence} {
		for j, b := range sampled(blurs) {
			seed := uint64(60 + 20*i + j)
			s := specimen.ApplicantWith(kind, seed, specimen.Good, today)
			side, card := "id_back", s.Document.Back()
			if card == nil {
				side, card = "passport", s.Document.Front()
			}
			c := specimen.Conditions{Width: 1150, Height: 820, Rotation: float64(j%5) - 2, Noise: 2, Seed: seed}
			if j%3 == 1 {
				c.Width, c.Height = 1700, 1200
			}
			at := specimen.Corners(card, c).Side(0) / 1000
			c.Blur, c.Motion, c.MotionAngle = b.lens*at, int(b.shake*at+.5), b.degrees
			r := engine.Inspect(context.Background(),
				engine.Submission{Thresholds: engine.DefaultThresholds(), Today: today, Captures: []engine.Capture{
					{ID: side, Kind: side, Bytes: specimen.JPEG(specimen.Photograph(card, c), 88, 1)},
				}})
			whole, focus := readWhole(s.Document, r), outcome(r, engine.CodeFocus)
			if b.readable != (focus == engine.Pass) || b.readable && !whole || b.lost && whole {
				t.Errorf("%s %d, lens %v, shake %v along %v°: read %v, focus %v",
					kind, seed, b.lens, b.shake, b.degrees, whole, r.Captures[0].Scores["focus"])
			}
		}
	}
}

// readWhole reports whether a document's zone or barcode was read as it was drawn.
func readWhole(d specimen.Document, r engine.Report) bool {
	c := r.Captures[0]
	for _, s := range c.Symbols {
		if s.Text == d.Record() {
			return true
		}
	}
	var lines []string
	for _, l := range c.MRZLines {
		lines = append(lines, l.Text)
	}
	return len(lines) > 0 && strings.Join(lines, "|") == strings.Join(d.Lines(), "|")
}

func outcome(r engine.Report, code string) engine.Outcome {
	for _, c := range r.Checks {
		if c.Code == code {
			return c.Outcome
		}
	}
	return engine.NotRun
}

// A prompt is only sent for what it says, and both limits of the brightness stand in the report.
func TestBrightnessStandsBetweenTwoLimitsAndAsksForWhatIsMissing(t *testing.T) {
	s := specimen.ApplicantWith(specimen.Passport, 9, specimen.Good, today)
	card := s.Document.Front()
	white := specimen.JPEG(specimen.Letter(s.Person, 9), 90, 1)
	dark := specimen.JPEG(specimen.Photograph(card, specimen.Conditions{Width: 1000, Height: 700, Light: .2}), 90, 1)
	veiled := specimen.Photograph(card, specimen.Conditions{Width: 1000, Height: 700})
	for i, v := range veiled.Pix {
		if i%4 != 3 {
			veiled.Pix[i] = 185 + v/4
		}
	}
	for name, c := range map[string]struct {
		kind    string
		bytes   []byte
		outcome engine.Outcome
		prompt  string
	}{
		"a white sheet":     {"document", white, engine.Pass, ""},
		"in the dark":       {"passport", dark, engine.Fail, "tooMuchDark"},
		"under a pale veil": {"passport", specimen.JPEG(veiled, 90, 1), engine.Fail, "makeSurePhotoTextVisible"},
	} {
		r := engine.Inspect(context.Background(), one(c.kind, c.bytes))
		got, prompts := checkOf(r, engine.CodeBrightness), r.Captures[0].Prompts
		if got.Outcome != c.outcome || got.Limits == nil || got.Threshold == nil ||
			*got.Threshold != got.Limits[0] && *got.Threshold != got.Limits[1] {
			t.Errorf("%s: %+v", name, got)
		}
		if slices.Contains(prompts, "tooMuchGlare") || c.prompt != "" && !slices.Contains(prompts, c.prompt) {
			t.Errorf("%s: prompts %v, want %q", name, prompts, c.prompt)
		}
	}
}
