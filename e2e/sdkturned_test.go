package e2e_test

import (
	"bytes"
	"image"
	"image/png"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/engine/specimen"
)

// turning lets a test turn the phone of a scene, whose camera turns with it, and put its page out of sight.
const turning = `
let upright = false
window.turn = turned => {
	upright = turned
	Object.assign(seen, upright ? { width: 720, height: 1280 } : { width: 1280, height: 720 })
	drawn = undefined
}
const asked = navigator.mediaDevices.getUserMedia
navigator.mediaDevices.getUserMedia = async wanted => {
	const stream = await asked(wanted)
	turn(upright)
	return stream
}
window.away = hidden => {
	Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true })
	document.dispatchEvent(new Event('visibilitychange'))
}`

func TestACaptureGoesOnOnceAPhoneWasTurnedAndItsTabHidden(t *testing.T) {
	full(t, "TestAnApplicantInTheDarkTurnsOnTheLightAndFeelsThatAPictureWasTaken")
	h := at(t)
	b := openBank(t, h, "idValidation()")
	b.list(t, h)
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene + "\n" + turning)}))
	check(t, p.SetViewportSize(390, 844))
	b.begins(t, p)
	p.turns(t, upright(t, shown(t, nil)))
	check(t, first(p.Evaluate(`() => turn(true)`)))
	p.becomes(t, "an upright picture", inShadow+`.querySelector('video').videoHeight === 1280`)
	p.accessibleIn(t, "upright", plainly)

	check(t, first(p.Evaluate(`() => turn(false)`)))
	check(t, p.SetViewportSize(844, 390))
	p.turns(t, shown(t, nil))
	p.becomes(t, "a lying picture", inShadow+`.querySelector('video').videoHeight === 720`)
	p.accessibleIn(t, "lying", plainly)

	check(t, first(p.Evaluate(`() => away(true)`)))
	p.becomes(t, "another try at nothing", `streams.length === 1`)
	check(t, first(p.Evaluate(`() => { streams[0].getTracks().forEach(track => track.stop()); away(false) }`)))
	p.becomes(t, "asked for the camera again", `streams.length === 2`)
	passport, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "passport")
	p.turns(t, specimen.JPEG(framed(t, passport.Bytes, .8), 92, 1))
	p.says(t, `"QUEUED"`)
}

// upright returns the middle of a picture as a phone sees it that is held upright.
func upright(t *testing.T, picture []byte) []byte {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(picture))
	check(t, err)
	tall := image.NewRGBA(image.Rect(0, 0, 720, 1280))
	for y := range 1280 {
		for x := range 720 {
			tall.Set(x, y, img.At(x, y%720))
		}
	}
	var out bytes.Buffer
	check(t, png.Encode(&out, tall))
	return out.Bytes()
}
