package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

// pointed is true where the marked place of pane A is well inside the pane.
const pointed = `(f => { const a = f?.getBoundingClientRect(), b = f?.closest('.pane').getBoundingClientRect();
	return a && a.width > 4 && a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom })(document.querySelector('.pane:not([hidden]) .focus.on'))`

// marked is true where the mark of pane A begins at a place of the shown capture, given as an element points at it.
func marked(place string) string {
	return `((place, f) => f?.closest('.pane').dataset.capture === place[0] && [0, 1].every(i => ` +
		`Number(f.querySelector('[points]').getAttribute('points').split(' ')[i]) === Number(place[i + 1])))('` +
		place + `'.split(' '), document.querySelector('.pane:not([hidden]) .focus.on'))`
}

func TestEveryValueThatIsPointedAtIsInSightOneAfterTheOther(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	check(t, p.Locator(".fold:has(.matrix) > summary").Click())
	cells := p.Locator(`.matrix td[data-focus]:not([data-focus=""])`)
	n, err := cells.Count()
	check(t, err)
	if n < 4 {
		t.Fatalf("%d values can be pointed at", n)
	}
	for i := range min(n, 6) {
		place, err := cells.Nth(i).GetAttribute("data-focus")
		check(t, err)
		check(t, cells.Nth(i).Locator(".value").Click())
		p.becomes(t, "in sight, and not what another source of the row was read from", pointed+` && `+marked(place))
	}
	p.press("c")
	p.becomes(t, "compared", `document.querySelector('.stage.compare')`)
	p.press("j")
	p.becomes(t, "no longer compared, and in sight", `!document.querySelector('.stage.compare') && `+pointed)
	p.press("0")
	p.becomes(t, "the whole picture", zoomed+` === ''`)
	p.press("Enter")
	p.becomes(t, "in sight again", pointed+` && `+zoomed+` !== ''`)
	p.quiet(t)
}

func TestBlurAndGreyApplyToThePanesToo(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/me")
	check(t, p.Locator("[name=blur]").Check())
	check(t, p.Locator("[name=grey]").Check())
	check(t, p.Locator("form:has([name=blur]) button").First().Click())
	p.becomes(t, "saved", `location.search === '?done=saved' && document.readyState === 'complete'`)
	p.pick(t, id)
	check(t, p.Locator(".jobhead").Hover())
	filter := func(selector string) string {
		return `getComputedStyle(document.querySelector('` + selector + `')).filter`
	}
	p.becomes(t, "covered",
		filter(".pane:not([hidden]) .shot")+`.includes('blur') && `+filter(".pane:not([hidden]) .shot image")+
			`.includes('grayscale')`)
	check(t, p.Locator(".pane:not([hidden])").First().Hover())
	p.becomes(t, "clear under the pointer",
		`!`+filter(".pane:not([hidden]) .shot")+`.includes('blur') && `+filter(".pane:not([hidden]) .shot image")+
			`.includes('grayscale')`)
}
