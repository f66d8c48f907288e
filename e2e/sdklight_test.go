package e2e_test

import (
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/engine/specimen"
)

// lighted sets up a light for the cameras of a page, and keeps for how long the device was shaken.
const lighted = `{
	let on = false
	const { getSettings } = MediaStreamTrack.prototype
	Object.assign(MediaStreamTrack.prototype, {
		getCapabilities: () => ({ torch: true }),
		getSettings() { return { ...getSettings.call(this), torch: on } },
		async applyConstraints({ advanced: [{ torch }] }) { on = torch },
	})
	window.shaken = []
	navigator.vibrate = time => shaken.push(time)
}`

func TestAnApplicantInTheDarkTurnsOnTheLightAndFeelsThatAPictureWasTaken(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "idValidation()")
	b.options = `{ documentCameraToggle: true }`
	b.list(t, h)
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene + "\n" + lighted)}))
	check(t, p.SetViewportSize(320, 568))
	b.begins(t, p)
	p.turns(t, shown(t, nil))
	light := p.Locator("[data-action=light]")
	for _, want := range []string{"true", "false", "true"} {
		check(t, light.Click())
		p.becomes(t, "the light: "+want, inShadow+`.querySelector('[data-action=light]').ariaPressed === '`+want+`'`)
		p.becomes(t, "the focus stays", inShadow+`.activeElement.dataset.action === 'light'`)
	}
	p.accessibleIn(t, "a camera with a light", plainly)
	passport, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "passport")
	p.turns(t, specimen.JPEG(framed(t, passport.Bytes, .8), 92, 1))
	p.says(t, `"QUEUED"`)
	p.becomes(t, "shaken for each picture", `shaken.join() === '60'`)
}
