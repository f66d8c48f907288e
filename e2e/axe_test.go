package e2e_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

// axe is the source of the checker that npm installed.
var axe = sync.OnceValues(func() ([]byte, error) { return os.ReadFile("node_modules/axe-core/axe.min.js") })

// runAxe returns what axe finds, one line each, or null where the page does not have axe yet: at the texts of some
// kinds, or everywhere. It leaves out frames, for which it would wait: a frame does not have axe, and what it shows is
// checked as a page of its own.
const runAxe = `async ([rules, kinds]) => {
	if (!window.axe) return null
	const where = kinds ? { include: kinds.flatMap(kind => textsBy.get(kind)) } : document
	const options = { resultTypes: ['violations'], preload: false, iframes: false }
	const left = rules?.filter(r => r.startsWith('-')).map(r => [r.slice(1), { enabled: false }])
	if (left?.length) options.rules = Object.fromEntries(left)
	else if (rules?.length) options.runOnly = rules
	const result = await axe.run(where, options)
	return result.violations.flatMap(v => v.nodes.map(n =>
		v.id + ' at ' + n.target.join(' ') + ': ' + n.failureSummary.split('\n').slice(1).join('; ')))
}`

// violations runs axe on the page and returns what it finds, one line each. rules limits the check to these, or to all
// but those with a minus; none runs all.
func (p *page) violations(t *testing.T, rules ...string) []string {
	t.Helper()
	return p.axe(t, rules, nil)
}

// axe does what violations does at texts of some kinds, or everywhere where kinds is nil.
func (p *page) axe(t *testing.T, rules, kinds []string) []string {
	t.Helper()
	found, err := p.Evaluate(runAxe, []any{rules, kinds})
	check(t, err)
	if found == nil {
		p.loadAxe(t)
		found, err = p.Evaluate(runAxe, []any{rules, kinds})
		check(t, err)
	}
	var lines []string
	for _, line := range found.([]any) {
		lines = append(lines, fmt.Sprint(line))
	}
	return lines
}

// loadAxe adds axe to the page through the debugger, as the page's policy permits no foreign script. The browser
// compiles it once for all that this page shows: to send and compile it again took longer than most checks.
func (p *page) loadAxe(t *testing.T) {
	t.Helper()
	source, err := axe()
	check(t, err)
	if _, is := p.Page.(inset); is { // it stays in the frame's window
		_, err := p.Evaluate(string(source) + "\n;0")
		check(t, err)
		return
	}
	if p.compiled != "" && p.runCompiled(t) {
		return
	}
	if p.debugger == nil {
		session, err := p.Context().NewCDPSession(p.Page)
		check(t, err)
		_, err = session.Send("Runtime.enable", nil)
		check(t, err)
		p.debugger = session
	}
	answer, err := p.debugger.Send("Runtime.compileScript", map[string]any{
		"expression": string(source) + "\n;0", "sourceURL": "axe.js", "persistScript": true,
	})
	check(t, err)
	p.compiled = fmt.Sprint(answer.(map[string]any)["scriptId"])
	if !p.runCompiled(t) {
		t.Fatalf("axe does not run on %s", p.URL())
	}
}

// runCompiled runs the compiled axe, and reports whether the browser still had it: another process has not.
func (p *page) runCompiled(t *testing.T) bool {
	t.Helper()
	answer, err := p.debugger.Send("Runtime.runScript", map[string]any{"scriptId": p.compiled})
	if err != nil {
		return false
	}
	if thrown := answer.(map[string]any)["exceptionDetails"]; thrown != nil {
		t.Fatalf("axe: %v", thrown)
	}
	return true
}

// colourRules are the rules of axe that rest on colours, which differ between the looks of a page.
var colourRules = []string{"color-contrast", "link-in-text-block"}

// otherRules are all but these, which need not see a page in each look.
var otherRules = []string{"-color-contrast", "-link-in-text-block"}

// look is how a browser shows a page, and the rules of axe that are checked in it; none means all.
type look struct {
	name   string
	scheme *playwright.ColorScheme
	forced *playwright.ForcedColors
	rules  []string
}

// plainly are the looks of every page; forced colours are those of its parts, and the gallery has each of them.
var (
	plainly = []look{
		{"light", playwright.ColorSchemeLight, playwright.ForcedColorsNone, []string{}},
		{"dark", playwright.ColorSchemeDark, playwright.ForcedColorsNone, colourRules},
	}
	inEveryLook = append(plainly[:2:2],
		look{"forced colours", playwright.ColorSchemeDark, playwright.ForcedColorsActive, colourRules})
)

// accessible fails the test where the page violates an accessibility rule: all rules in the light theme, and those of
// colours in the dark theme and with forced colours too.
func (p *page) accessible(t *testing.T, name string) {
	t.Helper()
	p.accessibleIn(t, name, inEveryLook)
}

// accessibleIn does what accessible does, in some looks. With -short only in the first: the parts of which pages
// consist are in the gallery, which is checked in each theme.
func (p *page) accessibleIn(t *testing.T, name string, looks []look) {
	t.Helper()
	if testing.Short() {
		looks = looks[:1]
	}
	p.accessibleInAll(t, name, looks)
	p.fitsPhones(t, name)
}

// accessibleInAll does what accessible does, in these looks. With -short axe checks only what the page did not show
// before.
func (p *page) accessibleInAll(t *testing.T, name string, looks []look) {
	t.Helper()
	for _, l := range looks {
		check(t, p.EmulateMedia(playwright.PageEmulateMediaOptions{ColorScheme: l.scheme, ForcedColors: l.forced}))
		if !testing.Short() {
			p.reportsViolations(t, name, l, l.rules)
		} else if !p.reportsFresh(t, name, l) {
			break // what has the colours of others in one look has them in all
		}
	}
	if len(looks) > 1 {
		check(t, p.EmulateMedia(playwright.PageEmulateMediaOptions{
			ColorScheme:  plainly[0].scheme,
			ForcedColors: plainly[0].forced,
		}))
	}
}

// reportsViolations fails the test where the page violates one of some rules in the look that it has.
func (p *page) reportsViolations(t *testing.T, name string, l look, rules []string) {
	t.Helper()
	p.reports(t, name, l, p.violations(t, rules...))
}

func (p *page) reports(t *testing.T, name string, l look, found []string) {
	t.Helper()
	if len(found) > 0 {
		t.Errorf("%s in %s:\n  %s", name, l.name, strings.Join(found, "\n  "))
	}
}

// A page is loaded once for all that is looked at, as that costs more than to look.
func TestEveryPageOfEveryRoleIsAccessibleStandsStillAndShowsAllOnPaper(t *testing.T) {
	h := furnished(t) // the pages are found by links, of which other tests make some
	job := "/jobs/" + h.passport(t)
	pages := h.unlikeBuilt(t, access.Roles()...)
	pages[access.Admin] = union(pages[access.Admin], job, job+"/report", job+"/history", job+"/payload")
	checked := map[string]bool{}
	for _, role := range access.Roles() {
		t.Run(string(role), func(t *testing.T) {
			p := h.seat(t, role, playwright.BrowserNewContextOptions{})
			p.checked = checked
			for _, path := range union(pages[role], "/queue") {
				p.visit(h.base + path)
				p.accessibleIn(t, path, plainly)
				p.still(t, path)
				p.printable(t, path)
			}
			p.quiet(t)
		})
	}
}

// union returns paths with those of more that are not among them.
func union(paths []string, more ...string) []string {
	for _, path := range more {
		if !slices.Contains(paths, path) {
			paths = append(paths, path)
		}
	}
	return paths
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
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
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
