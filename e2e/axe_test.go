package e2e_test

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

// axe is the source of the checker that npm installed.
var axe = sync.OnceValues(func() ([]byte, error) { return os.ReadFile("node_modules/axe-core/axe.min.js") })

// violations runs axe on the page and returns what it finds, one line each. The script is injected through the
// debugger, as the page's policy permits no foreign script. rules limits the check; none runs all.
func (p *page) violations(t *testing.T, rules ...string) []string {
	t.Helper()
	source, err := axe()
	check(t, err)
	found, err := p.Evaluate(`async ([source, rules]) => { if (!window.axe) (0, eval)(source)
		const result = await axe.run(document, rules.length ? { runOnly: rules } : {})
		return result.violations.flatMap(v => v.nodes.map(n => v.id + ' at ' + n.target.join(' ') + ': ' + n.failureSummary.split('\n').slice(1).join('; '))) }`, []any{string(source), rules})
	check(t, err)
	var lines []string
	for _, line := range found.([]any) {
		lines = append(lines, fmt.Sprint(line))
	}
	return lines
}

// accessible fails the test where the page violates an accessibility rule: all rules in the light theme, and contrast
// in the dark theme too.
func (p *page) accessible(t *testing.T, name string) {
	t.Helper()
	for _, look := range []struct {
		scheme *playwright.ColorScheme
		rules  []string
	}{
		{playwright.ColorSchemeLight, []string{}},
		{playwright.ColorSchemeDark, []string{"color-contrast", "link-in-text-block"}},
	} {
		check(t, p.EmulateMedia(playwright.PageEmulateMediaOptions{ColorScheme: look.scheme}))
		if found := p.violations(t, look.rules...); len(found) > 0 {
			t.Errorf("%s in %s:\n  %s", name, *look.scheme, strings.Join(found, "\n  "))
		}
	}
}

// skeleton returns the structure of a page: the kinds of its elements, and its headings in order. A page of another
// role with the same structure is not checked again.
const skeleton = `() => [...new Set([...document.querySelectorAll('main *, header *')].map(e => [e.tagName, e.getAttribute('class'), e.getAttribute('role'), e.getAttribute('name'), e.type].join('.')))].sort().join(' ')
	+ [...document.querySelectorAll('h1, h2, h3, label')].map(e => e.tagName + e.textContent).join('|')`

func TestNoPageOfAnyRoleHasAnAccessibilityViolation(t *testing.T) {
	h := at(t)
	h.passport(t)
	h.supply(t, 2)
	h.inhabit(t)
	checked := map[string]bool{}
	for _, role := range access.Roles() {
		t.Run(string(role), func(t *testing.T) {
			pages := h.crawl(t, role).pages
			p := h.seat(t, role, playwright.BrowserNewContextOptions{})
			for _, path := range pages {
				p.visit(h.base + path)
				built, err := p.Evaluate(skeleton)
				check(t, err)
				if !checked[fmt.Sprint(built)] {
					checked[fmt.Sprint(built)] = true
					p.accessible(t, path)
				}
			}
			p.quiet(t)
		})
	}
}

func TestNoStateOfAPageHasAnAccessibilityViolation(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	door := open(t, playwright.BrowserNewContextOptions{})
	door.visit(h.base + "/login")
	door.accessible(t, "sign-in")
	check(t, door.Locator("input[name=email]").Fill("nobody@acme.example"))
	check(t, door.Locator("input[name=password]").Fill("not this one"))
	door.press("Enter")
	door.sees("[role=alert]")
	door.accessible(t, "refused sign-in")
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.accessible(t, "queue")
	p.press("j")
	p.sees("#peek:not([hidden])")
	p.accessible(t, "queue with a job at a glance")
	p.pick(t, id)
	p.accessible(t, "review page, held")
	p.press("d", "1")
	p.accessible(t, "review page, deciding")
	p.press("Escape", "c")
	p.accessible(t, "review page, comparing")
	p.press("c", "p", "f")
	p.accessible(t, "review page, correcting")
	p.press("Escape", "?")
	p.sees("dialog[open]")
	p.accessible(t, "list of keys")
	p.press("Escape")
	p.becomes(t, "closed", `!document.querySelector('dialog')`)
	p.press("Control+k")
	p.sees("dialog[open] .palette")
	p.accessible(t, "box of commands")
	p.press("Escape")
	p.becomes(t, "closed", `!document.querySelector('dialog')`)
	p.press("v", "Shift+Enter") // the reason is ticked already
	p.sees(".verdict")
	p.accessible(t, "review page, decided, to be undone")
	for _, path := range []string{"/history", "/report"} {
		p.visit(h.base + "/jobs/" + id + path)
		p.accessible(t, path+" of a reviewed job")
	}
	p.quiet(t)
	for path, name := range map[string]string{
		"/users": "403",
		"/jobs/00000000-0000-7000-8000-000000000000": "404",
		"/nowhere": "404 of no page",
	} {
		_, err := p.Goto(h.base + path)
		check(t, err)
		p.sees("h1")
		p.accessible(t, name)
	}
}

func TestAnEmptyQueueHasNoAccessibilityViolation(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	for _, view := range []string{"mine", "overdue", "check"} {
		p.visit(h.base + "/queue?view=" + view)
		p.sees(".empty")
		p.accessible(t, view)
	}
	p.quiet(t)
}
