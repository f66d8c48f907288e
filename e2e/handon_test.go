package e2e_test

import (
	"slices"
	"sync/atomic"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

func TestAnEscalationHasANoteAndIsUndoneWithU(t *testing.T) {
	h := at(t)
	h.supply(t, 3)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.take(t)
	p.press("e")
	p.becomes(t, "asked why", focused+`.name === 'why'`)
	check(t, p.Keyboard().Type("the portrait looks exchanged"))
	id := p.onward(t, "Enter")
	p.sees(".notice:has-text('Escalated') [data-key=u]")
	if c := h.file(t, id); c.State != store.CaseEscalated {
		t.Fatalf("the case is %s", c.State)
	}
	p.press("u")
	p.becomes(t, "back with its words",
		`location.pathname === '/jobs/`+id+
			`' && document.querySelector('#decision [name=note]')?.value === 'the portrait looks exchanged'`)
	if c := h.file(t, id); c.State != store.CaseOpen || !c.HeldBy(p.ID, h.Clock.Now()) {
		t.Fatalf("the case is %s, held by %q", c.State, c.Holder)
	}
	p.onward(t, "e", "Enter")

	senior := h.seat(t, access.Senior, playwright.BrowserNewContextOptions{})
	senior.visit(h.base + "/queue?view=escalated")
	senior.sees(".raised:has-text('the portrait looks exchanged')")
	senior.pick(t, id)
	senior.sees(".why .escalated:has-text('the portrait looks exchanged')")
	senior.becomes(t, "nobody is left to escalate to", `!document.querySelector('[data-key=e]')`)
	p.quiet(t)
	senior.quiet(t)
}

func TestRepeatedKeysDecideNoJobBeforeItWasSeen(t *testing.T) {
	h := at(t)
	first := h.signature(t) // which, unlike a job that another test left, has no red finding to name
	until(t, "it waits for review", func() bool {
		free, err := h.free(t.Context())
		return err == nil && slices.ContainsFunc(free, func(q store.Queued) bool { return q.JobID == first })
	})
	h.supply(t, 4)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, first)
	p.becomes(t, "fit to be decided", `document.querySelector('#decision[data-shown]')`)
	// The page's clock moves with the keys alone, 20 ms each, so that none comes late on a slow machine.
	script := func(body string) any {
		t.Helper()
		result, err := p.Evaluate(`() => {` + body + `}`)
		check(t, err)
		return result
	}
	script(`
		window.same = true
		window.clock = performance.now()
		window.real = performance.now.bind(performance)
		performance.now = () => window.clock`)
	keys := func() {
		for _, key := range []string{"a", "Enter"} {
			script(`window.clock += 20`)
			check(t, p.Keyboard().Press(key))
		}
	}
	until(t, "the next job comes", func() bool {
		keys()
		return script(`return location.pathname !== '/jobs/`+first+`' && !!document.querySelector('#decision')`) == true
	})
	for range 30 {
		keys()
	}
	script(`const ahead = window.clock + 1000 - window.real()
		performance.now = () => window.real() + ahead`)
	p.becomes(t, "at the next job in the same document",
		`window.same && location.pathname !== '/jobs/`+first+`' && document.querySelector('#decision[data-shown]')`)
	p.stands(t, first, onboarding.Approved)
	second := p.job()
	p.stands(t, second, onboarding.Review)
	p.onwardApproved(t)
	p.stands(t, second, onboarding.Approved)
	p.quiet(t)
}

func TestEnterWhileADecisionIsUnderWaySendsItOnce(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	check(t, p.Clock().Install())
	id := p.take(t)
	var sent atomic.Int32
	answer := make(chan struct{})
	check(t, p.Route("**/decide", func(r playwright.Route) {
		sent.Add(1)
		go func() {
			<-answer
			_ = r.Continue()
		}()
	}))
	p.approve("Enter")
	until(t, "the decision is sent", func() bool { return sent.Load() == 1 })
	check(t, p.Clock().FastForward("00:30"))
	check(t, p.Keyboard().Press("Enter"))
	close(answer)
	p.becomes(t, "at the next job", `location.pathname !== '/jobs/`+id+`' && document.querySelector('#decision')`)
	p.shown() // by then a request that waited for the answer is sent too
	p.stands(t, id, onboarding.Approved)
	if n := sent.Load(); n != 1 {
		t.Errorf("%d requests", n)
	}
	p.quiet(t)
}

func TestAnotherTabShowsThatItsJobIsDecided(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	tab, err := p.Context().NewPage()
	check(t, err)
	other := &page{Page: tab, t: t}
	other.visit(h.base + "/jobs/" + id)
	other.becomes(t, "held there too", `document.querySelector('#decision[data-shown]')`)
	p.approve("Enter")
	other.becomes(t, "told who decided what and when, with what can be done now",
		`!document.querySelector('#decision') && `+
			`/^You decided this in another window, \d\d \w+ \d{4} \d\d:\d\d:\d\d: Approved\.$/.test(`+
			`document.querySelector('.notice span')?.textContent) && `+
			seen+`(document.querySelector('.notice [data-key=u]')) && `+
			seen+`(document.querySelector('.idle [data-key=n]')) && `+
			seen+`(document.querySelector('.idle a[href$="/history"]'))`)
	other.becomes(t, "legible: nothing is translucent",
		`[...document.querySelectorAll('.bar, .bar *')].every(e => getComputedStyle(e).opacity === '1' || `+
			`e.closest('kbd, .copied'))`)
	p.quiet(t)
}

func TestAnUndoInAnotherTabBringsTheJobBackInBoth(t *testing.T) {
	h := at(t)
	h.supply(t, 1)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	tab, err := p.Context().NewPage()
	check(t, err)
	other := &page{Page: tab, t: t}
	other.visit(h.base + "/jobs/" + id)
	other.becomes(t, "held there too", `document.querySelector('#decision[data-shown]')`)
	p.press("d", "4", "Shift+Enter")
	const undo = `document.querySelector('.notice [data-key=u]')`
	p.becomes(t, "decided", undo)
	other.becomes(t, "told", undo)
	other.press("u")
	for _, one := range []*page{other, p.page} {
		one.becomes(t, "to be decided again", `document.querySelector('#decision[data-shown]') && !`+undo)
	}
	p.press("Shift+Enter") // as chosen before
	p.becomes(t, "decided again", undo)
	p.stands(t, id, onboarding.Declined)
	p.quiet(t)
}

func TestShiftAndADigitChooseAReasonOfTheSecondRow(t *testing.T) {
	h := at(t)
	h.supply(t, 1)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.take(t)
	p.press("d", "Shift+Digit2", "7")
	p.becomes(t, "ticked",
		`[...document.querySelectorAll('[name=reason]:checked')].map(r => r.value).join() === `+
			`'fraud.known,quality.unreadable'`)
	p.press("Shift+Digit2")
	p.becomes(t, "ticked off",
		`[...document.querySelectorAll('[name=reason]:checked')].map(r => r.value).join() === 'quality.unreadable'`)
	p.quiet(t)
}
