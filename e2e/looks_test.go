package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/preset"
)

// looks lists the pages whose look is tested in other modes: one of each kind of layout.
func (h *house) looks(t *testing.T) []string {
	t.Helper()
	id := h.passport(t)
	h.branded(t, "branded")
	return []string{
		"/queue", "/jobs", "/jobs/" + id, "/jobs/" + id + "/report", "/jobs/" + id + "/history", "/dashboard",
		"/deliveries", "/webhooks", "/users", "/audit", "/settings", "/me", "/presets", "/presets/branded" + logicPage,
	}
}

// colour is a function that returns the red, green and blue of a computed colour.
const colour = `c => c.match(/[\d.]+/g).slice(0, 3).map(Number)`

func TestForcedColoursKeepWhatColoursTell(t *testing.T) {
	h := at(t)
	h.inhabit(t)
	id := h.passport(t)
	h.supply(t, 2)
	p := h.atQueue(t, access.Senior, playwright.BrowserNewContextOptions{
		ColorScheme:  playwright.ColorSchemeDark,
		ForcedColors: playwright.ForcedColorsActive,
	})
	t.Run("the selected row of the queue has an outline", func(t *testing.T) {
		p.press("j")
		p.becomes(t, "outlined", outlined(`document.querySelector('tr.cursor')`))
	})
	t.Run("the focus has an outline", func(t *testing.T) {
		p.press("Tab")
		p.becomes(t, "outlined, or its row is", outlined(`document.activeElement`)+` || `+
			outlined(`document.activeElement.closest('tr')`))
	})
	t.Run("a status has its icon or its border", func(t *testing.T) {
		p.pick(t, id)
		p.becomes(t, "visible",
			`(all => all.length > 0 && all.every(e => getComputedStyle(e).borderTopStyle === 'solid'))(`+
				`[...document.querySelectorAll('.tag')])`)
		p.becomes(t, "icons unlike their ground", `(all => all.length > 0 && all.every(e => `+
			`getComputedStyle(e).color !== getComputedStyle(document.body).backgroundColor))(`+
			`[...document.querySelectorAll('.findings .icon')])`)
	})
	t.Run("no text has the colour of a ground", func(t *testing.T) {
		for _, path := range []string{"/queue", "/dashboard", "/jobs/" + id} {
			p.visit(h.base + path)
			found, err := p.Evaluate(groundLike)
			check(t, err)
			for _, one := range found.([]any) {
				t.Errorf("%s: %v", path, one)
			}
		}
	})
	t.Run("text is not laid on a ground of its own colour", func(t *testing.T) {
		for _, path := range []string{"/jobs/" + id, "/queue", "/dashboard", "/presets/branded", "/login"} {
			p.visit(h.base + path)
			found, err := p.Evaluate(illegible)
			check(t, err)
			if all := found.([]any); len(all) > 0 {
				t.Errorf("%s: %v", path, all)
			}
		}
		p.visit(h.base + "/jobs/" + id)
	})
	t.Run("the capture that is shown has an outline", func(t *testing.T) {
		p.becomes(t, "outlined", outlined(`document.querySelector('.thumb[aria-current]')`))
	})
	t.Run("the chosen command has another ground", func(t *testing.T) {
		p.press("Control+k")
		p.becomes(t, "unlike the others", `(all => all.length === 2 && all[0] !== all[1])(['true', 'false'].map(on => `+
			`getComputedStyle(document.querySelector('.palette li[aria-selected="' + on + '"]')).backgroundColor))`)
		p.press("Escape")
	})
	t.Run("plots are drawn in the ink of the mode", func(t *testing.T) {
		p.visit(h.base + "/dashboard")
		p.becomes(t, "unlike the ground", `(ground => ['.fill', 'path.line'].every(kind => { `+
			`const all = [...document.querySelectorAll('.plots ' + kind)]; `+
			`return all.length > 0 && all.every(e => (kind === '.fill' ? ['fill', 'stroke'] : ['stroke']).some(ink => `+
			`![ground, 'none'].includes(getComputedStyle(e)[ink]))) }))(`+
			`getComputedStyle(document.body).backgroundColor)`)
	})
	p.quiet(t)
}

// illegible lists the elements with text whose colour, with forced colours, is too near to that of the page's ground.
// Text that has a ground of its own is left out.
const illegible = `() => {
	const linear = n => n <= .04045 ? n / 12.92 : ((n + .055) / 1.055) ** 2.4
	const light = c => (` + colour + `)(c).map(n => linear(n / 255))
		.reduce((sum, n, i) => sum + n * [.2126, .7152, .0722][i], .05)
	const page = getComputedStyle(document.body).backgroundColor
	const grounded = e => { for (; e; e = e.parentElement) {
		const c = getComputedStyle(e).backgroundColor
		if (!/, 0\)$|transparent/.test(c)) return c !== page
	} }
	return [...document.querySelectorAll('body *')].filter(e => {
		const s = getComputedStyle(e), [a, b] = [light(s.color), light(page)]
		return e.checkVisibility() && [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim()) &&
			s.forcedColorAdjust === 'auto' && !e.closest(':disabled, svg, .shot, figure') && !grounded(e) &&
			Math.max(a, b) / Math.min(a, b) < 4.5
	}).map(e => e.tagName + '.' + e.className)
}`

// groundLike lists the elements whose text has the colour that the browser keeps for the ground of what is chosen:
// on the ground of the page nobody promises that it can be read.
const groundLike = `() => {
	const probe = document.body.appendChild(document.createElement('i'))
	probe.style.color = 'Highlight'
	const ground = getComputedStyle(probe).color
	probe.remove()
	const texts = [...document.querySelectorAll('body *')].filter(e => e.checkVisibility() &&
		[...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim()))
	return [texts.length > 20 ? '' : 'there is no text', ...texts.filter(e => getComputedStyle(e).color === ground)
		.map(e => e.tagName + '.' + e.className + ' ' + e.textContent.trim())].filter(Boolean)
}`

// outlined is true where an element has an outline of at least two pixels that is not the ground's colour.
func outlined(element string) string {
	return `(e => { if (!e) return false; const s = getComputedStyle(e); return s.outlineStyle !== 'none' && ` +
		`parseFloat(s.outlineWidth) >= 2 && s.outlineColor !== getComputedStyle(document.body).backgroundColor })(` + element + `)`
}

func TestAt200PerCentNothingScrollsInTwoDirections(t *testing.T) {
	h := at(t)
	h.inhabit(t)
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{
		Viewport:          &playwright.Size{Width: 640, Height: 512}, // 1280x1024 at 200 %
		DeviceScaleFactor: playwright.Float(2),
	})
	for _, path := range h.looks(t) {
		p.visit(h.base + path)
		if fits, err := p.Evaluate("() => " + notWider); err != nil || fits != true {
			t.Errorf("%s is wider than the window (%v)", path, err)
		}
	}
	agent := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{
		Viewport:          &playwright.Size{Width: 640, Height: 512},
		DeviceScaleFactor: playwright.Float(2),
	})
	agent.pick(t, h.passport(t))
	agent.becomes(t, "the bar in sight", within(".bar")+` && `+within("[value=Approved]"))
	_, err := agent.Evaluate(`() => window.scrollTo(0, document.scrollingElement.scrollHeight)`)
	check(t, err)
	agent.becomes(t, "the bar still in sight at the end", within(".bar")+` && `+notWider)
}

// moving lists the elements that are animated, or would be on a change.
const moving = `() => [
	...document.getAnimations().map(a => a.effect.target.tagName + ' is animated'),
	...[...document.querySelectorAll('*')].filter(e => ['', '::before', '::after'].some(part => {
		const s = getComputedStyle(e, part)
		return [...s.transitionDuration.split(','), ...s.animationDuration.split(',')].some(d => parseFloat(d) > 0) ||
			s.scrollBehavior === 'smooth'
	})).map(e => e.tagName + '.' + e.className),
]`

// still fails the test where something moves although reduced motion was asked for, as every suite's browser does.
func (p *page) still(t *testing.T, where string) {
	t.Helper()
	found, err := p.Evaluate(moving)
	check(t, err)
	if all := found.([]any); len(all) > 0 {
		t.Errorf("%s: %v", where, all)
	}
}

// unprintable lists what would be wrong on paper: dark grounds, pale text, what is cut off, what covers something,
// short words that break inside, and controls that tell nothing there.
const unprintable = `() => {
	const light = c => { const [r, g, b] = (` + colour + `)(c); return .2126 * r + .7152 * g + .0722 * b }
	const out = []
	if (document.documentElement.scrollWidth > innerWidth) out.push('the page is wider than its paper')
	for (const e of document.querySelectorAll('.fold > *')) if (!e.checkVisibility()) out.push('a fold is closed')
	for (const e of document.querySelectorAll('body, body *')) {
		if (!e.checkVisibility({ visibilityProperty: true }) || e.closest('svg, dialog, .shot, figure, .sr')) continue
		const s = getComputedStyle(e), name = e.tagName + '.' + e.className
		const ground = s.backgroundColor
		const mark = e.matches('[type=color], [type=checkbox], [type=radio]')
		if (!mark && !/, 0\)$|transparent/.test(ground) && light(ground) < 128) out.push(name + ' has a dark ground')
		const speaks = [...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim())
		if (speaks && light(s.color) > 140) out.push(name + ' has pale text')
		if (s.position === 'fixed' || s.position === 'sticky') out.push(name + ' is ' + s.position)
		// What is scaled counts as large as it was, so a phone that is drawn smaller is not cut.
		const cut = [...e.children].some(n => getComputedStyle(n).transform !== 'none') ? /^$/ : /auto|scroll|hidden|clip/
		if (e.clientHeight > 1 && cut.test(s.overflowY) && e.scrollHeight > e.clientHeight + 1) out.push(name + ' is cut')
		for (const n of e.matches('pre, pre *') ? [] : e.childNodes) {
			const text = n.nodeType === Node.TEXT_NODE ? n.data : ''
			for (const { 0: word, index } of text.matchAll(/[^\s\-\/?&=_…—]+/g)) {
				if (word.length > 14) continue // an id, an address
				const range = document.createRange()
				range.setStart(n, index)
				range.setEnd(n, index + word.length)
				const lines = [...range.getClientRects()].filter(r => r.width > 0).map(r => Math.round(r.top))
				if (new Set(lines).size > 1) out.push(name + ' breaks ' + word)
			}
		}
		const wide = e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1
		if (wide && cut.test(s.overflowX)) out.push(name + ' is cut at its side')
		const empty = e.matches('[type=search], [type=file]') && !e.value
		if (empty || e.matches('button:not(.copied), a.button')) out.push(name + ' tells nothing')
		if (e.matches('dd') && e.textContent.trim() && !e.innerText.trim()) out.push(name + ' shows no value')
	}
	return [...new Set(out)]
}`

func TestPaperShowsAReferenceToAFileInTwoLines(t *testing.T) {
	h := at(t)
	h.fresh(t, "reference")
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/reference?q=" + symbolOf)
	check(t, p.Locator(row(symbolOf)+" .value input.data").Fill(preset.MediaRef(strings.Repeat("a", 64))))
	p.printable(t, "a reference to a file")
}

// printable fails the test where something would be wrong with the page on paper, printed from a dark screen.
func (p *page) printable(t *testing.T, what string) {
	t.Helper()
	screen := p.ViewportSize()
	check(t, p.SetViewportSize(718, 1040)) // A4 less its margins
	check(t, p.EmulateMedia(playwright.PageEmulateMediaOptions{
		Media:       playwright.MediaPrint,
		ColorScheme: playwright.ColorSchemeDark,
	}))
	found, err := p.Evaluate(unprintable)
	check(t, err)
	for _, wrong := range found.([]any) {
		t.Errorf("%s: %v", what, strings.TrimSpace(fmt.Sprint(wrong)))
	}
	check(t, p.EmulateMedia(playwright.PageEmulateMediaOptions{
		Media:       playwright.MediaScreen,
		ColorScheme: playwright.ColorSchemeLight,
	}))
	check(t, p.SetViewportSize(screen.Width, screen.Height))
}
