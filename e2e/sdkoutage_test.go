package e2e_test

import (
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

func TestAPictureThatWasReplacedNeverArrivesAfterTheOneInItsPlace(t *testing.T) {
	full(t, "TestALinkBelongsToTheBrowserThatBeganWithIt")
	h := at(t)
	other, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	link := h.link(t, map[string]any{"function": onboarding.IDValidationFace})
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene)}))
	held, failed := make(chan playwright.Route, 1), make(chan string, 8)
	check(t, p.Route("**/captures/selfie**", func(r playwright.Route) {
		select {
		case held <- r:
		default:
			_ = r.Continue()
		}
	}))
	p.OnRequestFailed(func(r playwright.Request) { tell(failed, r.URL()) })
	p.visit(link.URL)
	p.heading(t, "Show that it is you")
	p.turns(t, specimen.JPEG(framed(t, other.Bytes, 1), 92, 1))
	p.agrees(t)
	p.becomes(t, "asked for the card", inShadow+`.querySelector('[data-subject=front]')`)
	p.press("Escape")
	p.heading(t, "Go on where you were")
	p.turns(t, shown(t, posed(t, h.set.Person, specimen.Still)))
	p.agrees(t)
	if url := heard(t, failed); !strings.Contains(url, "/captures/selfie") {
		t.Errorf("%s was given up", url)
	}
	until(t, "the server has the second selfie", func() bool {
		captures, err := h.Store.Captures(t.Context(), boottest.Company, link.JobID)
		return err == nil && len(captures) == 1
	})
	if n := len(p.Workers()); n != 1 {
		t.Errorf("%d engines run", n)
	}
}

func TestPicturesThatCouldNotBeReadForAnOutageAreKept(t *testing.T) {
	h := at(t)
	set := specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, time.Now().UTC())
	picture, _ := captured(set, "passport")
	b := openBank(t, h, "autoFill()")
	b.list(t, h)
	p := filmed(t, shot(t, picture.Bytes, .8))
	check(t, p.Route("**/api/v4/autofill", func(r playwright.Route) { _ = r.Abort("connectionreset") }))
	p.begins(t, b)
	p.does(t, "continue")
	p.says(t, `"failed":"NETWORK"`)
	check(t, p.Unroute("**/api/v4/autofill"))
	p.begins(t, b) // after a reload
	p.sees("h1:has-text('Go on where you were?')")
	p.does(t, "continue")
	p.becomes(t, "read", inShadow+`.querySelector('#field-lastName')?.value`)
	p.does(t, "continue")
	if said := p.says(t, `"QUEUED"`); strings.Contains(said, `"captured":{"step"`) {
		t.Errorf("captured again: %s", said)
	}
}

func TestAMicrophoneThatIsAllowedAfterTheEndStaysOff(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "voiceCapture()")
	b.list(t, h)
	p := noted(t)
	b.begins(t, p)
	check(t, first(p.Evaluate(`() => {
		window.asks = true
		addEventListener('unhandledrejection', ({ reason }) => { window.unheard = String(reason) })
	}`)))
	p.does(t, "continue")
	p.does(t, "take")
	p.becomes(t, "asked for its microphone", `window.allow`)
	p.givesBack(t, `sdk.cancel()`)
	check(t, first(p.Evaluate(`async () => {
		allow()
		await new Promise(done => setTimeout(done, 300))
	}`)))
	p.becomes(t, "off", `tracks.length === 1 && tracks[0].readyState === 'ended' && !window.unheard`)
}

func TestASessionThatIsEndedGivesTheDatabaseBack(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "destroy()")
	b.list(t, h)
	p := filmed(t, refused)
	b.begins(t, p)
	p.says(t, `"failed":"UNLOADED"`)
	got, err := p.Evaluate(`() => new Promise(done => {
		const removal = indexedDB.deleteDatabase('proofdesk')
		removal.onblocked = () => done('blocked')
		removal.onsuccess = () => done('deleted')
	})`)
	check(t, err)
	if got != "deleted" {
		t.Errorf("the database is %v", got)
	}
}
