package engine_test

import (
	"bytes"
	"context"
	"image"
	"image/jpeg"
	"slices"
	"testing"

	"proofdesk/engine"
	"proofdesk/engine/raster"
	"proofdesk/engine/specimen"
)

// soft returns the grey picture of a file out of focus.
func soft(t *testing.T, b []byte, sigma float64) []byte {
	t.Helper()
	m, _, err := raster.Decode(b, raster.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	return encoded(t, raster.GaussianBlur(m.Gray(), sigma))
}

func encoded(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, m, &jpeg.Options{Quality: 88}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// lowerHalf is the part of a licence's back that holds the barcode, as a camera that moved closer shows it.
func lowerHalf(t *testing.T, b []byte) []byte {
	t.Helper()
	m, _, err := raster.Decode(b, raster.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	w, h := m.Size()
	return encoded(t, m.RGBA().SubImage(image.Rect(w/12, h*2/5, w*11/12, h)))
}

func TestABackWhoseBarcodeIsTooSoftAsksForACloserLook(t *testing.T) {
	for seed := uint64(1); seed < 3; seed++ {
		licence, ok := capture(specimen.Licence, seed, specimen.Good, "id_back")
		card, has := capture(specimen.CardTD1, seed, specimen.Good, "id_back")
		if !ok || !has {
			t.Fatal("no back")
		}
		for name, c := range map[string]struct {
			bytes []byte
			want  bool
		}{
			"sharp":             {licence.Bytes, false},
			"soft":              {soft(t, licence.Bytes, 5), true},
			"without a barcode": {card.Bytes, false},
		} {
			r := engine.Assess(engine.Capture{ID: "back", Kind: "id_back", Bytes: c.bytes}, engine.DefaultThresholds())
			if got := slices.Contains(r.Prompts, "moveCloserBarcode"); got != c.want {
				t.Errorf("seed %d, %s: prompts %v", seed, name, r.Prompts)
			}
		}
	}
}

func TestACropOfTheBarcodeStandsInForTheBacksOwn(t *testing.T) {
	back, ok := capture(specimen.Licence, 4, specimen.Good, "id_back")
	if !ok {
		t.Fatal("no back")
	}
	unread, crop := soft(t, back.Bytes, 6), lowerHalf(t, back.Bytes)
	for name, c := range map[string]struct {
		captures []engine.Capture
		from     string
	}{
		"the back alone": {[]engine.Capture{{ID: "back", Kind: "id_back", Bytes: unread}}, ""},
		"with a crop": {
			[]engine.Capture{{ID: "crop", Kind: "document", Bytes: crop}, {ID: "back", Kind: "id_back", Bytes: unread}},
			"crop",
		},
		"a back that was read": {
			[]engine.Capture{
				{ID: "back", Kind: "id_back", Bytes: back.Bytes},
				{ID: "crop", Kind: "document", Bytes: crop},
			},
			"back",
		},
		"a document without an ID": {[]engine.Capture{{ID: "crop", Kind: "document", Bytes: crop}}, ""},
		"a crop that can't be read ": {
			[]engine.Capture{
				{ID: "back", Kind: "id_back", Bytes: unread},
				{ID: "crop", Kind: "document", Bytes: soft(t, crop, 7)},
			},
			"",
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := engine.Inspect(context.Background(), engine.Submission{
				Captures:   c.captures,
				Thresholds: engine.DefaultThresholds(),
				Today:      today,
			})
			from := ""
			for _, reading := range r.Readings {
				if reading.Source == engine.Barcode && reading.Field == "documentNumber" {
					from += reading.Capture
				}
			}
			if from != c.from {
				t.Errorf("the number was read from %q, want %q", from, c.from)
			}
			if check := checkOf(r, engine.CodeRead); c.from != "" && check.Outcome != engine.Pass {
				t.Errorf("document.read: %+v", check)
			}
		})
	}
}
