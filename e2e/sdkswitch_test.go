package e2e_test

import (
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/engine/specimen"
)

// faced keeps which camera a page asked its device for, one after the other. One that stands still is asked for again.
const faced = `{
	const { mediaDevices } = navigator
	const opens = mediaDevices.getUserMedia
	window.faced = []
	mediaDevices.getUserMedia = async how => {
		if (faced.at(-1) !== how.video.facingMode) faced.push(how.video.facingMode)
		return opens(how)
	}
}`

func TestACameraThatAnApplicantSwitchedToStaysChosen(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "idValidation()")
	b.options = `{ documentCameraToggle: true,
		idCaptureCustomizationOptions: { captureOptions: { isIDCapturePreviewEnabled: true } } }`
	b.list(t, h)
	nothing := shown(t, nil)
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene + "\n" + faced)}))
	b.begins(t, p)
	p.turns(t, nothing)
	p.becomes(t, "looked at", inShadow+`.querySelector('.prompt')`)
	check(t, p.Locator("[data-action=switch]").Click())
	p.becomes(t, "switched", `faced.join() === 'environment,user'`)
	passport, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "passport")
	p.turns(t, specimen.JPEG(framed(t, passport.Bytes, .8), 92, 1))
	p.says(t, `"screen":"preview"`)
	p.accessibleIn(t, "preview of a passport", plainly)
	check(t, p.Locator(".bar [data-action=retry]").Click()) // back to the camera
	p.becomes(t, "captured again", `said.textContent.match(/"screen":"preview"/g).length === 2`)
	check(t, p.Locator("[data-action=done]").Click())
	p.says(t, `"QUEUED"`)
	p.becomes(t, "asked for no third camera", `faced.join() === 'environment,user'`)
}
