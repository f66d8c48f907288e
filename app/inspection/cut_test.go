package inspection_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/jpeg"
	"testing"
	"time"

	"proofdesk/app/inspection"
	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// TestNamesCutByThePicturesEdgeAreNotReturnedAsRead cuts a drawn data page through its surname. It needs Debian's
// tesseract, which make test installs.
func TestNamesCutByThePicturesEdgeAreNotReturnedAsRead(t *testing.T) {
	today := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	p := newPool(t, 1, 5*time.Minute)
	s := specimen.ApplicantWith(specimen.Passport, 0, specimen.Good, today)
	s.Megapixels = 3
	c, _ := s.Capture("passport")
	inspect := func(b []byte) (surname engine.Reading, print engine.Check) {
		report, err := p.Inspect(t.Context(), inspection.Batch, engine.Submission{
			Thresholds: engine.DefaultThresholds(), Today: today, Captures: []engine.Capture{
				{ID: "passport", Kind: "passport", Bytes: b},
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range report.Readings {
			if r.Source == engine.VIZ && r.Field == "lastName" {
				surname = r
			}
		}
		for _, c := range report.Checks {
			if c.Code == engine.CodePrint {
				print = c
			}
		}
		return surname, print
	}
	whole, print := inspect(c.Bytes)
	if whole.Box == nil || whole.Truncated || print.Outcome != engine.Pass {
		t.Fatalf("the whole page gave %+v, %+v", whole, print)
	}
	told, shares := 0, []float64{.4, .6, .8}
	if testing.Short() {
		shares = shares[1:2]
	}
	for _, share := range shares {
		cut := cutAt(t, c.Bytes, whole.Box.X+int(share*float64(whole.Box.W)))
		surname, print := inspect(cut)
		t.Logf("%v: %q %v %v, %s %v", share, surname.Value, surname.Confidence, surname.Truncated, print.Outcome,
			print.Reasons)
		if surname.Value == "" {
			continue
		}
		told++
		if !surname.Truncated || surname.Confidence > .4 || print.Outcome == engine.Pass {
			t.Errorf("cut at %v of the surname: %+v, %s", share, surname, print.Outcome)
		}
	}
	if told == 0 {
		t.Error("no cut surname was told at all")
	}
}

// cutAt leaves out what of a picture lies right of x.
func cutAt(t *testing.T, b []byte, x int) []byte {
	t.Helper()
	full, _, err := image.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	part := image.NewRGBA(image.Rect(0, 0, x, full.Bounds().Dy()))
	draw.Draw(part, part.Bounds(), full, image.Point{}, draw.Src)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, part, &jpeg.Options{Quality: 92}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}
