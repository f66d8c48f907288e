package e2e_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

// walking is a script that tells where the focus is: the control's name, and what is wrong with how it is seen.
const walking = `
const rootNow = () => document.querySelector('dialog > div')?.shadowRoot ?? document
const nameOf = one =>
	one.dataset?.action || one.id || one.getAttribute('href') || one.className || one.textContent.trim()
window.controls = () => [...rootNow().querySelectorAll('button, input, select, a[href], summary, [tabindex="0"]')]
	.filter(one => !one.disabled && one.tabIndex >= 0 && one.checkVisibility()).map(nameOf)
window.focused = () => {
	const one = rootNow().activeElement
	if (!one || one === document.body || one.localName === 'dialog') return { name: '', wrong: '' }
	if (one.tabIndex < 0) return { name: 'the screen', wrong: '' } // itself, which no key reaches
	const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one)
	const ringed = outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 || boxShadow !== 'none' ||
		one.type === 'date' // whose parts have rings of the browser
	const { left, top, right, bottom } = one.getBoundingClientRect()
	const inSight = right > 0 && bottom > 0 && left < innerWidth && top < innerHeight
	return { name: nameOf(one), wrong: !ringed ? 'has no ring' : !inSight ? 'is out of sight' : '' }
}`

// focus returns the name of the control that has the focus, which has to be seen.
func (p *page) focus(t *testing.T, screen string) string {
	t.Helper()
	found, err := p.Evaluate(`() => focused()`)
	check(t, err)
	one := found.(map[string]any)
	if wrong := one["wrong"].(string); wrong != "" {
		t.Errorf("%s: %s %s", screen, one["name"], wrong)
	}
	return one["name"].(string)
}

// walks fails the test unless a screen has the focus as it comes, and each of its controls is reached with the keyboard
// there and back.
func (p *page) walks(t *testing.T, screen string) {
	t.Helper()
	p.becomes(t, "focused on "+screen, `focused().name`)
	for _, key := range []string{"Tab", "Shift+Tab"} {
		left := map[string]bool{}
		found, err := p.Evaluate(`() => controls()`)
		check(t, err)
		for _, name := range found.([]any) {
			left[name.(string)] = true
		}
		all := len(found.([]any))
		for range 2*all + 2 { // one step of each round may be outside of the page
			check(t, p.Keyboard().Press(key))
			delete(left, p.focus(t, screen))
		}
		if len(left) > 0 || all == 0 {
			t.Errorf("%s: %s does not reach %v of %v", screen, key, left, found)
		}
	}
}

// keyed goes to a control with the keyboard and presses a key there.
func (p *page) keyed(t *testing.T, control, key string) {
	t.Helper()
	p.becomes(t, "with the control "+control, `controls().includes(`+strconv.Quote(control)+`)`)
	for range 60 {
		if p.focus(t, control) == control {
			check(t, p.Keyboard().Press(key))
			return
		}
		check(t, p.Keyboard().Press("Tab"))
	}
	t.Fatalf("%s is not reached", control)
}

// walker returns somebody with a keyboard before the page of a bank.
func (b *bank) walker(t *testing.T, h *house, script string, flags ...string) *page {
	t.Helper()
	b.list(t, h)
	p := equipped(t, flags...)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(script + "\n{" + walking + "}")}))
	_, err := p.Goto(b.URL)
	check(t, err)
	p.becomes(t, "loaded", `document.title === 'ready'`)
	check(t, p.Keyboard().Press("Tab"))
	check(t, p.Keyboard().Press("Enter"))
	return p
}

// screened waits for a screen and walks through it.
func (p *page) screened(t *testing.T, name string) {
	t.Helper()
	p.becomes(t, "at the screen "+name, inShadow+`?.querySelector('.screen.`+name+`')`)
	p.walks(t, name)
}

// ended fails the test unless the focus is back where it was.
func (p *page) ended(t *testing.T, said string) {
	t.Helper()
	p.says(t, said)
	p.becomes(t, "given back", `!document.querySelector('dialog') && document.activeElement.id === 'begin'`)
}

func TestTheKeyboardReachesEveryScreenOfACard(t *testing.T) {
	full(t, "TestAWrongSideIsWarnedOfAndThenHandledAsThePresetSays")
	h := at(t)
	card := specimen.ApplicantWith(specimen.CardTD1, 11, specimen.Good, time.Now().UTC()).Document
	b := openBank(t, h, "capture('ID_VALIDATION', ['id_front'])")
	b.options = `{ idCaptureCustomizationOptions: { enableIdInstructionScreen: true, captureOptions: {
		isIDCapturePreviewEnabled: true, wrongDocumentTypeHandlingMode: 'MANUAL_CAPTURE',
		wrongDocumentTypeWarningDelayInSec: 1, allowOverrideWrongDocumentTypeAfterMs: 1500 } } }`
	b.options = strings.Join(strings.Fields(b.options), " ")
	p := b.walker(t, h, scene)
	shows := func(c specimen.Conditions, front bool) {
		of := card.Back()
		if front {
			of = card.Front()
		}
		p.turns(t, specimen.JPEG(specimen.Photograph(of, lying(c)), 92, 1))
	}
	p.screened(t, "instruction")
	p.turns(t, specimen.JPEG(specimen.Table(lying(specimen.Conditions{})), 90, 1))
	p.keyed(t, "continue", "Enter")
	p.screened(t, "capture")
	shows(specimen.Conditions{}, false)
	p.becomes(t, "able to go on", `controls().includes('anyway')`)
	p.screened(t, "warning")
	shows(specimen.Conditions{Photocopy: true}, true)
	p.screened(t, "retry")
	shows(specimen.Conditions{}, true)
	p.keyed(t, "retry", "Space")
	p.screened(t, "preview")
	check(t, p.Keyboard().Press("Escape")) // which takes another
	p.becomes(t, "before the camera again", inShadow+`?.querySelector('.screen.capture')`)
	p.screened(t, "preview")
	p.keyed(t, "done", "Enter")
	p.ended(t, `"QUEUED"`)
}

func TestTheKeyboardReachesEveryScreenOfASelfie(t *testing.T) {
	full(t, "TestASelfieWithShutEyesIsTakenAgainByTheServersAnswer")
	h := at(t)
	b := openBank(t, h, "liveFaceCheck()")
	b.options = "{ selfieCaptureCustomizationOptions: { enableSelfieInstructionScreen: true, " +
		"captureOptions: { isSelfieCapturePreviewEnabled: true } } }"
	p := b.walker(t, h, scene)
	p.screened(t, "instruction")
	p.turns(t, shown(t, nil))
	p.keyed(t, "continue", "Space")
	p.screened(t, "capture")
	p.screened(t, "warning")
	p.turns(t, shown(t, posed(t, h.set.Person, specimen.Blink)))
	p.screened(t, "preview")
	p.keyed(t, "done", "Enter")
	p.screened(t, "retry")
	check(t, p.Keyboard().Press("Escape"))
	p.ended(t, `"failed":"CANCELLED"`)
}

func TestTheKeyboardReachesEveryScreenOfAVoice(t *testing.T) {
	full(t, "TestAnApplicantReadsAPhraseAloudOnAPageOfAnotherOrigin")
	h := at(t)
	p := openBank(t, h, "voiceCapture()").walker(t, h, "", spoken(t)...)
	p.screened(t, "instruction")
	p.keyed(t, "continue", "Enter")
	p.screened(t, "capture")
	p.keyed(t, "take", "Space")
	p.left(t, "0:18")
	p.walks(t, "recording")
	p.left(t, "0:15")
	p.keyed(t, "take", "Enter")
	p.screened(t, "preview")
	p.keyed(t, "play", "Enter")
	p.keyed(t, "done", "Enter")
	p.ended(t, `"QUEUED"`)
}

func TestTheKeyboardReachesEveryScreenOfASignature(t *testing.T) {
	full(t, "TestAnApplicantSignsOnAPageOfAnotherOrigin")
	h := at(t)
	p := openBank(t, h, "signatureCapture()").walker(t, h, "")
	p.screened(t, "instruction")
	p.keyed(t, "continue", "Enter")
	p.screened(t, "capture")
	p.keyed(t, "pad", "Enter")
	p.becomes(t, "told how to sign", inShadow+`.querySelector('.prompt')?.textContent.startsWith('Sign with a finger')`)
	p.keyed(t, "done", "Enter")
	p.screened(t, "warning")
	p.signs(t, specimen.Sign(7, 1))
	p.keyed(t, "undo", "Space")
	p.signs(t, specimen.Sign(7, 1))
	p.screened(t, "capture")
	p.keyed(t, "done", "Enter")
	p.screened(t, "preview")
	p.keyed(t, "done", "Enter")
	p.ended(t, `"QUEUED"`)
}

func TestTheKeyboardReachesEveryScreenOfFingers(t *testing.T) {
	full(t, "TestAnApplicantShowsFourFingersOnAPageOfAnotherOrigin")
	h := at(t)
	p := openBank(t, h, "fingerprintCapture()").walker(t, h, handed+"\nwindow.allowed = true")
	p.screened(t, "instruction")
	p.keyed(t, "continue", "Enter")
	p.screened(t, "capture")
	p.keyed(t, "take", "Enter")
	p.screened(t, "retry")
	p.keyed(t, "retry", "Space")
	p.holds(t)
	p.screened(t, "preview")
	p.keyed(t, "done", "Enter")
	p.ended(t, `"QUEUED"`)
}

func TestTheKeyboardReachesEveryScreenOfAForm(t *testing.T) {
	full(t, "TestAnApplicantCorrectsWhatWasReadAndTheJobHasBoth")
	h := at(t)
	set := specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, time.Now().UTC())
	picture, _ := captured(set, "passport")
	p := openBank(t, h, "autoFill()").walker(t, h, scene)
	p.screened(t, "instruction")
	p.turns(t, specimen.JPEG(framed(t, picture.Bytes, .8), 92, 1))
	p.keyed(t, "continue", "Enter")
	p.sees("h1:has-text('Is this right?')")
	p.walks(t, "form")
	p.keyed(t, "field-lastName", "End")
	check(t, p.Keyboard().Type("x"))
	check(t, p.Keyboard().Press("Enter"))
	p.ended(t, `"QUEUED"`)
}

func TestTheKeyboardReachesEveryScreenOfTheHostedPage(t *testing.T) {
	full(t, "TestADesktopHandsOverToAPhoneAndFollowsIt")
	h := at(t)
	link := h.link(t, map[string]any{"function": onboarding.LiveFaceCheck, "desktop": "phone_preferred"})
	desk := open(t, playwright.BrowserNewContextOptions{})
	check(t, desk.AddInitScript(playwright.Script{Content: playwright.String("{" + walking + "}")}))
	desk.visit(link.URL)
	desk.heading(t, "Go on with your phone")
	desk.walks(t, "hand-over")

	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene + "\n{" + walking + "}")}))
	p.visit(desk.scanned(t))
	p.heading(t, "Is this your computer?")
	p.walks(t, "choice of the number")
	number := desk.number(t)
	desk.walks(t, "number")
	for {
		check(t, p.Keyboard().Press("Tab"))
		if here, err := p.Evaluate(`() => document.activeElement.textContent.trim()`); err != nil || here == number {
			break
		}
	}
	check(t, p.Keyboard().Press("Enter"))
	p.heading(t, "Show that it is you")
	p.walks(t, "consent")
	p.turns(t, shown(t, posed(t, h.set.Person, specimen.Still)))
	p.keyed(t, "main", "Enter")
	p.heading(t, "Done")
	desk.heading(t, "Done")
	p.walks(t, "end")
}
