package e2e_test

import (
	"encoding/base64"
	"image"
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/onboarding"
	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// handed sets a camera of a page as of a phone held upright, which the applicant denies until a test allows it. It sees
// a table, and the fingers of a hand inside the outlines on the screen once hold has been called.
const handed = `
const seen = Object.assign(document.createElement('canvas'), { width: 1080, height: 1920 })
const pen = seen.getContext('2d')
let prints = []
window.hold = async texts => {
  prints = await Promise.all(texts.map(text =>
    createImageBitmap(new Blob([Uint8Array.from(atob(text), letter => letter.charCodeAt(0))]))))
}
setInterval(() => {
  pen.fillStyle = '#78746c'
  pen.fillRect(0, 0, 1080, 1920)
  const root = document.querySelector('dialog > div')?.shadowRoot
  const area = root?.querySelector('video')?.getBoundingClientRect()
  if (!area || !prints.length) return
  const scale = Math.max(area.width / 1080, area.height / 1920)
  root.querySelectorAll('.guide .wanted').forEach((outline, at) => {
    const { x, y, width } = outline.getBoundingClientRect()
    const across = (x - area.x - area.width / 2) / scale, down = (y - area.y - area.height / 2) / scale
    pen.drawImage(prints[at], 540 + across, 960 + down, width / scale, 1.25 * width / scale)
  })
}, 100)
navigator.mediaDevices.getUserMedia = async () => {
  if (!window.allowed) throw new DOMException('', 'NotAllowedError')
  return seen.captureStream(10)
}`

// handy returns a page whose camera sees a hand.
func handy(t *testing.T) *page {
	t.Helper()
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(handed)}))
	return p
}

// holds shows the fingers of a hand to the camera, as they are or as they are made to look.
func (p *page) holds(t *testing.T, looks ...func(*image.Gray) *image.Gray) {
	t.Helper()
	var prints []any
	for finger := range 4 {
		print := specimen.Print(40, finger, 1)
		for _, as := range looks {
			print = as(print)
		}
		prints = append(prints, base64.StdEncoding.EncodeToString(specimen.PNG(print)))
	}
	check(t, first(p.Evaluate(`texts => hold(texts)`, prints)))
}

func TestAnApplicantShowsFourFingersOnAPageOfAnotherOrigin(t *testing.T) {
	h := at(t)
	b := openBank(t, h, `set4FingerPrintData((window.got = await fingers.captureFourFingerprint({
		CFC_CAPTURE_LEFT_HAND: 'Y', CFC_KEEP_BABY_FINGER: 'N', labels: { move_closer: 'Closer, please' } },
		(...both) => { window.told = both })).resultMap)`)
	b.list(t, h)
	p := handy(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(timeEngine + "\nwindow.allowed = true")}))
	b.begins(t, p)
	p.says(t, `"screen":"instruction"`)
	p.becomes(t, "told which hand", inShadow+`.querySelector('.hint').textContent === 'Your left hand'`)
	p.accessibleIn(t, "instruction of fingers", plainly)
	check(t, p.Keyboard().Press("Enter"))
	p.becomes(t, "told to come closer", inShadow+`.querySelector('.prompt')?.textContent === 'Closer, please'`)
	check(t, p.SetViewportSize(320, 568))
	p.accessibleIn(t, "capture of fingers", plainly)
	p.warned(t, "Closer, please")
	p.accessibleIn(t, "warning of fingers", plainly)
	if n := p.asksIn(t, 1000); n > 0 {
		t.Errorf("the engine was asked %v times about what does not move", n)
	}
	p.holds(t)
	p.becomes(t, "previewed", inShadow+`.querySelector('.screen.preview canvas')`)
	p.unwarned(t, "fingerprints")
	check(t, first(p.Evaluate(`() => hold([])`)))
	p.does(t, "retry")
	p.becomes(t, "told to come closer again", inShadow+`.querySelector('.prompt')?.textContent === 'Closer, please'`)
	check(t, p.Keyboard().Press("Enter")) // on the shutter
	p.becomes(t, "told why not", inShadow+`.querySelector('.retry .reason')?.textContent === 'Closer, please'`)
	p.accessibleIn(t, "fingers that can't be read", plainly)
	p.does(t, "retry")
	check(t, p.SetViewportSize(390, 844))
	p.holds(t)
	for _, then := range []string{"retry", "done"} {
		p.becomes(t, "previewed", inShadow+`.querySelector('.screen.preview canvas')`)
		if then == "retry" {
			p.accessibleIn(t, "preview of fingers", plainly)
		}
		p.does(t, then)
	}
	said := p.says(t, `"QUEUED"`)
	if !strings.Contains(said, `"automatic":true`) || !strings.Contains(said, `"automatic":false`) {
		t.Errorf("said %s", said)
	}
	p.becomes(t, "given what it asked for", `(() => {
		const { resultMap, response } = window.got
		const names = ['LEFT_INDEX_FINGER', 'LEFT_MIDDLE_FINGER', 'LEFT_RING_FINGER']
		return told[0] === resultMap && told[1] === response && !response.code &&
			String(Object.keys(resultMap)) === String(names) && String(Object.keys(response.quality)) === String(names) &&
			names.every(name => response.quality[name] > .3)
	})()`)
	job := submitted.FindStringSubmatch(said)[1]
	if got := h.outcomeOf(t, job, engine.CodeFingerprints); got != engine.Pass {
		t.Errorf("the engine's verdict is %s", got)
	}
	check(t, first(p.Evaluate(`async () => {
		fingers.setLanguage('ES')
		fingers.captureFourFingerprint({}).then(({ resultMap, response }) => { window.left = [resultMap, response.code] })
	}`)))
	p.becomes(t, "asked in Spanish",
		inShadow+`.querySelector('.text')?.textContent === 'Coloque los cuatro dedos dentro del marco'`)
	p.does(t, "back")
	p.becomes(t, "told so", `left[0] === null && left[1] === fingers.FINGERPRINT_CANCEL_RESPONSE_CODE`)
	p.quiet(t)
}

func TestALinkCapturesFourFingers(t *testing.T) {
	full(t, "TestAnApplicantShowsFourFingersOnAPageOfAnotherOrigin")
	h := at(t)
	link := h.link(t, map[string]any{"function": onboarding.FingerprintCapture})
	p := handy(t)
	p.visit(link.URL)
	p.becomes(t, "told what for", `document.body.textContent.includes('The fingers of one hand') &&
		document.body.textContent.includes('Your fingerprints are measured.')`)
	p.agrees(t)
	p.does(t, "continue")
	p.troubled(t, "Allow the camera")
	check(t, first(p.Evaluate(`() => { window.allowed = true }`)))
	p.does(t, "retry")
	p.becomes(t, "told which hand", inShadow+`.querySelector('.capture .hint')?.textContent === 'Your right hand'`)
	p.holds(t)
	p.does(t, "done")
	p.heading(t, "Done")
	if got := h.outcomeOf(t, link.JobID, engine.CodeFingerprints); got != engine.Pass {
		t.Errorf("the engine's verdict is %s", got)
	}
}
