package e2e_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/views/storybook"
)

// With -short each state is looked at in Spanish only, whose texts are longer, and forced colours are checked on the
// review page only. With -short axe checks only what no state before it had: the rules of colours where a text has
// other colours, and all others where there is an element of another kind.
func TestNoStateInTheGallerySticksOutIsCutOrIsInaccessible(t *testing.T) {
	t.Parallel()
	base := gallery(t)
	states := make(chan storybook.State)
	go func() {
		defer close(states)
		for _, s := range storybook.States() {
			states <- s
		}
	}()
	before := &known{all: map[any]bool{}}
	for _, window := range []string{"one window", "another window"} { // side by side, as one takes longest of all tests
		t.Run(window, func(t *testing.T) {
			t.Parallel()
			p := inInset(t, base)
			var english *page
			if !testing.Short() {
				english = inInset(t, base)
			}
			for s := range states {
				p.story(t, base, s, "es")
				p.legible(t, s, before)
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
	small := []playwright.Size{{Width: 1366, Height: 768}}
	if s.Phone {
		small = append([]playwright.Size{phoneSize}, small...)
	}
	p.atEach(t, where, misplaced, append([]playwright.Size{{Width: 1920, Height: 1080}}, small...)...)
	p.atEach(t, where, aside, between...)
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
// changes.
var between = []playwright.Size{
	{Width: 320, Height: 768},
	{Width: 701, Height: 768},
	{Width: 901, Height: 768},
	{Width: 1041, Height: 768},
	{Width: 1101, Height: 768},
	{Width: 1181, Height: 768},
}

// narrow fails the test where something of a page is wider than its room in one of the windows between.
func (p *page) narrow(t *testing.T, where string) {
	t.Helper()
	was := p.ViewportSize()
	for _, size := range between {
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

// madeOf lists the kinds of elements of which a page consists, each with that of the element around it.
const madeOf = `() => {
	const told = /^(class|type|role|aria-(current|pressed|selected|checked|disabled))$/
	const kind = e => e.tagName + [...e.attributes].map(a => told.test(a.name) ? a.name + a.value : a.name).sort()
	return [...new Set([...document.querySelectorAll('body *')].map(e => kind(e.parentElement) + kind(e)))]
}`

// coloured lists the colours of the texts of a page, with what else decides whether they can be read: the grounds
// behind them, what of these lies over others, how large the texts are, and of a link the text around it.
const coloured = `() => {
	const styles = new Map(), grounds = new Map()
	const style = e => styles.get(e) ?? styles.set(e, getComputedStyle(e)).get(e)
	const once = e => grounds.get(e) ?? grounds.set(e, ground(e)).get(e)
	const ground = e => {
		if (!e) return ''
		const s = style(e), own = [s.backgroundColor, s.backgroundImage, s.opacity, s.filter, s.mixBlendMode].join()
		const above = /absolute|fixed|sticky/.test(s.position) ? e.tagName + '.' + e.className : ''
		return own === 'rgba(0, 0, 0, 0),none,1,none,normal' && !above ? once(e.parentElement)
			: own + above + '<' + once(e.parentElement)
	}
	const speaks = e => e.matches('input, textarea, select') ||
		[...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim())
	return [...new Set([...document.querySelectorAll('body *')].filter(speaks).map(e => {
		const s = style(e), around = e.matches('a') ? style(e.parentElement).color + s.textDecorationLine : ''
		const large = parseFloat(s.fontSize) >= (s.fontWeight >= 700 ? 18.66 : 24) // less contrast is enough
		return [s.color, large, s.textShadow, around, once(e)].join('|')
	}))]
}`

// known are the kinds of elements and of coloured texts that axe has checked.
type known struct {
	mu  sync.Mutex
	all map[any]bool
}

// other reports whether a script lists something on the page that no page before it had in a look.
func (k *known) other(t *testing.T, p *page, l look, script string) bool {
	t.Helper()
	found, err := p.Evaluate(script)
	check(t, err)
	k.mu.Lock()
	defer k.mu.Unlock()
	before := len(k.all)
	for _, one := range found.([]any) {
		k.all[l.name+fmt.Sprint(one)] = true
	}
	return len(k.all) > before
}

// legible fails the test where a state is inaccessible in one of its looks.
func (p *page) legible(t *testing.T, s storybook.State, before *known) {
	t.Helper()
	looks := inEveryLook
	if testing.Short() && !strings.Contains(s.Path(), "/review/") {
		looks = plainly
	}
	for i, l := range looks {
		check(t, p.EmulateMedia(playwright.PageEmulateMediaOptions{ColorScheme: l.scheme, ForcedColors: l.forced}))
		colours := before.other(t, p, l, coloured)
		made := i == 0 && before.other(t, p, l, madeOf)
		switch {
		case !testing.Short(), made && colours:
			p.reportsViolations(t, s.Path(), l, l.rules)
		case made:
			p.reportsViolations(t, s.Path(), l, otherRules)
		case colours:
			p.reportsViolations(t, s.Path(), l, colourRules)
		}
	}
}

// phoneSize is the window of a phone.
var phoneSize = playwright.Size{Width: 390, Height: 844}
