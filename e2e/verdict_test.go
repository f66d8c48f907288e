package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"
)

// unsaid lists the rows of the cross-check whose verdict stands in no word that can be seen, and those whose verdict
// lies on a value.
const unsaid = `() => [...document.querySelectorAll('.matrix tbody tr:has(.match)')]
	.filter(row => row.checkVisibility())
	.flatMap(row => {
		const word = row.querySelector('.match .word').textContent, field = row.querySelector('th').textContent
		const seen = [...row.querySelectorAll('.word')].filter(e => e.getBoundingClientRect().width > 8)
		const icon = row.querySelector('.match .icon').getBoundingClientRect()
		const covers = [...row.querySelectorAll('td .value')].some(e => {
			const r = e.getBoundingClientRect()
			return r.right > icon.left && r.left < icon.right && r.bottom > icon.top && r.top < icon.bottom
		})
		const clear = getComputedStyle(row.querySelector('.match')).backgroundColor === 'rgba(0, 0, 0, 0)'
		const wrong = []
		if (seen.length !== 1 || seen[0].textContent !== word) wrong.push(field + ': no word for ' + word)
		if (covers && clear) wrong.push(field + ': its verdict lies on a value')
		return wrong
	})`

func TestTheVerdictOfManySourcesIsAWordThatCanBeSeen(t *testing.T) {
	t.Parallel()
	base := gallery(t)
	p := open(t, playwright.BrowserNewContextOptions{})
	for _, state := range []string{"/review/every-source", "/review/four-sources"} {
		for _, language := range []string{"en", "es"} {
			p.visit(base + state + "?language=" + language)
			for _, size := range []playwright.Size{phoneSize, {Width: 1366, Height: 768}} {
				check(t, p.SetViewportSize(size.Width, size.Height))
				found, err := p.Evaluate(unsaid)
				check(t, err)
				for _, wrong := range found.([]any) {
					t.Errorf("%s in %s at %d: %v", state, language, size.Width, wrong)
				}
			}
		}
	}
}
