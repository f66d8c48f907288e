package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

// gapped is a script that returns what is wrong with the button of a form for searching: that it stands apart from the
// fields above it, or off the line of the fields beside it.
const gapped = `() => {
	const form = document.querySelector('form.adding[role=search]')
	const ends = form.querySelector('.ends').getBoundingClientRect()
	const fields = [...form.querySelectorAll('.field :is(input, select)')].map(e => e.getBoundingClientRect())
	const beside = fields.filter(f => f.bottom > ends.top)
	if (beside.some(f => Math.abs(f.bottom - ends.bottom) > 1)) return 'off the line of its fields'
	const room = ends.top - Math.max(...fields.filter(f => f.bottom <= ends.top).map(f => f.bottom))
	const gap = parseFloat(getComputedStyle(form).rowGap)
	return beside.length === 0 && room > gap + 1 ? 'a gap of ' + room + ' pixels' : ''
}`

func TestTheButtonOfASearchStandsAtItsFieldsWhereTheFormWraps(t *testing.T) {
	h := at(t)
	p := h.atQueue(t, access.Admin, playwright.BrowserNewContextOptions{})
	for _, width := range []int{390, 700, 1366, 1920} {
		check(t, p.SetViewportSize(width, 800))
		for _, path := range []string{"/presets", "/audit"} {
			p.visit(h.base + path)
			wrong, err := p.Evaluate(gapped)
			check(t, err)
			if wrong != "" {
				t.Errorf("%s at %d: %v", path, width, wrong)
			}
		}
	}
	p.quiet(t)
}
