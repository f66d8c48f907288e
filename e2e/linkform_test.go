package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

func TestTheFormOfACaptureLinkNamesItsRulesAtTheFields(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/capture-links")
	const form = `form[action="/capture-links"] `
	for field, value := range map[string]string{"function": "ENROLLMENT", "language": "FR"} {
		_, err := p.Locator(form + `[name=` + field + `]`).SelectOption(playwright.SelectOptionValues{
			Values: &[]string{value},
		})
		check(t, err)
	}
	check(t, p.Locator(form+`[name=returnUrl]`).Fill("https://elsewhere.example/done"))
	check(t, p.Locator(form+`[name=reference]`).Fill("Branch 12"))
	check(t, p.Locator(form+`button.go`).Click())
	p.sees("#field-uniqueNumber[aria-invalid]:focus")
	p.becomes(t, "the rules at their fields", `['uniqueNumber', 'returnUrl'].every(name =>
		document.querySelector('#field-' + name + '-problem').textContent.length > 20)`)
	p.becomes(t, "what was typed", `['FR', 'https://elsewhere.example/done', 'Branch 12', 'ENROLLMENT'].join() ===
		['language', 'returnUrl', 'reference', 'function'].map(name => document.getElementById('field-' + name).value).join()`)
	p.accessible(t, "the form of a capture link with rules that it breaks")
}
