package e2e_test

import (
	"fmt"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

// tabTo moves the focus with Tab until it is on the element of a selector.
func (p *page) tabTo(t *testing.T, selector string) {
	t.Helper()
	for range 150 {
		p.press("Tab")
		if so, err := p.Evaluate(`s => document.activeElement.matches(s)`, selector); err != nil || so == true {
			check(t, err)
			return
		}
	}
	t.Fatalf("Tab does not lead to %s on %s", selector, p.URL())
}

// tab is a saved view in the row of tabs, with its name.
func tab(name string) string {
	return `[...document.querySelectorAll('.tabs a')].find(a => a.querySelector('.clip')?.textContent.trim() === '` +
		name + `')`
}

func TestAViewIsSavedRenamedStartedWithAndDeletedByTheKeyboard(t *testing.T) {
	h := at(t)
	h.signature(t) // the list is of these
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	const list = "/jobs?function=signature_capture"
	p.visit(h.base + list)

	p.tabTo(t, ".keep summary")
	p.press("Enter")
	p.tabTo(t, "#name-new")
	check(t, p.Keyboard().Type("Only signatures"))
	p.tabTo(t, ".keep .go")
	p.press("Enter")
	p.becomes(t, "saved, as the tab that is shown", tab("Only signatures")+`?.getAttribute('aria-current') !== null`)
	shown, err := p.Locator("tr[data-row]").Count()
	check(t, err)
	p.becomes(t, "with its count",
		fmt.Sprintf(`Number(%s.querySelector('.data').textContent) >= Math.min(%d, 2)`, tab("Only signatures"), shown))

	p.tabTo(t, ".keep summary")
	p.press("Enter")
	p.tabTo(t, "#name-old")
	p.press("Control+a")
	check(t, p.Keyboard().Type("Signed"))
	p.press("Enter")
	p.becomes(t, "renamed", tab("Signed")+` && !`+tab("Only signatures"))
	p.accessible(t, "jobs with a saved view")

	p.tabTo(t, ".keep summary")
	p.press("Enter")
	p.tabTo(t, ".keep [value=start]")
	p.press("Enter")
	p.becomes(t, "told to be the start page", tab("Signed")+`?.title.includes('your start page')`)
	p.visit(h.base + "/")
	p.becomes(t, "what one starts with", `location.pathname + location.search === '`+list+`'`)
	elsewhere := open(t, playwright.BrowserNewContextOptions{})
	elsewhere.visit(h.base + "/login")
	check(t, elsewhere.Locator("input[name=email]").Fill(p.Email))
	check(t, elsewhere.Locator("input[name=password]").Fill(p.password))
	elsewhere.press("Enter")
	elsewhere.becomes(t, "where signing in leads to", `location.pathname + location.search === '`+list+`'`)

	p.tabTo(t, ".keep summary")
	p.press("Enter")
	p.tabTo(t, ".keep [value=unstart]")
	p.press("Enter")
	p.becomes(t, "no start page any more", tab("Signed")+`?.title === 'Your own view'`)
	p.tabTo(t, ".keep summary")
	p.press("Enter")
	p.tabTo(t, ".keep [value=delete]")
	p.press("Enter")
	p.becomes(t, "deleted, with the list still there",
		`!`+tab("Signed")+
			` && location.search === '?function=signature_capture' && document.querySelector('tr[data-row]')`)
	p.visit(h.base + "/")
	check(t, p.WaitForURL("**/queue"))
	p.quiet(t)
	elsewhere.quiet(t)
}
