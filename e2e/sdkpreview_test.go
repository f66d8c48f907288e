package e2e_test

import (
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/boot/boottest"
	"proofdesk/engine/specimen"
)

// A preset that shows each picture lets its applicant take it again, and sends what she kept.
func TestAnApplicantLooksAtAPictureAndTakesItAgain(t *testing.T) {
	h := at(t)
	now := time.Now().UTC()
	selfie, _ := captured(specimen.Applicant(17, specimen.Good, now), "selfie")
	passport, _ := captured(specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, now), "passport")
	b := openBank(t, h, "idValidationAndFaceMatch()")
	b.options = `{ selfieCaptureCustomizationOptions: { captureOptions: { isSelfieCapturePreviewEnabled: true } },
		idCaptureCustomizationOptions: { captureOptions: { isIDCapturePreviewEnabled: true } } }`
	b.blocks, b.instead = "worker-src", "img-src blob:; worker-src"
	b.list(t, h)
	p := equipped(t)
	check(t, p.SetViewportSize(320, 568))
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene)}))
	b.begins(t, p)
	for _, one := range []struct {
		step    string
		picture []byte
	}{
		{"selfie", specimen.JPEG(framed(t, selfie.Bytes, 1), 92, 1)},
		{"id_front", specimen.JPEG(framed(t, passport.Bytes, .8), 92, 1)},
	} {
		p.turns(t, one.picture)
		p.sees(".preview [data-action=done]")
		p.becomes(t, "shown the picture", inShadow+`.querySelector('.preview img[src^=blob]').naturalWidth > 0`)
		p.accessibleIn(t, "preview of "+one.step, plainly)
		if one.step == "selfie" {
			p.does(t, "retry")
		} else {
			p.press("Escape") // leads back to the camera
		}
		p.becomes(t, "at the second preview of "+one.step,
			`said.textContent.split('{"step":{"step":"`+one.step+`","screen":"preview"').length === 3`)
		p.does(t, "done")
	}
	said := p.says(t, `"QUEUED"`)
	if strings.Contains(said, `"screen":"retry"`) {
		t.Errorf("taking a picture again is no failure:\n%s", said)
	}
	captures, err := h.Store.Captures(t.Context(), boottest.Company, submitted.FindStringSubmatch(said)[1])
	check(t, err)
	if len(captures) != 2 {
		t.Errorf("the server has %+v", captures)
	}
	p.quiet(t)
}
