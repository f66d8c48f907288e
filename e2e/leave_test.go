package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
)

func TestAJobIsNotLeftForTheBrowsersErrorPage(t *testing.T) {
	h := at(t)
	h.supply(t, 1)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	p.shown()
	p.offline(true)
	const stayed = flashed + `?.startsWith('Stayed on this page')`
	const cleared = `document.querySelector('[data-notice=flash]')?.remove() || true`
	here := `location.pathname === '/jobs/` + id + `' && document.querySelector('#decision')`
	for name, leaves := range map[string]func(){
		"keys": func() { p.press("g", "q") },
		"a link": func() {
			check(t, p.Locator(".jobhead a.back").Click())
		},
		"the palette": func() {
			p.press("Control+k")
			p.becomes(t, "open", dialog)
			check(t, p.Keyboard().Type("zzz"))
			check(t, p.Keyboard().Press("Enter"))
		},
	} {
		leaves()
		p.becomes(t, "stayed, by "+name, here+` && `+stayed)
		p.becomes(t, "not told any more", cleared)
	}
	p.offline(false)
	p.becomes(t, "reached again", `!document.querySelector('[data-notice=connection]')`)
	p.press("g", "q")
	check(t, p.WaitForURL("**/queue"))
}

func TestAPageWithAnUnsentDecisionAsksBeforeItIsLeft(t *testing.T) {
	h := at(t)
	h.supply(t, 1)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	id := p.take(t)
	p.shown()
	p.offline(true)
	p.press("d", "4", "Enter")
	p.becomes(t, "told", notice+`?.textContent.includes('Not sent')`)
	asked := make(chan string, 1)
	p.OnDialog(func(d playwright.Dialog) {
		tell(asked, d.Type())
		_ = d.Dismiss()
	})
	_, err := p.Evaluate(`() => { location.href = '/queue' }`)
	check(t, err)
	if kind := heard(t, asked); kind != "beforeunload" {
		t.Errorf("asked by %s", kind)
	}
	p.offline(false)
	p.becomes(t, "sent", `location.pathname !== '/jobs/`+id+`' || !document.querySelector('#decision')`)
	p.stands(t, id, onboarding.Declined)
}

func TestWhatIsSearchedForIsKeptUntilTheServerAnswers(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	for path, form := range map[string]string{
		"/jobs": ".filters", "/customers": "header .find", "/audit": "main form",
	} {
		p.visit(h.base + path)
		p.offline(true)
		field := form + " input:is([name=q], [type=search], [type=text])"
		check(t, p.Locator(field).First().Fill("zzz"))
		check(t, p.Locator(field).First().Press("Enter"))
		p.becomes(t, "told at "+path, `document.querySelector('.unsent')?.textContent.includes('Not sent')`)
		p.becomes(t, "as typed", `document.querySelector('`+field+`').value === 'zzz'`)
		p.offline(false)
		p.becomes(t, "found", `location.search.includes("=zzz")`)
	}
	p.offline(true)
	p.press("Control+k")
	p.becomes(t, "open", dialog)
	check(t, p.Keyboard().Type("zzz"))
	check(t, p.Keyboard().Press("Enter"))
	p.becomes(t, "told", flashed+`?.startsWith('Stayed on this page')`)
	p.press("Control+k")
	p.becomes(t, "with the words", `document.querySelector('.palette input').value === 'zzz'`)
	p.offline(false)
}

func TestAPresetIsReadFromAFile(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets")
	file := playwright.InputFile{Name: "options.json", Buffer: []byte(`{"a":1}`)}
	check(t, p.Locator("input[data-into]").SetInputFiles(file))
	p.becomes(t, "in the field", `document.querySelector('textarea[name=json]').value === '{"a":1}'`)
}
