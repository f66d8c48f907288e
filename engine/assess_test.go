//go:build !js

package engine_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	xdraw "golang.org/x/image/draw"

	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// landscape is a sky over hills with trees.
func landscape(t *testing.T) []byte {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 4))
	const w, h = 1600, 1200
	m := image.NewRGBA(image.Rect(0, 0, w, h))
	for x := range w {
		hill := 560 + 90*math.Sin(float64(x)/170) + 40*math.Sin(float64(x)/53)
		tree := 0.0
		if x/37%3 == 0 {
			tree = 60 * math.Abs(math.Sin(float64(x)/12))
		}
		for y := range h {
			c := color.RGBA{uint8(120 + y/12), uint8(160 + y/14), 230, 255}
			if float64(y) > hill-tree {
				g := rng.IntN(70)
				c = color.RGBA{uint8(30 + g/2 + y/40), uint8(80 + g), uint8(30 + g/3), 255}
			}
			m.SetRGBA(x, y, c)
		}
	}
	return encoded(t, m)
}

func TestAnUploadThatShowsNoDocumentIsTold(t *testing.T) {
	table, _ := capture(specimen.Passport, 1, specimen.NoDocument, "passport")
	selfie, _ := capture(specimen.Passport, 1, specimen.WrongDocument, "passport")
	for name, picture := range map[string][]byte{
		"landscape": landscape(t),
		"table":     table.Bytes,
		"person":    selfie.Bytes,
	} {
		for _, kind := range []string{"id_front", "id_back", "document"} {
			r := engine.Assess(engine.Capture{ID: kind, Kind: kind, Bytes: picture}, engine.DefaultThresholds())
			if !slices.Contains(r.Prompts, "alignDocumentText") || r.Document != nil {
				t.Errorf("%s as %s: prompts %v, outline %v", name, kind, r.Prompts, r.Document)
			}
		}
	}
}

func TestAnUploadOfADocumentIsNotCalledNone(t *testing.T) {
	for _, document := range []specimen.Kind{specimen.Passport, specimen.CardTD1, specimen.Licence} {
		for _, c := range []specimen.Case{specimen.Slanted, specimen.OutOfFocus} {
			for _, kind := range []string{"passport", "id_front", "id_back"} {
				shown, ok := capture(document, 3, c, kind)
				if !ok {
					continue
				}
				r := engine.Assess(engine.Capture{ID: kind, Kind: kind, Bytes: shown.Bytes},
					engine.DefaultThresholds())
				if slices.Contains(r.Prompts, "alignDocumentText") || r.Document == nil {
					t.Errorf("%v %s, %s: prompts %v, outline %v", document, c, kind, r.Prompts, r.Document)
				}
			}
		}
	}
}

func TestTheOtherSideOfACardIsAskedFor(t *testing.T) {
	const useFront, useBack = "incorrectDocumentSideFrontText", "incorrectDocumentSideBackText"
	for _, document := range []specimen.Kind{specimen.CardTD1, specimen.Licence} {
		for _, tt := range []struct{ shows, kind, want string }{
			{"id_front", "id_front", ""},
			{"id_front", "id_back", useBack},
			{"id_back", "id_back", ""},
			{"id_back", "secondary_front", useFront},
		} {
			shown, ok := capture(document, 3, specimen.Good, tt.shows)
			if !ok {
				t.Fatalf("%v has no %s", document, tt.shows)
			}
			r := engine.Assess(engine.Capture{ID: "c", Kind: tt.kind, Bytes: shown.Bytes}, engine.DefaultThresholds())
			if strings.Join(r.Prompts, " ") != tt.want {
				t.Errorf("%v, %s sent as %s: %v, want %s", document, tt.shows, tt.kind, r.Prompts, tt.want)
			}
		}
	}
}

func TestTheOtherSideOfACardIsAskedForHoweverItIsTurned(t *testing.T) {
	otherSide := func(prompt string) bool { return strings.HasPrefix(prompt, "incorrectDocumentSide") }
	for _, document := range []specimen.Kind{specimen.CardTD1, specimen.Licence} {
		card := specimen.ApplicantWith(document, 11, specimen.Good, today).Document
		for _, turn := range []float64{20, 30, 40, 45} {
			c := specimen.Conditions{Width: 1280, Height: 720, Surface: specimen.Slate, Fill: .98, Rotation: turn}
			front, back := specimen.Photograph(card.Front(), c), specimen.Photograph(card.Back(), c)
			for _, tt := range []struct {
				shown *image.RGBA
				kind  string
				other bool
			}{
				{front, "id_front", false},
				{front, "id_back", true},
				{back, "id_back", false},
				{back, "id_front", true},
			} {
				r := engine.AssessFrame(tt.kind, tt.shown, engine.DefaultThresholds())
				if slices.ContainsFunc(r.Prompts, otherSide) != tt.other {
					t.Errorf("%v at %v degrees as %s: %v", document, turn, tt.kind, r.Prompts)
				}
			}
		}
	}
}

func TestAnUploadOfAnotherKindOfDocumentIsTold(t *testing.T) {
	const unseen, page, copied = "makeSurePhotoTextVisible", "page", " copied" // a letter has no colour
	for _, tt := range []struct {
		document           specimen.Kind
		shows, kind, wants string
	}{
		{specimen.Passport, "passport", "passport", ""},
		{specimen.Passport, "passport", "id_front", ""}, // which may be shown where a card was asked for
		{specimen.CardTD1, "id_front", "passport", page},
		{specimen.Licence, "id_front", "passport", page},
		{specimen.CardTD1, "id_back", "passport", page},
		{specimen.Licence, "id_back", "passport", page},
		{specimen.Licence, "id_front", "secondary_front", ""},
		{specimen.Passport, "document", "passport", unseen + copied},
		{specimen.Passport, "document", "id_front", unseen + copied},
		{specimen.Passport, "document", "secondary_front", unseen + copied},
		{specimen.Passport, "document", "document", ""},
	} {
		shown, ok := capture(tt.document, 3, specimen.Good, tt.shows)
		if !ok {
			t.Fatalf("%v has no %s", tt.document, tt.shows)
		}
		r := engine.AssessUpload(engine.Capture{ID: "c", Kind: tt.kind, Bytes: shown.Bytes}, engine.DefaultThresholds())
		if strings.Join(r.Prompts, " ") != tt.wants || r.Document == nil {
			t.Errorf("%v, %s sent as %s: %v, outline %v, want %s",
				tt.document, tt.shows, tt.kind, r.Prompts, r.Document, tt.wants)
		}
	}
}

func TestAnUploadOfACopyIsToldAsItsReportTells(t *testing.T) {
	for _, document := range []specimen.Kind{specimen.Passport, specimen.CardTD1, specimen.Licence} {
		for is, copied := range map[specimen.Case]bool{
			specimen.Good: false, specimen.Slanted: false, specimen.Photocopied: true, specimen.OnScreen: true,
		} {
			for _, kind := range []string{"passport", "id_front", "id_back"} {
				shown, ok := capture(document, 3, is, kind)
				if !ok {
					continue
				}
				c := engine.Capture{ID: "c", Kind: kind, Bytes: shown.Bytes}
				s := engine.Submission{Captures: []engine.Capture{c}, Thresholds: engine.DefaultThresholds()}
				s.Today = today
				reported := checkOf(engine.Inspect(t.Context(), s), engine.CodeRealness).Outcome == engine.Fail
				prompts := engine.AssessUpload(c, s.Thresholds).Prompts
				if told := slices.Contains(prompts, "copied"); told != copied || reported != copied {
					t.Errorf("%v, %s, %s: prompts %v, reported as a copy: %v", document, is, kind, prompts, reported)
				}
				s.Thresholds.RealID = false
				if prompts := engine.AssessUpload(c, s.Thresholds).Prompts; slices.Contains(prompts, "copied") {
					t.Errorf("%v, %s, %s: %v, where nothing asks for it", document, is, kind, prompts)
				}
			}
		}
	}
}

func TestACropOfABarcodeIsNotCalledNoDocument(t *testing.T) {
	back, ok := capture(specimen.Licence, 4, specimen.Good, "id_back")
	if !ok {
		t.Fatal("no back")
	}
	for name, crop := range map[string][]byte{
		"sharp": lowerHalf(t, back.Bytes),
		"soft":  soft(t, lowerHalf(t, back.Bytes), 3),
	} {
		if r := engine.Assess(engine.Capture{ID: "crop", Kind: "document", Bytes: crop},
			engine.DefaultThresholds()); slices.Contains(
			r.Prompts, "alignDocumentText") {
			t.Errorf("%s: %v", name, r.Prompts)
		}
	}
}

func TestAFrameIsAssessedAsThePictureOfTheSamePixels(t *testing.T) {
	for _, kind := range []string{"passport", "selfie"} {
		drawn, _ := specimen.Applicant(11, specimen.Good, time.Date(2026, 5, 4, 0, 0, 0, 0, time.UTC)).Capture(kind)
		img, _, err := image.Decode(bytes.NewReader(drawn.Bytes))
		if err != nil {
			t.Fatal(err)
		}
		frame := image.NewRGBA(image.Rect(0, 0, 640, 480))
		xdraw.CatmullRom.Scale(frame, frame.Rect, img, img.Bounds(), xdraw.Src, nil)
		var encoded bytes.Buffer
		if err := png.Encode(&encoded, frame); err != nil {
			t.Fatal(err)
		}
		want := engine.Assess(engine.Capture{Kind: kind, Bytes: encoded.Bytes()}, engine.DefaultThresholds())
		got := engine.AssessFrame(kind, frame, engine.DefaultThresholds())
		want.Format = ""
		if !reflect.DeepEqual(got, want) || len(got.Scores) == 0 {
			t.Errorf("%s: a frame is %+v, the picture of it %+v", kind, got, want)
		}
	}
}
