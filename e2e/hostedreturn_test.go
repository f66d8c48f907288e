package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

func TestALinkThatIsOnlyFetchedStaysAsItWasCreated(t *testing.T) {
	h := at(t)
	link := h.link(t, map[string]any{"function": onboarding.LiveFaceCheck})
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, link.URL, nil)
	check(t, err)
	answer, err := http.DefaultClient.Do(request)
	check(t, err)
	check(t, answer.Body.Close())
	if state := h.stateOf(t, link); answer.StatusCode != http.StatusOK || state != "CREATED" {
		t.Errorf("status %d, state %s once a previewer has fetched the page", answer.StatusCode, state)
	}
}

// hidden turns a page into one that nobody sees, as in a tab behind others, until it is told otherwise.
const hidden = `Object.defineProperty(Document.prototype, 'hidden', { get: () => !window.seen, configurable: true })
Object.defineProperty(Document.prototype, 'visibilityState', { get: () => window.seen ? 'visible' : 'hidden' })`

func TestALinkIsOpenedOnceSomebodySeesItsPage(t *testing.T) {
	h := at(t)
	link := h.link(t, map[string]any{"function": onboarding.LiveFaceCheck})
	p := open(t, playwright.BrowserNewContextOptions{})
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(hidden)}))
	check(t, first(p.Goto(link.URL, playwright.PageGotoOptions{WaitUntil: playwright.WaitUntilStateNetworkidle})))
	if state := h.stateOf(t, link); state != "CREATED" {
		t.Errorf("state %s while nobody sees the page", state)
	}
	check(t, first(p.Evaluate(`() => {
		window.seen = true
		document.dispatchEvent(new Event('visibilitychange'))
	}`)))
	p.heading(t, "Show that it is you")
	if state := h.stateOf(t, link); state != "OPENED" {
		t.Errorf("state %s once it is seen", state)
	}
}

func TestAnApplicantReadsThatALinkHasExpired(t *testing.T) {
	full(t, "TestTheCapturePageSaysInTheApplicantsLanguageThatALinkIsWrong")
	h := at(t)
	link := h.link(t, map[string]any{"function": onboarding.LiveFaceCheck, "expiresIn": 60})
	until(t, "it has expired", func() bool { return h.stateOf(t, link) == "EXPIRED" })
	p := open(t, playwright.BrowserNewContextOptions{Viewport: &playwright.Size{Width: 320, Height: 568}})
	p.visit(link.URL)
	p.becomes(t, "told so", `document.body.textContent.includes('It has expired. Ask ')`)
	p.accessibleIn(t, "expired", plainly)
}

func TestAnApplicantWhoIsDoneGoesBackToWhereTheLinkSays(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "destroy()")
	b.list(t, h)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	to := b.URL + "/?done=yes"
	p := filmed(t, shot(t, picture.Bytes, 1))
	p.visit(h.link(t, map[string]any{"function": onboarding.LiveFaceCheck, "returnUrl": to}).URL)
	p.agrees(t)
	p.heading(t, "Done")
	p.accessibleIn(t, "done, with a way back", plainly)
	check(t, p.Locator("a.main").Click())
	p.becomes(t, "back at the bank", `location.href === '`+to+`'`)
	p.quiet(t)
}
