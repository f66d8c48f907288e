package e2e_test

import (
	"fmt"
	"testing"
)

// madeOf lists the kinds of elements of which a page consists, each with that of the element around it.
const madeOf = `() => {
	` + everyElement + `
	const told = /^(class|type|role|aria-(current|pressed|selected|checked|disabled))$/
	const kind = e => !e ? '' : e.tagName +
		[...e.attributes].map(a => told.test(a.name) ? a.name + a.value : a.name).sort()
	return [...new Set(all(document.body).map(e => kind(above(e)) + kind(e)))]
}`

// coloured lists the colours of the texts of a page, with what else decides whether they can be read: the grounds
// behind them, what of these lies over others, how large the texts are, and of a link the text around it. It keeps
// three texts of each for axe, which takes long over each.
const coloured = `() => {
	` + everyElement + `
	const styles = new Map(), grounds = new Map()
	const style = e => styles.get(e) ?? styles.set(e, getComputedStyle(e)).get(e)
	const once = e => grounds.get(e) ?? grounds.set(e, ground(e)).get(e)
	const ground = e => {
		if (!e) return ''
		const s = style(e), own = [s.backgroundColor, s.backgroundImage, s.opacity, s.filter, s.mixBlendMode].join()
		const over = /absolute|fixed|sticky/.test(s.position) ? e.tagName + '.' + e.className : ''
		return own === 'rgba(0, 0, 0, 0),none,1,none,normal' && !over ? once(above(e)) : own + over + '<' + once(above(e))
	}
	const speaks = e => e.matches('input, textarea, select') ||
		[...e.childNodes].some(n => n.nodeType === Node.TEXT_NODE && n.data.trim())
	window.textsBy = new Map()
	for (const e of all(document.body)) {
		if (!speaks(e) || !e.checkVisibility()) continue
		const s = style(e), around = e.matches('a') ? style(above(e)).color + s.textDecorationLine : ''
		const large = parseFloat(s.fontSize) >= (s.fontWeight >= 700 ? 18.66 : 24) // less contrast is enough
		const kind = [s.color, large, s.textShadow, around, once(e)].join('|')
		textsBy.set(kind, [...textsBy.get(kind) ?? [], e].slice(0, 3))
	}
	return [...textsBy.keys()]
}`

// everyElement has functions for a page whose parts have roots of their own: all elements in one, and the one above it.
const everyElement = `const all = root => [...root.querySelectorAll('*')].flatMap(e =>
		e.shadowRoot ? [e, ...all(e.shadowRoot)] : [e])
	const above = e => e.parentElement ?? e.getRootNode().host`

// fresh returns what a script lists on the page that it did not list in this look before.
func (p *page) fresh(t *testing.T, l look, script string) []string {
	t.Helper()
	found, err := p.Evaluate(script)
	check(t, err)
	if p.checked == nil {
		p.checked = map[string]bool{}
	}
	var kinds []string
	for _, one := range found.([]any) {
		kind := fmt.Sprint(one)
		if !p.checked[l.name+kind] {
			p.checked[l.name+kind] = true
			kinds = append(kinds, kind)
		}
	}
	return kinds
}

// reportsFresh fails the test where what the page did not show before is inaccessible: all rules but those of colours
// are checked where there is an element of another kind, and those of colours at texts that have others. It reports
// whether there was either.
func (p *page) reportsFresh(t *testing.T, name string, l look) bool {
	t.Helper()
	made := len(l.rules) == 0 && len(p.fresh(t, l, madeOf)) > 0
	if made {
		p.reportsViolations(t, name, l, otherRules)
	}
	kinds := p.fresh(t, l, coloured)
	if len(kinds) > 0 {
		p.reports(t, name, l, p.axe(t, colourRules, kinds))
	}
	return made || len(kinds) > 0
}
