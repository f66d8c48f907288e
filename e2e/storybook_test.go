package e2e_test

import (
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/views/storybook"
)

// With -short each state is looked at in Spanish only, whose texts are longer, and forced colours are checked on the
// review page only. With -short the accessibility of a state whose elements were all in states before it is not checked
// again.
func TestNoStateInTheGallerySticksOutIsCutOrIsInaccessible(t *testing.T) {
	t.Parallel()
	base := gallery(t)
	p := open(t, playwright.BrowserNewContextOptions{BypassCSP: playwright.Bool(true)})
	english := open(t, playwright.BrowserNewContextOptions{})
	seen := map[any]bool{}
	for _, s := range storybook.States() {
		p.story(t, base, s, "es")
		looks := inEveryLook
		if testing.Short() && !strings.Contains(s.Path(), "/review/") {
			looks = plainly
		}
		if p.hasOther(t, seen) || !testing.Short() {
			p.accessibleInAll(t, s.Path(), looks)
		}
		if !testing.Short() {
			english.story(t, base, s, "en")
		}
	}
}

// story opens a state in a language and fails the test where something is misplaced in a window of any size. Only what
// is opened on phones has to fit into theirs.
func (p *page) story(t *testing.T, base string, s storybook.State, language string) {
	t.Helper()
	p.visit(base + s.Path() + "?language=" + language)
	p.press(s.Keys...)
	sizes := []playwright.Size{{Width: 1920, Height: 1080}, phoneSize, {Width: 1366, Height: 768}} // the last stays
	for _, size := range sizes {
		if size == phoneSize && !s.Phone {
			continue
		}
		check(t, p.SetViewportSize(size.Width, size.Height))
		found, err := p.Evaluate(misplaced)
		check(t, err)
		for _, wrong := range found.([]any) {
			t.Errorf("%s in %s at %d: %v", s.Path(), language, size.Width, wrong)
		}
	}
	p.walk(t, s)
}

// walk goes to every Tab stop of a state in windows of the smallest sizes, and fails the test where one is out of sight
// or behind something.
func (p *page) walk(t *testing.T, s storybook.State) {
	t.Helper()
	for _, size := range []playwright.Size{phoneSize, {Width: 1366, Height: 768}} {
		if size == phoneSize && !s.Phone {
			continue
		}
		check(t, p.SetViewportSize(size.Width, size.Height))
		found, err := p.Evaluate(obscured)
		check(t, err)
		for _, stop := range found.([]any) {
			t.Errorf("%s at %d: the focus goes unseen at %v", s.Path(), size.Width, stop)
		}
	}
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
	const seen = e => [...e.getClientRects()].some(b => [.1, .5, .9].some(i => [.1, .5, .9].some(j =>
		hit(e, b.left + i * b.width, b.top + j * b.height))))
	const out = []
	const top = document.querySelector('dialog[open]') ?? document
	for (const e of top.querySelectorAll(stops)) {
		if (e.disabled || e.tabIndex < 0 || e.closest('[inert]') || !e.checkVisibility({ visibilityProperty: true })) continue
		e.focus()
		if (document.activeElement !== e) continue
		if (!seen(e) && !(e.labels?.[0] && seen(e.labels[0])))
			out.push(e.tagName + '.' + e.className + ' “' + (e.textContent.trim() || e.name || '').slice(0, 30) + '”')
	}
	document.activeElement.blur()
	scrollTo(0, 0)
	return out
}`

// madeOf lists the kinds of elements of which a page consists, each with that of the element around it.
const madeOf = `() => {
	const told = /^(class|type|role|aria-(current|pressed|selected|checked|disabled))$/
	const kind = e => e.tagName + [...e.attributes].map(a => told.test(a.name) ? a.name + a.value : a.name).sort()
	return [...new Set([...document.querySelectorAll('body *')].map(e => kind(e.parentElement) + kind(e)))]
}`

// hasOther reports whether the page has an element of a kind that no page before it had.
func (p *page) hasOther(t *testing.T, seen map[any]bool) bool {
	t.Helper()
	kinds, err := p.Evaluate(madeOf)
	check(t, err)
	before := len(seen)
	for _, kind := range kinds.([]any) {
		seen[kind] = true
	}
	return len(seen) > before
}

// phoneSize is the window of a phone.
var phoneSize = playwright.Size{Width: 390, Height: 844}
