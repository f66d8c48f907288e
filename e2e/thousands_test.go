package e2e_test

import (
	"regexp"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

func TestNewJobsAreCountedAndWrittenByTheLanguageFromAThousandOn(t *testing.T) {
	h := at(t)
	h.supply(t, 1)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	check(t, p.Route("**/live", func(r playwright.Route) { _ = r.Abort() }))
	check(t, p.Route(regexp.MustCompile(`/queue/state`), func(r playwright.Route) {
		_ = r.Fulfill(playwright.RouteFulfillOptions{
			ContentType: playwright.String("application/json"),
			Body:        `{"counts":{"open":2237},"headings":{"open":"2,237 waiting"},"overdue":"","rows":{}}`,
		})
	}))
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(`new MutationObserver(() => {
		const counter = document.querySelector('.views [data-view=open]')
		if (counter && counter.dataset.count !== '1234') counter.dataset.count = '1234'
	}).observe(document, { childList: true, subtree: true })`)}))
	p.visit(h.base + "/queue")
	p.becomes(t, "as many as they are", `document.querySelector('#fresh:not([hidden])')?.textContent === '1,003 new'`)
	p.becomes(t, "written with its thousands grouped",
		`document.querySelector('.views [data-view=open]').textContent === '2,237'`)
}
