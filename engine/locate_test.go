package engine_test

import (
	"context"
	"image"
	"image/draw"
	"slices"
	"testing"

	"proofdesk/engine"
	"proofdesk/engine/raster"
	"proofdesk/engine/specimen"
)

// shown photographs one side of a drawn document.
func shown(kind specimen.Kind, seed uint64, back bool, c specimen.Conditions) *image.RGBA {
	d := specimen.ApplicantWith(kind, seed, specimen.Good, today).Document
	if back {
		return specimen.Photograph(d.Back(), c)
	}
	return specimen.Photograph(d.Front(), c)
}

// stacked puts one picture below another on one table.
func stacked(pictures ...*image.RGBA) []byte {
	wide, high := 0, 0
	for _, p := range pictures {
		wide, high = max(wide, p.Rect.Dx()), high+p.Rect.Dy()
	}
	out := image.NewRGBA(image.Rect(0, 0, wide, high))
	draw.Draw(out, out.Rect, image.NewUniform(pictures[0].RGBAAt(0, 0)), image.Point{}, draw.Src)
	y := 0
	for _, p := range pictures {
		draw.Draw(out, p.Rect.Add(image.Pt((wide-p.Rect.Dx())/2, y)), p, image.Point{}, draw.Src)
		y += p.Rect.Dy()
	}
	return specimen.JPEG(out, 90, 1)
}

func corners(q [8]float64) (r raster.Quad) {
	for i := range r {
		r[i] = raster.Point{X: q[2*i], Y: q[2*i+1]}
	}
	return r
}

func within(q raster.Quad, b engine.Box) bool {
	x0, y0, x1, y1 := q.Bounds()
	x, y := float64(b.X)+float64(b.W)/2, float64(b.Y)+float64(b.H)/2
	return x > x0 && x < x1 && y > y0 && y < y1
}

func TestOfTwoDocumentsTheOneWithTheCodeIsMeasuredThroughout(t *testing.T) {
	large, small := specimen.Conditions{
		Width:    1500,
		Height:   1080,
		Rotation: -4,
	}, specimen.Conditions{Width: 1100, Height: 780, Rotation: 2}
	copied := small
	copied.Photocopy = true
	cases := map[string]struct {
		asked    string
		bytes    []byte
		realness engine.Outcome
	}{
		"a copied passport below a card": {
			"passport", stacked(shown(specimen.CardTD1, 3, false, large), shown(specimen.Passport, 4, false, copied)),
			engine.Fail,
		},
		"a copied passport above a card": {
			"passport", stacked(shown(specimen.Passport, 4, false, copied), shown(specimen.CardTD1, 3, false, large)),
			engine.Fail,
		},
		"a passport below a copied card": {
			"passport", stacked(shown(specimen.CardTD1, 3, false, copied), shown(specimen.Passport, 4, false, large)),
			engine.Pass,
		},
		"a back below another's front": {
			"id_back", stacked(shown(specimen.CardTD1, 5, false, large), shown(specimen.Licence, 5, true, large)),
			engine.Pass,
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := engine.Inspect(context.Background(), one(c.asked, c.bytes))
			capture, found := r.Captures[0], checkOf(r, engine.CodeDocument)
			if found.Outcome != engine.Warn || !slices.Contains(found.Reasons, "document.multiple") ||
				!slices.Contains(capture.Prompts, "alignDocumentText") {
				t.Fatalf("%s %v, prompts %v", found.Outcome, found.Reasons, capture.Prompts)
			}
			if !slices.ContainsFunc(found.Evidence,
				func(e engine.Evidence) bool { return e.Label == "second document" }) {
				t.Errorf("the other document is not shown: %+v", found.Evidence)
			}
			if capture.Document == nil {
				t.Fatal("no outline")
			}
			outline := corners(capture.Document.Corners)
			for _, line := range capture.MRZLines {
				if !within(outline, line.Box) {
					t.Errorf("the zone lies outside of the outline: %+v", line.Box)
				}
			}
			for _, read := range r.Readings {
				if read.Box != nil && !within(outline, *read.Box) {
					t.Errorf("%s was read outside of the outline", read.Field)
				}
			}
			for _, f := range capture.Faces {
				if !within(outline, f.Box) {
					t.Errorf("a portrait lies outside of the outline: %+v", f.Box)
				}
			}
			if got := checkOf(r, engine.CodeRealness); got.Outcome != c.realness {
				t.Errorf("realness %s %v, want %s", got.Outcome, got.Reasons, c.realness)
			}
			if got := checkOf(r, engine.CodeKind); got.Outcome != engine.Pass {
				t.Errorf("kind %s: %s", got.Outcome, got.Detail)
			}
		})
	}
}

func TestACodeTellsFormatAndSide(t *testing.T) {
	cases := []struct {
		kind   specimen.Kind
		back   bool
		asked  string
		format string
		reason string
	}{
		{specimen.CardTD1, true, "id_back", "ID-1", ""},
		{specimen.CardTD1, true, "id_front", "ID-1", "document.wrong_side"},
		{specimen.Licence, true, "id_back", "ID-1", ""},
		{specimen.CardTD2, false, "id_front", "ID-2", ""},
		{specimen.CardTD2, false, "id_back", "ID-2", "document.wrong_side"},
		{specimen.FrenchID, false, "id_front", "ID-2", ""},
		{specimen.Passport, false, "passport", "ID-3", ""},
	}
	for _, c := range sampled(cases) {
		for _, view := range sampled([]specimen.Conditions{{Rotation: 37}, {Rotation: 5, Tilt: .12}, {Lean: -.12}}) {
			view.Width, view.Height = 1700, 1300
			r := engine.Inspect(context.Background(),
				one(c.asked, specimen.JPEG(shown(c.kind, 11, c.back, view), 90, 1)))
			capture, kind := r.Captures[0], checkOf(r, engine.CodeKind)
			if len(capture.MRZLines)+len(capture.Symbols) == 0 {
				t.Errorf("%s under %+v: no code was read", c.kind, view)
				continue
			}
			if capture.Document == nil || capture.Document.Format != c.format {
				t.Errorf("%s under %+v: outline %+v, want %s", c.kind, view, capture.Document, c.format)
			}
			if c.reason == "" && kind.Outcome != engine.Pass ||
				c.reason != "" && !slices.Contains(kind.Reasons, c.reason) {
				t.Errorf("%s as %s under %+v: %s %v (%s)", c.kind, c.asked, view, kind.Outcome, kind.Reasons,
					kind.Detail)
			}
		}
	}
}

func TestTheOutlinesScoreSaysWhatItsOutcomeSays(t *testing.T) {
	letter, _ := capture(specimen.Passport, 9, specimen.Good, "document")
	table := specimen.Table(specimen.Conditions{Width: 1200, Height: 900, Surface: specimen.Marble})
	pictures := map[string][]byte{
		"a letter":      letter.Bytes,
		"an animal":     specimen.JPEG(animal(), 85, 1),
		"a table":       specimen.JPEG(table, 85, 1),
		"a square code": square(t, "https://example.org/menu"),
		"a passport": specimen.JPEG(shown(specimen.Passport, 2, false,
			specimen.Conditions{Width: 1280, Height: 900}), 90, 1),
	}
	for name, b := range pictures {
		for _, kind := range sampled([]string{"passport", "id_back", "document"}) {
			c := checkOf(engine.Inspect(context.Background(), one(kind, b)), engine.CodeDocument)
			if c.Outcome == engine.Pass && c.Score != nil && *c.Score < *c.Threshold {
				t.Errorf("%s as %s passes with %v of %v", name, kind, *c.Score, *c.Threshold)
			}
			if c.Outcome != engine.Pass && len(c.Reasons) == 0 {
				t.Errorf("%s as %s: %s without a reason", name, kind, c.Outcome)
			}
		}
	}
}

func TestHalfABackIsCutAndNotNone(t *testing.T) {
	for _, kind := range []specimen.Kind{specimen.Licence, specimen.CardTD1} {
		for i, c := range sampled([]specimen.Conditions{
			{ShiftX: .46}, {ShiftX: -.46, Rotation: 2}, {ShiftY: .44, Rotation: 4},
		}) {
			c.Width, c.Height, c.Seed, c.Surface = 1800, 1350, 6000+uint64(i), specimen.Surface(i)
			r := engine.Inspect(context.Background(),
				one("id_back", specimen.JPEG(shown(kind, 6000+uint64(i), true, c), 90, 1)))
			if got := checkOf(r, engine.CodeDocument); !slices.Contains(got.Reasons, "document.cut") {
				t.Errorf("%s %d: %s %v", kind, i, got.Outcome, got.Reasons)
			}
		}
	}
}

func TestTiltedBacksAreNoScreens(t *testing.T) {
	for seed, c := range sampled([]specimen.Conditions{
		{Rotation: 7, Tilt: .1}, {Rotation: 7, Tilt: .05}, {Rotation: 11, Lean: .05},
	}) {
		c.Width, c.Height, c.Surface, c.Seed = 2400, 1800, specimen.Surface(seed), uint64(seed)
		r := engine.Inspect(context.Background(),
			one("id_back", specimen.JPEG(shown(specimen.Licence, 3000+uint64(seed), true, c), 90, 1)))
		if got := checkOf(r, engine.CodeRealness); got.Outcome != engine.Pass {
			t.Errorf("%+v: %s %v of %v", c, got.Outcome, *got.Score, got.Reasons)
		}
		c.Screen = true
		r = engine.Inspect(context.Background(),
			one("id_back", specimen.JPEG(shown(specimen.Licence, 3000+uint64(seed), true, c), 90, 1)))
		if got := checkOf(r, engine.CodeRealness); got.Outcome != engine.Fail ||
			!slices.Contains(got.Reasons, "document.screen") {
			t.Errorf("on a display, %+v: %s %v", c, got.Outcome, got.Reasons)
		}
	}
}
