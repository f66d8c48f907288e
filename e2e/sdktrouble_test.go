package e2e_test

import (
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/engine/specimen"
)

// failing lets a scene's camera fail as window.fails says, and its picture not be played while window.stuck.
const failing = `
const { mediaDevices } = navigator
const opens = mediaDevices.getUserMedia
window.fails = 'NotAllowedError'
mediaDevices.getUserMedia = async how => {
	if (window.fails) throw new DOMException('', window.fails)
	return opens(how)
}
const { prototype } = HTMLMediaElement
const plays = prototype.play
prototype.play = function () {
	return window.stuck ? Promise.reject(new DOMException('', 'NotAllowedError')) : plays.call(this)
}`

func TestAnApplicantIsToldWhatToDoAboutACameraThatCantBeUsed(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "liveFaceCheck()")
	b.list(t, h)
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene + "\n{" + failing + "}")}))
	b.begins(t, p)
	p.turns(t, shown(t, posed(t, h.set.Person, specimen.Still))) // as a camera that shows nothing is given up
	for _, c := range []struct{ next, title string }{
		{`window.fails = 'NotFoundError'`, "Allow the camera"},
		{`window.fails = 'NotReadableError'`, "A camera is needed"},
		{`window.fails = ''; window.stuck = true`, "The camera is in use"},
		{`window.stuck = false`, "Tap to start"},
	} {
		p.troubled(t, c.title)
		check(t, first(p.Evaluate(`() => { `+c.next+` }`)))
		p.press("Enter") // on what has the focus: another try
	}
	said := p.says(t, `"QUEUED"`)
	if got := strings.Count(said, `"screen":"trouble"`); got != 4 || strings.Contains(said, `{"error":`) {
		t.Errorf("%d troubles were told:\n%s", got, said)
	}
}

// troubled waits for the screen of a trouble, and looks at it on a narrow phone.
func (p *page) troubled(t *testing.T, title string) {
	t.Helper()
	p.sees(`.screen h1:has-text("` + title + `")`)
	p.accessibleIn(t, title, plainly)
	check(t, p.SetViewportSize(320, 568))
	p.becomes(t, "whole at 320 pixels", `(root => root.querySelector('.screen').scrollWidth <= 320 && `+
		`root.activeElement.matches('.main') && [...root.querySelectorAll('button')].every(one => `+
		`one.getBoundingClientRect().height >= 44 && one.getBoundingClientRect().bottom <= innerHeight))(`+inShadow+`)`)
	check(t, p.SetViewportSize(390, 844))
}

func TestAnApplicantWhoGivesUpOnTheCameraEndsTheCallWithItsCode(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "liveFaceCheck()")
	b.list(t, h)
	p := b.applicant(t, refused)
	p.troubled(t, "Allow the camera")
	p.press("Tab", "Enter")
	if said := p.says(t, `"failed":"CAMERA_DENIED"`); !strings.Contains(said, `{"close":`) ||
		strings.Contains(said, `"cancelled"`) || strings.Count(said, `{"error":{"code":"CAMERA_DENIED"`) != 1 {
		t.Errorf("said %s", said)
	}
	p.becomes(t, "given back", `!document.querySelector('dialog') && document.activeElement.id === 'begin'`)
}

func TestAnApplicantIsToldWhereAPageDeniesTheCamera(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "liveFaceCheck()")
	b.policy = "camera=()"
	b.list(t, h)
	p := b.applicant(t, refused)
	p.troubled(t, "This website is in the way")
	p.press("Enter") // there is no other try
	p.says(t, `"failed":"BLOCKED_BY_POLICY"`)
}

func TestAPageOfAnotherOriginAsksWhatABrowserCanDoWithoutAToken(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "liveFaceCheck()")
	b.policy = "camera=()"
	p := equipped(t)
	check(t, first(p.Goto(b.URL)))
	said, err := p.Evaluate(`async address => {
		const { checkSupport } = await import(address)
		const of = await checkSupport()
		return [of.LIVE_FACE_CHECK, of.VOICE_CAPTURE, of.SIGNATURE_CAPTURE].join()
	}`, h.base+"/sdk/11/support.js")
	check(t, err)
	if said != "BLOCKED_BY_POLICY,," {
		t.Errorf("said %v", said)
	}
}
