package e2e_test

import (
	"strconv"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

// offers reports whether the command palette has an entry that begins with a text.
func offers(text string) string {
	return `[...document.querySelectorAll('dialog [role=option]')].some(o => o.textContent.startsWith(` +
		strconv.Quote(text) + `))`
}

func TestTheCommandPaletteOffersWhatThePageAndTheMenuOffer(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	p.press("Control+k")
	for _, text := range []string{
		"Approve", "Decline", "Suspicious", "Skip", "Escalate", "Note", "Zoom in", "Keys", "Go to Queue", "Go to Jobs",
		"Go to Your account", "Go to Keyboard shortcuts", "Theme: dark", "Language: Español",
		"Availability: on a break",
		"Sign out",
	} {
		p.becomes(t, "offering "+text, offers(text))
	}
	p.becomes(t, "without what this role or page has not", `!(`+offers("Go to Users")+` || `+offers("Undo")+`)`)
	if found := p.violations(t); len(found) > 0 {
		t.Errorf("axe finds %v", found)
	}
	p.press("Escape")
	p.becomes(t, "closed", `!document.querySelector('dialog')`)

	p.press("Control+k")
	check(t, p.Keyboard().Type("skip"))
	p.becomes(t, "at the one command",
		offers("Skip")+` && document.querySelectorAll('dialog [role=option]').length === 2`)
	check(t, p.Locator("dialog [role=combobox]").Fill(id[:9]))
	p.becomes(t, "naming the job by a part of its id",
		`[...document.querySelectorAll('dialog [role=option]')].some(o => o.textContent.includes(`+
			strconv.Quote(id[:4]+"…")+`))`)
	check(t, p.Locator("dialog [role=combobox]").Fill("theme dark"))
	p.becomes(t, "at the theme", offers("Theme: dark"))
	p.press("Enter")
	p.becomes(t, "dark, at the same job",
		`document.documentElement.dataset.theme === 'dark' && location.pathname === '/jobs/`+id+`'`)
	p.press("Control+k")
	check(t, p.Keyboard().Type("espanol"))
	p.becomes(t, "found without its accent", offers("Language: Español"))
	p.press("Enter")
	p.becomes(t, "Spanish", `document.documentElement.lang === 'es'`)
	p.press("Control+k")
	for _, text := range []string{
		"Aprobar", "Saltar", "Ir a Cola", "Ir a Su cuenta", "Idioma: English", "Cerrar sesión",
	} {
		p.becomes(t, "offering "+text, offers(text))
	}
	p.quiet(t)
}
