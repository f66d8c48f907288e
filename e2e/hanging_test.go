package e2e_test

import (
	"strings"
	"sync/atomic"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
)

// impatient shortens how long the scripts wait for an answer, so that a test need not, until the page is patient.
const impatient = `(timeout => {
	AbortSignal.timeout = ms => timeout.call(AbortSignal, window.patient ? ms : ms / 20)
})(AbortSignal.timeout)`

// answered lets what a page sends through again, and gives the server its time, as the machine may be busy.
func (p *page) answered(pattern string) {
	p.t.Helper()
	_, err := p.Evaluate(`() => { window.patient = true }`)
	check(p.t, err)
	check(p.t, p.Unroute(pattern))
}

// hangs lets what a page sends to a path meet a network that swallows it, and counts it.
func (p *page) hangs(pattern string) *atomic.Int32 {
	p.t.Helper()
	var met atomic.Int32
	check(p.t, p.Route(pattern, func(playwright.Route) { met.Add(1) }))
	return &met
}

// impatiently returns an agent who has taken a job, in a browser that does not wait long for answers.
func impatiently(t *testing.T) (p *person, id string) {
	t.Helper()
	h := at(t)
	h.supply(t, 2)
	p = h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(impatient)}))
	id = p.take(t)
	_, err := p.Reload()
	check(t, err)
	p.shown()
	return p, id
}

func TestNoActionWaitsForADraftThatTheNetworkSwallows(t *testing.T) {
	h := at(t)
	h.supply(t, 6)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.take(t)
	swallowed := p.hangs("**/draft")
	for _, keys := range [][]string{{"n"}, {"s"}, {"e", "Enter"}, {"d", "5", "Enter"}} {
		id, before := p.job(), swallowed.Load()
		p.press("m")
		check(t, p.Keyboard().Type("words of "+strings.Join(keys, "")))
		until(t, "its draft is on its way", func() bool { return swallowed.Load() > before })
		p.press("Escape")
		p.press(keys...)
		p.becomes(t, "at another job after "+strings.Join(keys, " "),
			`location.pathname !== '/jobs/`+id+`' && document.querySelector('#decision')`)
		if keys[0] == "d" {
			p.stands(t, id, onboarding.Declined)
		}
	}
}

func TestARequestThatTheNetworkSwallowsIsReportedAndSentAgain(t *testing.T) {
	p, id := impatiently(t)
	p.hangs("**/jobs/**")
	p.press("m")
	check(t, p.Keyboard().Type("words"))
	p.becomes(t, "told that the draft is kept here", `document.querySelector('[data-saved]').textContent === `+
		`'kept in this browser'`)
	p.press("Escape", "d", "5", "Enter")
	p.becomes(t, "told", `document.querySelector('.unsent')?.textContent.includes('Not sent')`)
	p.answered("**/jobs/**")
	p.becomes(t, "at another page", `location.pathname !== '/jobs/`+id+`'`)
	p.stands(t, id, onboarding.Declined)
}

// breaksOff lets answers to paths with window.broken in them break off after their head.
const breaksOff = `(sends => {
	window.fetch = async (path, options) => {
		const answer = await sends(path, options)
		if (!window.broken || !String(path).includes(window.broken)) return answer
		const nothing = new ReadableStream({ start: body => body.error(new DOMException('timed out', 'TimeoutError')) })
		return new Response(nothing, answer)
	}
})(window.fetch.bind(window))`

func TestAnAnswerThatBreaksOffCountsAsNone(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(breaksOff)}))
	id := p.take(t)
	p.again()
	check(t, first(p.Evaluate(`() => { window.broken = '/jobs/' }`)))
	p.press("m")
	check(t, p.Keyboard().Type("words"))
	p.becomes(t, "told that the draft is kept here", `document.querySelector('[data-saved]').textContent === `+
		`'kept in this browser'`)
	p.press("Escape", "d", "5", "Enter")
	p.becomes(t, "told", `document.querySelector('.unsent')?.textContent.includes('Not sent')`)
	check(t, first(p.Evaluate(`() => { window.broken = '' }`)))
	p.becomes(t, "at another page", `location.pathname !== '/jobs/`+id+`'`)
	p.stands(t, id, onboarding.Declined)
	p.quiet(t)
}

func TestSigningOutSaysThatADraftCouldNotBeSavedWhereTheNetworkSwallowsIt(t *testing.T) {
	p, id := impatiently(t)
	p.hangs("**/draft")
	p.press("m")
	check(t, p.Keyboard().Type("words"))
	_, err := p.Evaluate(`() => document.querySelector('form[action="/logout"]').requestSubmit()`)
	check(t, err)
	p.sees(".notice.unsent a[href='/jobs/" + id + "']")
	check(t, p.Unroute("**/draft"))
}
