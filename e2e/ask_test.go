package e2e_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/config"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine/specimen"
)

// asks opens the form behind Q and asks for the selfie, and returns the link for the applicant.
func (p *person) asks(t *testing.T, words string) string {
	t.Helper()
	p.press("q")
	p.becomes(t, "open", `document.querySelector('.ask[open] select')`)
	check(t, first(p.Locator(`select[name="ask.selfie"]`).SelectOption(
		playwright.SelectOptionValues{Values: &[]string{"blurred"}})))
	check(t, p.Locator(`[name="tell"]`).Fill(words))
	check(t, p.Locator(".ask .go").Click())
	p.becomes(t, "asked", `document.querySelector('.anew .link input')`)
	url, err := p.Locator(".anew .link input").InputValue()
	check(t, err)
	return url
}

// clicksSlowly clicks on something as a person does, who lets the button go some frames after it went down.
func (p *page) clicksSlowly(t *testing.T, selector string) {
	t.Helper()
	check(t, p.Locator(selector).Hover())
	check(t, p.Mouse().Down())
	_, err := p.Evaluate(`() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))`)
	check(t, err)
	check(t, p.Mouse().Up())
}

func TestWordsForTheApplicantSurviveAReloadAndAnOutcomeThatIsSent(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	types := func() {
		t.Helper()
		p.clicksSlowly(t, ".ask summary") // also from the note, whose field then gets small
		check(t, p.Locator(".ask[open] [name=tell]").Fill("Take your glasses off."))
	}
	const tell = `document.querySelector('.ask[open] [name=tell]')?.value`
	check(t, p.Locator("[name=note]").Fill("my note"))
	types()
	_, err := p.Reload()
	check(t, err)
	p.becomes(t, "as typed", tell+` === 'Take your glasses off.'`)
	p.becomes(t, "said so", notice+`?.textContent.includes('what you typed before')`)
	p.becomes(t, "without the focus", `!document.querySelector('.ask').contains(document.activeElement)`)
	p.accessible(t, "words for the applicant that were put back")
	check(t, p.Locator(".notice.unsent button").Click())
	p.becomes(t, "discarded alone", `document.querySelector('[name=tell]').value === '' &&
		document.querySelector('[name=note]').value === 'my note'`)
	p.press("Escape")
	types()
	p.press("Escape", "d", "5", "Shift+Enter")
	p.becomes(t, "shown where it can't be sent", offered+`?.textContent === 'Take your glasses off.'`)
	p.stands(t, id, onboarding.Declined)
}

// audited fails where the audit trail of a job does not say of its new captures what was checked.
func (h *house) audited(t *testing.T, job, detail string) {
	t.Helper()
	trail, err := h.Store.AuditOf(t.Context(), boottest.Company, "job:"+job, "", 100)
	check(t, err)
	if !slices.ContainsFunc(trail, func(e audit.Row) bool {
		return e.Action == "job.recheck" && strings.Contains(string(e.Detail), detail)
	}) {
		t.Errorf("the audit trail does not name what came: %+v", trail)
	}
}

// compares puts one picture over another, and takes it away again.
func (p *person) compares(t *testing.T, left, right string) {
	t.Helper()
	p.press("c")
	p.becomes(t, "comparing them", `['`+left+`', '`+right+`'].every((name, at) => {
		const stage = document.querySelector('.stage.compare').getBoundingClientRect()
		const x = stage.left + (at + .5) * stage.width / 2
		const met = document.elementFromPoint(x, stage.top + stage.height / 2)
		return met.closest('.pane').getAttribute('aria-label') === name
	})`)
	p.press("c")
}

func TestAnAgentGetsABetterPictureByPressingQ(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	url := p.asks(t, "Please take your glasses off.\nStand at a window.")
	p.accessible(t, "asked")
	const lines = `.innerText === 'Please take your glasses off.\nStand at a window.'`
	p.becomes(t, "in the agent's own lines", `document.querySelector('.anew q')`+lines)
	again, err := p.Locator("[data-key=q]").Count()
	check(t, err)
	if again != 0 {
		t.Error("the applicant can be asked twice at once")
	}
	if got := h.record(t, id).Status; !got.Is(onboarding.Review) {
		t.Errorf("status %s while the applicant is asked", got)
	}

	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	_, taken := h.onDevices(t, "selfie")
	phone := filmed(t, shot(t, picture.Bytes, 1))
	phone.visit(url)
	phone.heading(t, "Please take these again")
	phone.becomes(t, "told why", `['needs better ones', 'Your face', 'The picture was not sharp.',
		'Please take your glasses off.'].every(text => document.body.textContent.includes(text))`)
	phone.becomes(t, "in the agent's own lines", `document.querySelector('blockquote')`+lines)
	phone.accessibleIn(t, "asked anew", plainly)
	p.becomes(t, "told that it was opened", `document.querySelector('.anew .tag').textContent === 'opened'`)
	phone.agrees(t)
	phone.heading(t, "Done")
	phone.quiet(t)

	until(t, "the figures of devices count what was taken again", func() bool {
		_, takes := h.onDevices(t, "selfie")
		return takes == taken+1
	})
	until(t, "the captures are checked", func() bool {
		captures, err := h.Store.SupersededCaptures(t.Context(), boottest.Company, id)
		return err == nil && len(captures) == 1 && captures[0].Kind == onboarding.Selfie
	})
	captures, err := h.Store.Captures(t.Context(), boottest.Company, id)
	check(t, err)
	kinds := func(c onboarding.Capture) bool { return c.Kind == onboarding.Selfie && c.Request != "" }
	if len(captures) != 2 || !slices.ContainsFunc(captures, kinds) {
		t.Errorf("the job has %d captures in force", len(captures))
	}
	h.audited(t, id, `"captures":["selfie"]`)
	p.sees(".notice:has-text('The applicant’s new captures are here.')")
	check(t, p.Locator(".notice .button:text-is('Show')").Click())
	const both = `document.querySelectorAll('.pane:not([hidden])[aria-label^="Selfie"]').length === 2`
	p.becomes(t, "both pictures", both)
	const wide = `['a', 'b'].map(key => Math.round(
		document.querySelector('.pane[data-pane=' + key + ']:not([hidden])').getBoundingClientRect().width))`
	p.becomes(t, "as wide as each other", `((a, b) => Math.abs(a - b) < 2)(...`+wide+`)`)
	p.becomes(t, "told", `document.querySelector('.anew').textContent.includes('new captures are here')`)
	p.accessible(t, "answered")
	check(t, p.Keyboard().Down(" "))
	p.becomes(t, "blinking", `document.querySelector('.stage.blink-b')`)
	p.becomes(t, "blinking", `document.querySelector('.stage.blink-a')`)
	check(t, p.Keyboard().Up(" "))
	p.compares(t, "Selfie, earlier", "Selfie")
	p.becomes(t, "with the eyes of both, by which one lies over the other", `[...document.querySelectorAll(
		'.pane[aria-label^="Selfie"]')].filter(pane => pane.dataset.eyes.split(' ').length === 4).length === 2`)
	check(t, p.Locator(".thumb:has-text('Passport')").Click())
	p.becomes(t, "wider beside a face", `((a, b) => a > 1.3 * b)(...`+wide+`)`)
	if got := h.record(t, id).Status; !got.Is(onboarding.Review) {
		t.Errorf("status %s after the checks", got)
	}
	p.quiet(t)
}

// The clock of the page stands still, so that a page that asks less often hears nothing.
func TestAPageHearsWithinTenSecondsWhatTheApplicantDoesUntilThatIsSettled(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	check(t, p.Clock().Install())
	p.pick(t, id)
	p.asks(t, "")
	check(t, p.Clock().PauseAt(time.Now().Add(time.Minute)))
	var beats atomic.Int32
	p.OnRequest(func(r playwright.Request) {
		if strings.HasSuffix(r.URL(), "/heartbeat") {
			beats.Add(1)
		}
	})
	request, err := h.Store.OpenRequest(t.Context(), boottest.Company, id)
	check(t, err)
	becomes := func(state string, open bool, change func(tx *store.Tx) error) {
		t.Helper()
		check(t, h.Store.Write(t.Context(), change))
		check(t, p.Clock().FastForward(10_000))
		p.becomes(t, state, fmt.Sprintf(`document.querySelector('.anew .tag').textContent === '%s' &&
			[...document.querySelectorAll('.anew button')].filter(one => one.checkVisibility()).length === %d`,
			state, map[bool]int{true: 2}[open]))
	}
	becomes("opened", true, func(tx *store.Tx) error {
		_, err := tx.OpenCaptureLink(t.Context(), boottest.Company, request.ID)
		return err
	})
	becomes("revoked", false, func(tx *store.Tx) error {
		return tx.RevokeRequest(t.Context(), boottest.Company, id)
	})
	heard := beats.Load()
	check(t, p.Clock().FastForward(20_000))
	p.shown()
	if n := beats.Load(); n != heard {
		t.Errorf("%d heartbeats in 20 s after all is settled", n-heard)
	}
	check(t, p.Route("**/heartbeat", func(r playwright.Route) {
		check(t, r.Fulfill(playwright.RouteFulfillOptions{
			ContentType: playwright.String("application/json"),
			Body:        `{"until": 9999999999999, "tally": "7 done in another tab"}`,
		}))
	}))
	check(t, p.Clock().FastForward(60_000))
	until(t, "a heartbeat each minute", func() bool { return beats.Load() > heard })
	p.becomes(t, "counted on", `document.querySelector('.tally').textContent === '7 done in another tab'`)
}

func TestARequestThatIsWithdrawnLetsNobodyIn(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, h.passport(t))
	p.press("q")
	p.becomes(t, "open", `document.querySelector('.ask[open] select')`)
	check(t, p.Locator(`[name="tell"]`).Fill("Hello"))
	check(t, p.Locator(".ask .go").Click())
	p.becomes(t, "refused", `document.querySelector('.ask[open]').textContent.includes('at least one capture')`)
	p.becomes(t, "kept", `document.querySelector('[name="tell"]').value === 'Hello'`)
	p.press("Escape")
	check(t, first(p.Reload()))
	url := p.asks(t, "")
	check(t, p.Locator(".anew form button").Click())
	p.becomes(t, "withdrawn", `document.querySelector('.anew').textContent.includes('revoked')`)
	phone := open(t, playwright.BrowserNewContextOptions{})
	phone.visit(url)
	phone.becomes(t, "told so", `document.body.textContent.includes('has withdrawn it')`)
}

func TestWhoIsAskedForWhatIsNotNeededAnyMoreIsToldSo(t *testing.T) {
	h := alone(t, func(c *config.Config) { c.UndoHold = 0 })
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	url := p.asks(t, "")
	phone := open(t, playwright.BrowserNewContextOptions{})
	phone.visit(url)
	phone.heading(t, "Please take these again")
	p.press("d", "5", "Shift+Enter")
	until(t, "the job is decided", func() bool { return h.record(t, id).Status.Is(onboarding.Declined) })
	check(t, first(phone.Reload()))
	phone.becomes(t, "told so", `document.body.textContent.includes('no longer needs these pictures')`)
}

func TestAnUndoneDecisionLeavesTheApplicantsBrowserTheRequest(t *testing.T) {
	full(t, "TestWhoIsAskedForWhatIsNotNeededAnyMoreIsToldSo")
	h := alone(t, func(c *config.Config) { c.UndoHold = 5 * time.Minute })
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	url := p.asks(t, "")
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "passport")
	phone := filmed(t, shot(t, picture.Bytes, 1)) // in which no face is large enough: the capture goes on
	phone.visit(url)
	phone.heading(t, "Please take these again")
	phone.agrees(t)
	until(t, "the capture has begun", func() bool {
		l, err := h.Store.OpenRequest(t.Context(), boottest.Company, id)
		return err == nil && !l.StartedAt.IsZero()
	})
	p.press("d", "5", "Shift+Enter")
	until(t, "the job is decided", func() bool { return h.record(t, id).Status.Is(onboarding.Declined) })
	waits := make(chan bool, 1)
	phone.OnResponse(func(r playwright.Response) {
		if r.Status() == http.StatusServiceUnavailable {
			tell(waits, true)
		}
	})
	check(t, first(phone.Reload()))
	heard(t, waits)
	p.press("u")
	until(t, "the decision is undone", func() bool { return h.record(t, id).Status.Is(onboarding.Review) })
	phone.heading(t, "Go on where you were")
}
