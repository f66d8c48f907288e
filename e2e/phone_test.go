package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

// outOfSight lists the verdicts of fields that no part of the window shows unless something is scrolled sideways.
const outOfSight = `() => {
	const all = document.querySelectorAll('.brief .matrix .match, .fold[open] .matrix .match')
	return [...all].filter(m => {
		const b = m.getBoundingClientRect(), around = m.closest('section, .fold').getBoundingClientRect()
		return b.left < Math.max(0, around.left) || b.right > Math.min(innerWidth, around.right) + 1
	}).map(m => m.closest('tr').innerText.replace(/\s+/g, ' '))
}`

func TestAPhoneShowsTheVerdictOfEveryField(t *testing.T) {
	t.Parallel()
	base := gallery(t)
	p := open(t, playwright.BrowserNewContextOptions{Viewport: &phoneSize})
	for _, state := range []string{"held", "one-source", "three-red-fields", "four-sources", "every-source"} {
		p.visit(base + "/review/" + state + "?language=es")
		found, err := p.Evaluate(outOfSight)
		check(t, err)
		for _, row := range found.([]any) {
			t.Errorf("%s: the verdict of %q is out of sight", state, row)
		}
	}
}

// cutShort is what the engine suggests, where a part of it is cut off.
const cutShort = `() => {
	const e = document.querySelector('.engine')
	return e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1 ? e.innerText : ''
}`

func TestWhatTheEngineSuggestsIsReadWholeBesideEveryButton(t *testing.T) {
	t.Parallel()
	base := gallery(t)
	p := open(t, playwright.BrowserNewContextOptions{Viewport: &playwright.Size{Width: 1366, Height: 768}})
	for _, language := range []string{"en", "es"} {
		p.visit(base + "/review/asking-again-refused?language=" + language)
		cut, err := p.Evaluate(cutShort)
		check(t, err)
		if cut != "" {
			t.Errorf("in %s it is cut: %q", language, cut)
		}
	}
}

// The strip below the queue takes height from it, so that a bar to scroll with may come: the columns must not move.
func TestTheQueueKeepsRoomForABarToScrollWith(t *testing.T) {
	t.Parallel()
	base := gallery(t)
	p := open(t, playwright.BrowserNewContextOptions{})
	p.visit(base + "/queue/waiting")
	kept, err := p.Evaluate(`getComputedStyle(document.querySelector('.list > .scroll')).scrollbarGutter`)
	check(t, err)
	if kept != "stable" {
		t.Errorf("the room kept is %v", kept)
	}
}

// narrow lists the choices that are wider than the field that shows them.
const narrow = `() => [...document.querySelectorAll('select')].filter(s => {
	const alone = s.parentElement.appendChild(s.cloneNode(true))
	alone.style.cssText = 'position: absolute; width: max-content; min-width: 0; max-width: none'
	const whole = alone.offsetWidth
	alone.remove()
	return whole > s.offsetWidth + 1
}).map(s => s.name)`

func TestEveryChoiceOfAdministrationIsShownWhole(t *testing.T) {
	h := at(t)
	p := h.seatIn(t, access.Admin, "es-MX")
	for _, path := range []string{
		"/settings", "/capture-links", "/repository-tokens", "/sandbox",
		"/users", "/clients", "/retention", "/webhooks",
	} {
		p.visit(h.base + path)
		found, err := p.Evaluate(narrow)
		check(t, err)
		for _, name := range found.([]any) {
			t.Errorf("%s: the field %v cuts a choice", path, name)
		}
	}
}

// mute lists the values of the queue's cards that have no label, and the cards that are narrower than their list.
const mute = `() => {
	const before = e => getComputedStyle(e, '::before').content.replace('attr(data-label)', e.dataset.label)
	const named = e => /[a-z]/i.test(before(e).replace('none', ''))
	const known = '.name, .left, .why, :nth-child(3)' // without a label
	const cells = [...document.querySelectorAll('.rows tbody td')]
		.filter(e => e.checkVisibility() && e.innerText.trim() && !e.matches(known))
	const end = document.querySelector('.list > .scroll').getBoundingClientRect().right
	const rows = [...document.querySelectorAll('.rows tbody tr')]
	return [cells.length > 10 ? '' : 'there are no cards',
		...cells.filter(e => !named(e)).map(e => e.innerText + ' has no label'),
		...rows.filter(e => e.getBoundingClientRect().right < end - 2).map(e => e.dataset.job + ' is a narrow card'),
	].filter(Boolean)
}`

func TestACardOfTheQueueNamesItsValuesOnAPhone(t *testing.T) {
	t.Parallel()
	p := open(t, playwright.BrowserNewContextOptions{Viewport: &phoneSize})
	p.visit(gallery(t) + "/queue/waiting")
	found, err := p.Evaluate(mute)
	check(t, err)
	for _, wrong := range found.([]any) {
		t.Error(wrong)
	}
}

func TestTheStatusOfAJobStandsLevelWithItsLabelOnAPhone(t *testing.T) {
	t.Parallel()
	p := open(t, playwright.BrowserNewContextOptions{Viewport: &phoneSize})
	p.visit(gallery(t) + "/jobs/found")
	p.becomes(t, "level", `(all => all.length > 2 && all.every(tag => {
		const [a, b] = [tag, tag.closest('td')].map(e => e.getBoundingClientRect())
		return Math.abs(a.top + a.bottom - b.top - b.bottom) <= 1
	}))([...document.querySelectorAll('.cards td[data-label] > .tag')])`)
	p.becomes(t, "with its search as wide as its list", `(([a, b]) => Math.abs(a.left - b.left) <= 1)(`+
		`['.filters input', '.cards'].map(kind => document.querySelector(kind).getBoundingClientRect()))`)
}

func TestOnAPhoneNothingStandsAloneAndNoLabelIsMissing(t *testing.T) {
	h := at(t)
	p := h.atQueue(t, access.Admin, playwright.BrowserNewContextOptions{
		Viewport: &playwright.Size{Width: 390, Height: 844},
	})
	p.becomes(t, "without a letter or two of a hint in the field for searching",
		`/, 0\)$/.test(getComputedStyle(document.querySelector('.find input'), '::placeholder').color)`)
	p.visit(h.base + "/webhooks")
	p.becomes(t, "a form whose events have their label",
		`document.querySelector('fieldset.line > span')?.checkVisibility()`)
	p.visit(h.base + "/jobs/" + h.passport(t))
	p.becomes(t, "all tools in one line",
		`(all => all.length > 5 && new Set(all.map(e => e.offsetTop)).size === 1)(`+
			`[...document.querySelectorAll('.tool')])`)
}

// The second state has one button more beside the note.
func TestTheHintsOfTheDecisionBarAreReadWholeOnAPhone(t *testing.T) {
	t.Parallel()
	base := gallery(t)
	p := open(t, playwright.BrowserNewContextOptions{Viewport: &phoneSize})
	for _, state := range []string{"deciding", "asking-again"} {
		for _, language := range []string{"en", "es"} {
			p.visit(base + "/review/" + state + "?language=" + language)
			cut, err := p.Evaluate(`() => {
				const all = [...document.querySelectorAll('.bar textarea[placeholder]')].filter(e => e.checkVisibility())
				return [all.length > 0 ? '' : 'there is none', ...all.filter(` + hinted + `).map(e => e.placeholder)].filter(Boolean)
			}`)
			check(t, err)
			for _, hint := range cut.([]any) {
				t.Errorf("%s in %s cuts %v", state, language, hint)
			}
		}
	}
}
