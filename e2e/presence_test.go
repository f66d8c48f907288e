package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/fault"
	"proofdesk/app/review"
)

func TestTheReviewPageShowsOtherViewersAndMovesNothing(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	const count = `document.querySelector('[data-viewing]')`
	p.becomes(t, "drawn, and nobody else there", count+` && !`+seen+`(`+count+`)`)
	const places = `JSON.stringify([...document.querySelectorAll('.jobhead > *')].map(e => ` +
		`e.getBoundingClientRect()).map(b => [b.x, b.width]))`
	_, err := p.Evaluate(`() => { window.before = ` + places + ` }`)
	check(t, err)
	other := h.seat(t, access.Senior, playwright.BrowserNewContextOptions{})
	other.visit(h.base + "/jobs/" + id)
	p.becomes(t, "one viewing", seen+`(`+count+`) && `+count+`.textContent === '1 viewing'`)
	p.becomes(t, "their name in the title", count+`.closest('summary').title === 'Pat senior'`)
	other.becomes(t, "told so too", seen+`(`+count+`) && `+count+`.closest('summary').title === 'Pat agent'`)
	p.becomes(t, "all in its place",
		places+`.replace(/\d+\.\d+/g, Math.round) === window.before.replace(/\d+\.\d+/g, Math.round)`)
	check(t, p.Locator("[data-viewers] summary").Click())
	p.sees("[data-viewers] li:text('Pat senior')")
	other.visit(h.base + "/queue")
	p.becomes(t, "alone again", `!`+seen+`(`+count+`)`)
	p.quiet(t)
	other.quiet(t)
}

func TestNothingIsReservedOnABreakAndTheNextJobEndsIt(t *testing.T) {
	h := at(t)
	h.supply(t, 3)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.take(t)
	desk := review.Agent{Company: boottest.Company, ID: p.ID, Decides: true}
	check(t, p.Locator("summary[aria-label^=Account]").Click())
	check(t, p.Locator("button[value=BREAK]").Click())
	p.sees(".menu .tag:text('on a break')")
	p.approve("Enter")
	p.becomes(t, "decided, without a next job",
		`document.querySelector('.verdict') && !document.querySelector('#decision')`)
	if held := h.heldBy(t, p.ID); len(held) != 0 {
		t.Errorf("on a break %d jobs are held", len(held))
	}
	desk.Resting = true
	if _, err := h.Desk.Ahead(t.Context(), desk, ""); !fault.Is(err, fault.NotFound) {
		t.Errorf("a job was laid ready: %v", err)
	}
	p.press("n")
	p.sees("#decision")
	p.becomes(t, "available again", `!document.querySelector('.menu .tag.warn')`)
	p.quiet(t)
}
