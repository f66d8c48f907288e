package e2e_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/demo"
)

// violations runs axe on what is shown and gives what it finds, one line each.
func violations(t *testing.T, p *page) []string {
	t.Helper()
	source, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	check(t, err)
	found, err := p.Evaluate(`async source => { (0, eval)(source)
		const result = await axe.run(document)
		return result.violations.map(v => v.id + ' at ' + v.nodes[0].target.join(' ')) }`, string(source))
	check(t, err)
	var lines []string
	for _, line := range found.([]any) {
		lines = append(lines, fmt.Sprint(line))
	}
	return lines
}

func walkForAxe(t *testing.T, d *demo.Demo) {
	base := d.Program.Config.Public.String()
	for _, scheme := range []*playwright.ColorScheme{playwright.ColorSchemeLight, playwright.ColorSchemeDark} {
		p := open(t, playwright.BrowserNewContextOptions{ColorScheme: scheme})
		look := func(name string) {
			t.Helper()
			if found := violations(t, p); len(found) > 0 {
				t.Errorf("%s in %s: %s", name, *scheme, strings.Join(found, "; "))
			}
		}
		p.visit(base + "/login")
		look("sign-in")
		email, secret := password(t, d, "admin")
		p.signIn(base, email, secret)
		look("queue")
		p.press("n")
		check(t, p.WaitForURL(jobURL))
		p.sees("#decision")
		look("review page")
		p.press("d")
		look("decision")
		p.press("Escape", "?")
		p.sees("dialog[open]")
		look("keys")
		p.press("Escape")
		job := p.URL()
		for _, path := range []string{"/jobs", "/jobs?q=nobody"} {
			p.visit(base + path)
			look(path)
		}
		for _, path := range []string{"/history", "/report"} {
			p.visit(job + path)
			look(path)
		}
		if said := p.errors(); len(said) > 0 {
			t.Errorf("the browser complained: %v", said)
		}
	}
}
