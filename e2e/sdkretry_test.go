package e2e_test

import (
	"bytes"
	"image"
	stddraw "image/draw"
	"image/jpeg"
	"strings"
	"testing"
	"time"

	"proofdesk/engine/specimen"
)

func TestAPhotographThatIsHeldUpIsAFakeFaceUntilNoTryIsLeft(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(12, specimen.Good, time.Now().UTC()), "selfie")
	b := openBank(t, h, "liveFaceCheck()")
	b.options = `{ selfieCaptureCustomizationOptions: { captureOptions: { consecutiveFakeFaceLimit: 2 } } }`
	b.list(t, h)
	p := b.applicant(t, shot(t, picture.Bytes, .7))
	said := p.says(t, `"screen":"retry"`)
	if got := strings.Count(said, `"captured":{"step":"selfie"`); got != 2 || !strings.Contains(said, `"prompt":"fakeFace"`) {
		t.Errorf("%d pictures before the retry screen:\n%s", got, said)
	}
	p.sees(".retry .reason:visible")
	p.accessibleIn(t, "retry", plainly)
	check(t, p.Locator("[data-action=retry]").Click())
	p.becomes(t, "at the second retry", `said.textContent.split('"screen":"retry"').length === 3`)
	// The page is loaded again: nothing was captured, but two retries are used.
	p.begins(t, b)
	check(t, p.Locator("[data-action=retry]").Click())
	p.sees("h1:has-text('There are no more tries')")
	p.accessibleIn(t, "no more tries", plainly)
	check(t, p.Locator("button[data-action=cancel]").Click())
	said = p.says(t, `"failed":"RETRY_LIMIT"`)
	if got := strings.Count(said, `"screen":"retry"`); got != 2 {
		t.Errorf("%d retry screens after the reload, want the third and the last:\n%s", got, said)
	}
	if got := p.rows(t); got != "0,false" {
		t.Errorf("the browser keeps %s", got)
	}
	// The fifth failure within three minutes pauses the device.
	check(t, first(p.Evaluate(`() => {
		const failed = JSON.parse(localStorage['proofdesk.failed'])
		localStorage['proofdesk.failed'] = JSON.stringify([...failed, Date.now()].map((_, at, all) => all.at(-1) - 5 + at))
		window.failed = failed.length
	}`)))
	p.becomes(t, "known for each retry screen", `window.failed === 4`)
	p.begins(t, b)
	p.sees("h1:has-text('Too many tries')")
	p.accessibleIn(t, "paused", plainly)
	check(t, p.Locator("button[data-action=retry]").Click())
	p.becomes(t, "still paused", `said.textContent.split('"screen":"trouble"').length === 3`)
	check(t, p.Locator("button[data-action=cancel]").Click())
	p.says(t, `"failed":"RATE_LIMITED"`)
}

func TestACopyOfAnIDIsToBeTakenAgainUnlessThePresetDoesNotLook(t *testing.T) {
	full(t, "TestAPhotographThatIsHeldUpIsAFakeFaceUntilNoTryIsLeft")
	h := at(t)
	set := specimen.ApplicantWith(specimen.CardTD1, 11, specimen.Photocopied, time.Now().UTC())
	copied, _ := captured(set, "id_front")
	film := shot(t, copied.Bytes, .8)
	b := openBank(t, h, "idValidation()")
	b.list(t, h)
	p := b.applicant(t, film)
	if said := p.says(t, `"screen":"retry"`); strings.Contains(said, `"screen":"success"`) {
		t.Errorf("the copy was accepted:\n%s", said)
	}
	p.sees(".reason:has-text('This looks like a copy or a screen')")
	check(t, p.Keyboard().Press("Escape"))
	p.says(t, `"failed":"CANCELLED"`)
	b.options = `{ idCaptureCustomizationOptions: { enableRealIDDetection: false } }`
	p.begins(t, b)
	if said := p.says(t, `"screen":"success"`); strings.Contains(said, `"screen":"retry"`) {
		t.Errorf("the copy was not accepted:\n%s", said)
	}
}

func TestAnIDOrAFaceOnAScreenIsToBeTakenAgain(t *testing.T) {
	h := at(t)
	now := time.Now().UTC()
	card := specimen.ApplicantWith(specimen.CardTD1, 11, specimen.Good, now).Document.Front()
	selfie, _ := captured(specimen.Applicant(17, specimen.Good, now), "selfie")
	face, err := jpeg.Decode(bytes.NewReader(selfie.Bytes))
	check(t, err)
	person := image.NewRGBA(face.Bounds())
	stddraw.Draw(person, person.Rect, face, image.Point{}, stddraw.Src)
	for _, tt := range []struct {
		call, reason string
		of           *image.RGBA
	}{
		{"idValidation()", "This looks like a copy or a screen", card},
		{"liveFaceCheck()", "Please look at the camera yourself", person},
	} {
		b := openBank(t, h, tt.call)
		b.options = `{ selfieCaptureCustomizationOptions: { captureOptions: { consecutiveFakeFaceLimit: 1 } } }`
		b.list(t, h)
		onScreen := specimen.Conditions{Width: 1920, Height: 1080, Surface: specimen.Slate, Fill: .84, Screen: true}
		p := b.applicant(t, reel(t, perSecond, specimen.Photograph(tt.of, onScreen)))
		if said := p.says(t, `"screen":"retry"`); strings.Contains(said, `"screen":"success"`) {
			t.Errorf("what is on a screen was accepted:\n%s", said)
		}
		p.sees(".reason:has-text('" + tt.reason + "')")
		check(t, p.Close())
	}
}
