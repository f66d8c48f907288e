package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/review"
)

// never keeps the scripts of a page from asking anything every minute.
const never = `const every = window.setInterval
	window.setInterval = (run, ms, ...all) => ms >= 60000 ? 0 : every(run, ms, ...all)`

func TestWhoLosesAJobIsToldWithTheNextWordOrTheNextNews(t *testing.T) {
	h := at(t)
	taken := func(t *testing.T, id string) {
		t.Helper()
		other, _ := h.hire(t, access.Agent)
		_, err := h.Desk.Take(t.Context(), review.Agent{Company: boottest.Company, ID: other.ID, Decides: true}, id)
		check(t, err)
	}
	const told = `!document.querySelector('#decision') &&
		document.querySelector('[data-news]').textContent.includes('Pat agent')`
	holding := func(t *testing.T, stream bool) (*person, string) {
		t.Helper()
		h.supply(t, 1)
		p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
		script := never
		if !stream {
			script += "\ndelete window.EventSource"
		}
		check(t, p.AddInitScript(playwright.Script{Content: playwright.String(script)}))
		p.visit(p.base + "/queue")
		id := p.take(t)
		p.shown()
		check(t, h.Desk.Release(t.Context(), review.Agent{Company: boottest.Company, ID: p.ID, Decides: true}, id))
		return p, id
	}
	t.Run("a word", func(t *testing.T) {
		p, id := holding(t, false)
		taken(t, id)
		p.press("m")
		check(t, p.Keyboard().Type("a word"))
		p.becomes(t, "told who holds it", told)
		p.becomes(t, "with the word", `document.body.textContent.includes('a word')`)
	})
	t.Run("the queue's news", func(t *testing.T) {
		p, id := holding(t, true)
		taken(t, id)
		p.becomes(t, "told who holds it", told)
	})
}
