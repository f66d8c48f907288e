package e2e_test

import (
	"fmt"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/preset"
)

// offLine is a script that returns what of the editor's bar is not in one line inside the window, or is cut without a
// title that says it whole.
const offLine = `() => {
	const bar = document.querySelector('.presetbar')
	const shown = [...bar.querySelectorAll(':scope > *, .acts > *, [role=status] > *')].filter(e => e.offsetWidth > 0)
	const outer = bar.getBoundingClientRect(), wrong = []
	for (const e of shown) {
		const box = e.getBoundingClientRect(), name = e.tagName + ' ' + e.textContent.trim()
		if (Math.abs((box.top + box.bottom) / 2 - (outer.top + outer.bottom) / 2) > 3) wrong.push('off the line: ' + name)
		if (box.left < outer.left || box.right > outer.right) wrong.push('outside: ' + name)
		const cut = e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX === 'hidden'
		const titled = e.closest('[title]')?.title ?? ''
		if (cut && !titled.includes(e.textContent.trim())) wrong.push('cut without a title: ' + name)
		if (cut && e.matches('.button, button, .link')) wrong.push('cut: ' + name)
	}
	const status = bar.querySelector('[role=status]')
	if (status.offsetWidth < Math.min(70, status.scrollWidth)) wrong.push('a status that nobody can read')
	if (outer.height > 56) wrong.push('a bar of ' + outer.height + ' pixels')
	return wrong.join('\n')
}`

// inLine fails the test where the bar is not one line at a width of the console.
func (p *person) inLine(t *testing.T, status string) {
	t.Helper()
	for _, width := range []int{1241, 1366, 1920} {
		check(t, p.SetViewportSize(width, 800))
		wrong, err := p.Evaluate(offLine)
		check(t, err)
		if wrong != "" {
			t.Errorf("%s at %d:\n%v", status, width, wrong)
		}
	}
}

func TestTheBarOfAPresetStaysOneLineWhateverItsStatusSays(t *testing.T) {
	h := at(t)
	const name = "a-preset-with-a-name-for-a-bar"
	h.branded(t, name)
	_, _, err := h.Console.Presets.EditDraft(t.Context(), "apikey:1", boottest.Company, name,
		[]preset.Edit{{Path: "bothCameraToggle", Value: true}})
	check(t, err)
	h.seat(t, access.Admin, playwright.BrowserNewContextOptions{}).visit(h.base + "/presets/" + name)
	says := map[string][]string{
		"en": {"saved ", "not saved: somebody", "not saved: the server", "not saved: the session"},
		"es": {"guardado ", "no se guardó: otra", "no se guardó: no se puede", "no se guardó: la sesión"},
	}
	paths := []string{glarePath, glarePath, focusPath, focusPath}
	if testing.Short() { // Spanish is longer
		delete(says, "en")
	}
	for language, statuses := range says {
		p := h.seatIn(t, access.Admin, language)
		p.visit(h.base + "/presets/" + name + logicPage)
		p.becomes(t, "told who else is here",
			`document.querySelector('[data-editors]').textContent !== ''`)
		p.sees(".presetbar .tag.info")
		for i, act := range []func(){
			func() {},
			func() { h.edited(t, name, glarePath, h.drafted(t, name, glarePath), .25) },
			func() { p.offline(true) },
			func() {
				check(t, p.Context().ClearCookies())
				p.offline(false)
			},
		} {
			act()
			check(t, p.Locator(option(paths[i])).Fill(fmt.Sprintf("0.1%d", i)))
			p.becomes(t, statuses[i], fmt.Sprintf(
				`document.querySelector('[data-saved]').textContent.startsWith(%q)`, statuses[i]))
			p.inLine(t, statuses[i])
		}
	}
}
