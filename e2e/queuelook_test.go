package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"
)

// rowsAmiss lists the rows of the queue that lack something: the bar of the time left, the tag of what is at stake
// before the reason, and the same ground as all others.
const rowsAmiss = `() => {
	const rows = [...document.querySelectorAll('tr[data-job]')], ground = e => getComputedStyle(e).backgroundColor
	const plain = rows.map(r => ground(r.cells[4])).sort()[rows.length >> 1]
	return [rows.length > 3 && rows.some(r => !r.querySelector('.lock').hidden) ? '' : 'no row is one’s own', ...rows.flatMap(r => {
		const bar = r.querySelector('.left .used'), tag = r.querySelector('.stakes .tag'), why = r.querySelector('.why span')
		const name = r.querySelector('.name').textContent.trim()
		return [
			bar && bar.getBoundingClientRect().width > 20 ? '' : name + ' has no bar of the time left',
			tag.getBoundingClientRect().right <= why.getBoundingClientRect().left ? '' : name + ' has its tag after its reason',
			[...r.cells].every(c => ground(c) === plain) ? '' : name + ' has a ground of its own',
		]
	})].filter(Boolean)
}`

func TestARowOfTheQueueHasItsBarItsTagAndNoColourButTheCursors(t *testing.T) {
	t.Parallel()
	base := gallery(t)
	p := open(t, playwright.BrowserNewContextOptions{})
	for _, language := range []string{"en", "es"} {
		p.visit(base + "/queue/waiting?language=" + language)
		for _, width := range []int{1366, 1920} {
			check(t, p.SetViewportSize(width, 768))
			found, err := p.Evaluate(rowsAmiss)
			check(t, err)
			for _, wrong := range found.([]any) {
				t.Errorf("%s at %d: %v", language, width, wrong)
			}
		}
	}
}

// sideways is by how much the list of the queue is wider than its room, where its documents have long names and an
// agent holds each job.
const sideways = `() => {
	for (const row of document.querySelectorAll('tr[data-job]')) {
		row.cells[2].textContent = 'Documento de identidad, Utopía (muestra)'
		row.querySelector('.name a').textContent = 'FERNÁNDEZ DE CÓRDOBA-VILLASEÑOR, MARÍA FERNANDA'
		row.querySelector('[data-who]').textContent = 'María Fernanda de los Ángeles Villaseñor'
	}
	const list = document.querySelector('.list > .scroll')
	return list.scrollWidth - list.clientWidth
}`

func TestTheQueueShowsWhoHoldsAJobBesideTheLongestDocument(t *testing.T) {
	t.Parallel()
	base := gallery(t)
	p := open(t, playwright.BrowserNewContextOptions{})
	p.visit(base + "/queue/waiting?language=es")
	for width := 320; width <= 1920; width += 40 {
		check(t, p.SetViewportSize(width, 768))
		by, err := p.Evaluate(sideways)
		check(t, err)
		if by != 0 {
			t.Errorf("at %d the list is %v px wider than its room", width, by)
		}
	}
}

// In forced colours the track of a bar has no ground of its own.
func TestForcedColoursShowTheTrackOfEachMeter(t *testing.T) {
	t.Parallel()
	base := gallery(t)
	p := open(t, playwright.BrowserNewContextOptions{ForcedColors: playwright.ForcedColorsActive})
	for _, state := range []string{"/queue/waiting", "/review/held"} {
		p.visit(base + state)
		p.becomes(t, "outlined", `(all => all.length > 0 && all.every(e => getComputedStyle(e).stroke !== 'none'))(`+
			`[...document.querySelectorAll('.rail-line')])`)
	}
}
