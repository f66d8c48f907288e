package e2e_test

import (
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/views/storybook"
)

// With -short each state is looked at in Spanish only, whose texts are longer, in fewer windows, and with forced
// colours on the review page only.
func TestNoStateInTheGallerySticksOutIsCutOrIsInaccessible(t *testing.T) {
	t.Parallel()
	base := gallery(t)
	reviewed := func(s storybook.State) bool { return strings.Contains(s.Path(), "/review/") }
	for name, here := range map[string]bool{"review": true, "all other pages": false} { // side by side
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := inInset(t, base)
			var english *page
			if !testing.Short() {
				english = inInset(t, base)
			}
			for _, s := range storybook.States() {
				if reviewed(s) != here {
					continue
				}
				p.story(t, base, s, "es")
				looks := inEveryLook
				if testing.Short() && !here {
					looks = plainly
				}
				p.accessibleInAll(t, s.Path(), looks)
				if english != nil {
					english.story(t, base, s, "en")
				}
			}
		})
	}
}

// story opens a state in a language and fails the test where something is misplaced in a window of any size, or where
// the focus goes out of sight in one of the smallest. Only what is opened on phones has to fit into theirs.
func (p *page) story(t *testing.T, base string, s storybook.State, language string) {
	t.Helper()
	p.shows(t, base+s.Path()+"?language="+language, s.Keys)
	where := s.Path() + " in " + language
	small, large := []playwright.Size{{Width: 1366, Height: 768}}, []playwright.Size{{Width: 1920, Height: 1080}}
	if s.Phone {
		small = append([]playwright.Size{phoneSize}, small...)
	}
	if testing.Short() {
		large = nil
	}
	p.atEach(t, where, misplaced, append(large, small...)...)
	p.atEach(t, where, aside, between()...)
	p.atEach(t, where, obscured, small...)
}

// shows opens a state and presses its keys. One with keys has a window of its own: its scripts stay in it.
func (p *page) shows(t *testing.T, address string, keys []string) {
	t.Helper()
	if len(keys) == 0 && !p.scripted {
		p.writes(address)
		return
	}
	p.visit(address)
	p.scripted = len(keys) > 0
	if !p.scripted {
		return
	}
	p.shown()
	before, err := p.Evaluate(drawnNow)
	check(t, err)
	p.press(keys...)
	after, err := p.Evaluate(drawnNow)
	check(t, err)
	if after == before {
		t.Errorf("%s: the keys %v change nothing", address, keys)
	}
}

// drawnNow is all of a page, with what is chosen, focused and typed.
const drawnNow = `() => document.documentElement.outerHTML + [...document.querySelectorAll('*')].map(e =>
	+e.matches(':checked, :focus') + (e.value ?? ''))`

// aside lists by how much the page, and each table that becomes cards, is wider than its room.
const aside = `() => [document.documentElement, ...document.querySelectorAll('.scroll:has(> .grid:is(.cards, .rows))')]
	.filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1)
	.map(e => (e.ariaLabel ?? 'the page') + ' is ' + (e.scrollWidth - e.clientWidth) + ' px wider than its room')`

// between are windows of the widths between those at which all else is looked at: just beside those at which the layout
// changes. With -short they are fewer.
func between() []playwright.Size {
	widths := []int{320, 701, 901, 1041, 1101, 1181}
	if testing.Short() {
		widths = []int{320, 901, 1101}
	}
	var sizes []playwright.Size
	for _, width := range widths {
		sizes = append(sizes, playwright.Size{Width: width, Height: 768})
	}
	return sizes
}

// narrow fails the test where something of a page is wider than its room in one of the windows between.
func (p *page) narrow(t *testing.T, where string) {
	t.Helper()
	was := p.ViewportSize()
	for _, size := range between() {
		check(t, p.SetViewportSize(size.Width, was.Height))
		found, err := p.Evaluate(aside)
		check(t, err)
		for _, wide := range found.([]any) {
			t.Errorf("%s at %d: %v", where, size.Width, wide)
		}
	}
	check(t, p.SetViewportSize(was.Width, was.Height))
}

// obscured returns the focus to each Tab stop of a page, and lists those of which no part can be seen then: WCAG 2.2,
// 2.4.11. A field that is drawn by its label is seen where that is, and what the user has opened may cover, as Escape
// closes it.
const obscured = `() => {
	const opened = '.sure[open] > .sheet, .menu[open], .escalate[open] > .sheet, .correct[open] form'
	const stops = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"], audio, video'
	const hit = (e, x, y) => {
		const met = document.elementFromPoint(x, y)
		return met && (e.contains(met) || met.contains(e) && met.matches('label, summary, tr') || met.closest(opened))
	}
	const part = (from, to, end) => [.1, .5, .9].map(i => Math.max(from, 0) + i * (Math.min(to, end) - Math.max(from, 0)))
	const seen = e => [...e.getClientRects()].some(b => part(b.left, b.right, innerWidth).some(x =>
		part(b.top, b.bottom, innerHeight).some(y => hit(e, x, y))))
	const out = []
	const top = document.querySelector('dialog[open]') ?? document
	for (const e of top.querySelectorAll(stops)) {
		if (e.disabled || e.tabIndex < 0 || e.closest('[inert]') || !e.checkVisibility({ visibilityProperty: true })) continue
		e.focus()
		if (document.activeElement !== e) continue
		if (!seen(e) && !(e.labels?.[0] && seen(e.labels[0])))
			out.push('the focus goes unseen at ' + e.tagName + '.' + e.className + ' “' +
				(e.textContent.trim() || e.name || '').slice(0, 30) + '”')
	}
	document.activeElement.blur()
	scrollTo(0, 0)
	return out
}`

// phoneSize is the window of a phone.
var phoneSize = playwright.Size{Width: 390, Height: 844}
