package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

func TestWhoWaitsForWhatIsSentSeesHowMuchIsThere(t *testing.T) {
	h := at(t)
	link := h.link(t, map[string]any{"function": onboarding.SignatureCapture})
	p := open(t, playwright.BrowserNewContextOptions{})
	held := make(chan playwright.Route, 2)
	p.answers("**/captures/**", 2, func(r playwright.Route) {
		if body, _ := r.Request().PostDataBuffer(); len(body) > 0 {
			held <- r
			return
		}
		_ = r.Continue() // which asks how much the server has
	})
	p.visit(link.URL)
	p.agrees(t)
	p.does(t, "continue")
	p.signs(t, specimen.Sign(7, 1))
	p.does(t, "done")
	p.sees(".preview canvas")
	p.does(t, "done")
	p.heading(t, "Sending…")
	const bar, note = `document.querySelector('progress')`, `document.querySelector('[data-live=note]').textContent`
	p.becomes(t, "told how much is there", bar+`.checkVisibility() && `+bar+`.value === 0 &&
		document.querySelector('[data-live=status]').textContent === 'Sent: 0%'`)
	p.becomes(t, "told to stay", note+`.startsWith('Leave this page open until')`)
	p.accessibleIn(t, "sending", plainly)
	p.offline(true)
	p.becomes(t, "told that it goes on", note+`.startsWith('You are offline. Leave this page open')`)
	p.offline(false)
	p.becomes(t, "told to stay", note+`.startsWith('Leave this page open until')`)
	check(t, heard(t, held).Continue())
	p.heading(t, "Done")
}
