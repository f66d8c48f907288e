package e2e_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

func TestAnEscalationHasANoteAndIsUndoneWithU(t *testing.T) {
	h := at(t)
	h.supply(t, 3)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.take(t)
	p.press("e")
	p.becomes(t, "asked why", focused+`.name === 'why'`)
	check(t, p.Keyboard().Type("the portrait looks exchanged"))
	id := p.onward(t, "Enter")
	p.sees(".toast:has-text('Escalated') [data-key=u]")
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
	h.supply(t, 4)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	first := p.take(t)
	p.becomes(t, "fit to be decided", `document.querySelector('#decision[data-shown]')`)
	_, err := p.Evaluate(`() => { window.same = true }`)
	check(t, err)
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for range 30 {
		check(t, p.Keyboard().Press("a"))
		<-tick.C
		check(t, p.Keyboard().Press("Enter"))
		<-tick.C
	}
	p.becomes(t, "at the next job in the same document",
		`window.same && location.pathname !== '/jobs/`+first+`' && document.querySelector('#decision[data-shown]')`)
	p.stands(t, first, onboarding.Approved)
	second := p.job()
	p.stands(t, second, onboarding.Review)
	p.onward(t, "a", "Enter")
	p.stands(t, second, onboarding.Approved)
	p.quiet(t)
}

func TestEnterWhileADecisionIsUnderWaySendsItOnce(t *testing.T) {
	h := at(t)
	h.supply(t, 2)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
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
	p.press("a", "Enter")
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
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	tab, err := p.Context().NewPage()
	check(t, err)
	other := &page{Page: tab, t: t}
	other.visit(h.base + "/jobs/" + id)
	other.becomes(t, "held there too", `document.querySelector('#decision[data-shown]')`)
	p.press("a", "Enter")
	other.becomes(t, "no longer to be decided",
		`document.querySelector('.lost [data-lease]')?.textContent === 'already decided' && `+
			`document.querySelector('[value=Approved]').disabled`)
	p.quiet(t)
}

func TestShiftAndADigitChooseAReasonOfTheSecondRow(t *testing.T) {
	h := at(t)
	h.supply(t, 1)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
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
