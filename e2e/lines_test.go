package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

func TestTheFormForNewCapturesIsNotScrolledOnAPhone(t *testing.T) {
	t.Parallel()
	base := gallery(t)
	p := open(t, playwright.BrowserNewContextOptions{Viewport: &phoneSize})
	for _, language := range []string{"en", "es"} {
		p.visit(base + "/review/asking-again?language=" + language)
		p.press("q")
		wrong, err := p.Evaluate(`() => {
			const sheet = document.querySelector('.ask .sheet'), bar = document.querySelector('.bar .outcomes')
			const [a, b] = [sheet, bar].map(e => e.getBoundingClientRect())
			const outer = document.querySelector('.bar').getBoundingClientRect()
			const wrong = []
			if (sheet.scrollHeight > sheet.clientHeight) wrong.push('scrolls ' + sheet.scrollHeight + ' in ' + a.height)
			if (a.top < 0 || a.bottom > b.top) wrong.push('lies from ' + a.top + ' to ' + a.bottom)
			if (outer.bottom > innerHeight) wrong.push('the bar ends at ' + outer.bottom)
			return wrong
		}`)
		check(t, err)
		for _, w := range wrong.([]any) {
			t.Errorf("in %s the form %v", language, w)
		}
	}
}

func TestTheDownloadOfAFilteredListStandsBesideItsButton(t *testing.T) {
	h := at(t)
	p := h.seatInSpanish(t, access.Admin)
	p.visit(h.base + "/audit")
	for width := 340; width <= 1920; width += 20 {
		check(t, p.SetViewportSize(width, 800))
		apart, err := p.Evaluate(`() => {
			const form = document.querySelector('form[role=search].adding')
			const [go, csv] = ['button', '.button'].map(s => form.querySelector(s).getBoundingClientRect())
			return go.top !== csv.top
		}`)
		check(t, err)
		if apart == true {
			t.Errorf("at %d they stand on two lines", width)
		}
	}
}
