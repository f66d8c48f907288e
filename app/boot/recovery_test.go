package boot_test

import (
	"bytes"
	"image"
	"image/jpeg"
	"slices"
	"testing"
	"time"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/engine/raster"
	"proofdesk/engine/specimen"
)

// TestBarcodeRecoveryGoesFromASoftBackOverACloserLookToTheServersReading is an applicant's way through barcode
// recovery: the back is taken out of focus, the answer asks to move closer to the barcode, the SDK sends the best crop
// as a capture of kind document, and the payload's values come from it.
func TestBarcodeRecoveryGoesFromASoftBackOverACloserLookToTheServersReading(t *testing.T) {
	w := boottest.New(t)
	ctx := t.Context()
	set := specimen.ApplicantWith(specimen.Licence, 3, specimen.Good, time.Now().UTC())
	front, _ := set.Capture("id_front")
	back, ok := set.Capture("id_back")
	if !ok {
		t.Fatal("no back")
	}
	m, _, err := raster.Decode(back.Bytes, raster.DefaultLimits())
	must(t, err)
	width, height := m.Size()
	soft := asJPEG(t, raster.GaussianBlur(m.Gray(), 5))
	crop := asJPEG(t, m.RGBA().SubImage(image.Rect(width/12, height*2/5, width*11/12, height)))

	job, err := w.Weak.Job(ctx, map[string]any{
		"function":   onboarding.IDValidation,
		"flavor":     "LITE",
		"sdkVersion": "11.1.13.2.18",
	})
	must(t, err)
	must(t, w.Weak.Capture(ctx, job, "id_front", front.ContentType, front.Bytes))
	prompts, err := w.Weak.Assessed(ctx, job, "id_back", "image/jpeg", soft)
	must(t, err)
	if !slices.Contains(prompts, "moveCloserBarcode") {
		t.Fatalf("the soft back got the prompts %v", prompts)
	}
	must(t, w.Weak.Capture(ctx, job, "document", "image/jpeg", crop))
	must(t, w.Weak.Submit(ctx, job))

	p := decided(t, w.Weak, job)
	if p.PersonalDetails.Sources["documentNumber"] != "BARCODE" ||
		p.PersonalDetails.DocumentNumber != set.Document.Number {
		t.Errorf("number %q from %v, want %q from the barcode", p.PersonalDetails.DocumentNumber,
			p.PersonalDetails.Sources, set.Document.Number)
	}
}

func asJPEG(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	must(t, jpeg.Encode(&b, m, &jpeg.Options{Quality: 90}))
	return b.Bytes()
}
