package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

// clipped is true where a score of the strip is cut off.
const clipped = `[...document.querySelectorAll('.score')].some(s => s.getBoundingClientRect().right > ` +
	`document.querySelector('.scores').getBoundingClientRect().right || [...s.querySelectorAll('b, ` +
	`span:not(.sr)')].some(e => e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > ` +
	`s.getBoundingClientRect().right + 1))`

func TestTheScoreStripIsNotCutOff(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	p.becomes(t, "every score whole", `document.querySelectorAll('.score').length > 0 && !(`+clipped+`)`)
}

func TestAnAuditorGetsNothingToUncover(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Auditor, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/jobs/" + id)
	p.becomes(t, "blurred",
		`document.querySelectorAll('.shot image').length > 0 && [...document.querySelectorAll('.shot image, .thumb `+
			`img')].every(i => (i.getAttribute('href') ?? i.getAttribute('data-src') ?? `+
			`i.getAttribute('src')).includes('size=blurred'))`)
	p.becomes(t, "no reveal", `!document.querySelector('[data-reveal]')`)
}
