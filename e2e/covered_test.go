package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

// covered lists what a message covers: each value, reason and button that is on the screen, or can be scrolled there,
// has to be what a click in its middle meets, or around or inside it. What a form covers that the agent has opened is
// not a message's doing: the panel of reasons, menus and sheets.
const covered = `() => {
	const messages = [...document.querySelectorAll('.notice, .news, .unsent, .choice')]
	const things = document.querySelectorAll('#job :is(button, a[href], input:not([type=hidden]), textarea, .reason, ' +
		'.outcome, .data, b, dd, td, li, h1, .score, .tag, summary)')
	const out = []
	for (const thing of things) {
		if (!thing.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
		if (messages.some(m => m.contains(thing))) continue
		thing.scrollIntoView({ block: 'center', inline: 'nearest' })
		const b = thing.getBoundingClientRect()
		if (b.width === 0 || b.height === 0) continue
		const met = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2)
		const by = met && messages.find(m => m.contains(met))
		if (by) out.push(thing.tagName + '.' + thing.className + ' “' + thing.textContent.trim().slice(0, 30) + '” by ' + by.className)
	}
	for (const m of messages) for (const act of m.querySelectorAll('button, a')) {
		act.scrollIntoView({ block: 'center', inline: 'nearest' })
		const b = act.getBoundingClientRect()
		const met = document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2)
		if (!act.contains(met)) out.push('the message’s own ' + act.textContent.trim() + ' by ' + met?.className)
	}
	return out
}`

func TestNoMessageCoversAValueAReasonOrAButton(t *testing.T) {
	h := at(t)
	h.passport(t)
	sizes := []playwright.Size{{Width: 1366, Height: 768}, {Width: 800, Height: 1000}, {Width: 390, Height: 844}}
	for _, size := range sizes {
		t.Run(fmt.Sprintf("%dx%d", size.Width, size.Height), func(t *testing.T) {
			h.supply(t, 5)
			p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{Viewport: &size})
			nothing := func(state string) {
				t.Helper()
				p.sees(".notice:visible, .unsent:visible, .choice:visible")
				found, err := p.Evaluate(covered)
				check(t, err)
				for _, one := range found.([]any) {
					t.Errorf("%s: %v", state, one)
				}
			}
			p.offline(true)
			check(t, p.Locator(".head [data-key=n]").Click())
			p.sees(".unsent")
			nothing("the queue, offline")
			p.offline(false)
			check(t, p.WaitForURL(jobURL))
			p.sees("#decision")
			p.onwardApproved(t)
			p.sees(".notice [data-key=u]")
			nothing("the undo of a decision")
			p.press("m")
			nothing("the note, with what is typed in it")
			p.writable(t)
			p.press("Escape")
			p.press("d")
			nothing("the undo of a decision beside the reasons")
			p.offline(true)
			decided := p.job()
			p.press("4", "Enter")
			p.sees(".notice.unsent")
			nothing("a decision that was not sent, beside the undo and the reasons")
			p.offline(false)
			p.leaves(t, decided)
			p.press("s")
			p.sees(".notice:has-text('Skipped')")
			nothing("a skip")
		})
	}
}

// The forms behind E and Q push what the agent decides by, as the panel of reasons does.
func TestNoFormOfTheBarCoversAValueAReasonOrAButton(t *testing.T) {
	h := at(t)
	form := strings.Replace(covered, "'.notice, .news, .unsent, .choice'", "'.escalate[open] > .sheet'", 1)
	for _, language := range []string{"en-GB", "es-MX"} {
		p := h.seatIn(t, access.Agent, language)
		p.pick(t, h.passport(t))
		p.shown()
		for _, width := range []int{1920, 1366, 800, 390} {
			check(t, p.SetViewportSize(width, 844))
			for _, key := range []string{"e", "q"} {
				p.press(key)
				p.sees(".escalate[open] > .sheet .go")
				found, err := p.Evaluate(form)
				check(t, err)
				for _, one := range found.([]any) {
					t.Errorf("%s, %d, %s: %v", language, width, key, one)
				}
				inside, err := p.Evaluate(`(s => innerWidth < 1100 || s.scrollHeight <= s.clientHeight + 1)(
					document.querySelector('.escalate[open] > .sheet'))`)
				check(t, err)
				if inside != true {
					t.Errorf("%s, %d, %s: the form is cut", language, width, key)
				}
				p.press("Escape")
			}
		}
	}
}

// writable fails the test where the field that has the focus is too narrow to write in.
func (p *page) writable(t *testing.T) {
	t.Helper()
	width, err := p.Evaluate(`document.activeElement.clientWidth`)
	check(t, err)
	if width.(int) < 120 {
		t.Errorf("the field to write in is %d px wide", width)
	}
}

// leaves waits until another job than one is shown, with its decision bar.
func (p *person) leaves(t *testing.T, job string) {
	t.Helper()
	p.becomes(t, "at another job", `location.pathname !== '/jobs/`+job+`' && document.querySelector('#decision[data-shown]')`)
}

// What speaks for and against a job is read while its reasons are chosen.
func TestEverySignalIsInSightWhileReasonsAreChosen(t *testing.T) {
	t.Parallel()
	base := gallery(t)
	p := open(t, playwright.BrowserNewContextOptions{})
	for _, language := range []string{"en", "es"} {
		p.visit(base + "/review/deciding?language=" + language)
		hidden, err := p.Evaluate(`() => {
			const brief = document.querySelector('.brief'), end = brief.getBoundingClientRect().bottom
			const all = [...brief.querySelectorAll('.facts dd')].map(e => [e, e.getBoundingClientRect().bottom])
			return [all.length > 0 ? '' : 'there is none', ...all.map(([e, b]) => b > end ? e.textContent : '')].filter(Boolean)
		}`)
		check(t, err)
		for _, one := range hidden.([]any) {
			t.Errorf("in %s: %v", language, one)
		}
	}
}
