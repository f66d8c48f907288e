//go:build !js

package engine_test

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

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
	table, _ := specimen.ApplicantWith(specimen.Passport, 1, specimen.NoDocument, today).Capture("passport")
	selfie, _ := specimen.ApplicantWith(specimen.Passport, 1, specimen.WrongDocument, today).Capture("passport")
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
			set := specimen.ApplicantWith(document, 3, c, today)
			for _, kind := range []string{"passport", "id_front", "id_back"} {
				capture, ok := set.Capture(kind)
				if !ok {
					continue
				}
				r := engine.Assess(engine.Capture{ID: kind, Kind: kind, Bytes: capture.Bytes},
					engine.DefaultThresholds())
				if slices.Contains(r.Prompts, "alignDocumentText") || r.Document == nil {
					t.Errorf("%v %s, %s: prompts %v, outline %v", document, c, kind, r.Prompts, r.Document)
				}
			}
		}
	}
}

func TestACropOfABarcodeIsNotCalledNoDocument(t *testing.T) {
	back, ok := specimen.ApplicantWith(specimen.Licence, 4, specimen.Good, today).Capture("id_back")
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
