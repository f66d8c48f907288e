package e2e_test

import (
	"context"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/endpoints"
	"proofdesk/app/onboarding"
)

func TestTheBadgeShowsDeliveryTroubleWithoutAReload(t *testing.T) {
	h := alone(t) // another test that ends its own trouble meanwhile would leave the count as it was
	p := h.atQueue(t, access.Senior, playwright.BrowserNewContextOptions{})
	_, err := p.Evaluate(`() => { window.before = document.querySelector('[data-trouble-count]').textContent }`)
	check(t, err)
	h.inTrouble(t)
	p.becomes(t, "in sight with another count", `(e => e && !e.hidden && e.checkVisibility() && `+
		`e.querySelector('[data-trouble-count]').textContent !== window.before && e.title.includes('paused'))`+
		`(document.querySelector('[data-trouble]'))`)
	check(t, p.Locator("[data-trouble]").Click())
	check(t, p.WaitForURL("**/deliveries/trouble"))
	p.sees("text=their maintenance")
	p.accessible(t, "delivery trouble")
	p.quiet(t)
}

func TestOneTickChoosesAllDeliveriesOfAPage(t *testing.T) {
	h := alone(t)
	h.inTrouble(t)
	apply(t, h.Weak, map[string]any{"function": onboarding.SignatureCapture}, strokes)
	p := h.seat(t, access.Senior, playwright.BrowserNewContextOptions{})
	until(t, "a delivery is listed", func() bool {
		p.visit(h.base + "/deliveries?state=all")
		return p.has("[name=delivery]")
	})
	const chosen = `document.querySelector('[data-chosen]').textContent`
	check(t, p.Locator("[data-all]").Check())
	p.becomes(t, "all chosen", chosen+` === document.querySelectorAll('[name=delivery]:checked').length + ' selected' `+
		`&& !document.querySelector('[name=delivery]:not(:checked)')`)
	ticks, err := p.Locator("[name=delivery]").All()
	check(t, err)
	for _, tick := range ticks {
		check(t, tick.Uncheck())
	}
	p.becomes(t, "none", `!document.querySelector('[data-all]').checked && `+chosen+`.startsWith('select all')`)
}

// inTrouble adds an endpoint that is paused, for as long as the test takes.
func (h *house) inTrouble(t *testing.T) {
	t.Helper()
	made, err := h.Endpoints.CreateEndpoint(t.Context(), "test", endpoints.EndpointRequest{
		Company:     boottest.Company,
		URL:         "https://127.0.0.1:9/paused",
		Description: "to be paused",
	})
	check(t, err)
	check(t, h.Endpoints.PauseEndpoint(t.Context(), "test", boottest.Company, made.ID, "their maintenance"))
	t.Cleanup(func() {
		check(t, h.Endpoints.DeleteEndpoint(context.Background(), "test", boottest.Company, made.ID))
	})
}

func TestTheSearchDoesNotCoverTheBadgeOnAPhone(t *testing.T) {
	h := at(t)
	h.inTrouble(t)
	p := h.atQueue(t, access.Admin, playwright.BrowserNewContextOptions{
		Viewport: &playwright.Size{Width: 390, Height: 844},
	})
	p.becomes(t, "side by side", `((find, badge) => find.width >= 32 && find.right <= badge.left && `+
		`badge.right <= document.querySelector('.top > .menu:last-child').getBoundingClientRect().left)(`+
		`document.querySelector('.top .find input').getBoundingClientRect(), `+
		`document.querySelector('[data-trouble]').getBoundingClientRect())`)
	p.accessible(t, "badge on a phone")
}
