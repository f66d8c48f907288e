package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"
)

// overlaid opens each correction of the page, as it is and with the message of one that was not sent, and lists the
// values, verdicts and sentences that its box covers, and what of the box is cut off.
const overlaid = `() => {
	for (const fold of document.querySelectorAll('.fold')) fold.open = true
	const out = new Set(), boxes = [...document.querySelectorAll('.correct')]
	const range = document.createRange()
	const look = (box, form, state) => {
		const room = form.getBoundingClientRect()
		const where = form.elements.field.value + ' of ' + form.elements.source.value + state
		if (form.scrollHeight > form.clientHeight + 1) out.add(where + ' is cut: ' + form.scrollHeight)
		const texts = document.createTreeWalker(box.closest('.side, .brief'), NodeFilter.SHOW_TEXT)
		for (let text; (text = texts.nextNode()); ) {
			const around = text.parentElement
			if (!text.data.trim() || form.contains(text) || around.closest('.sr, .certainty')) continue
			if (!around.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
			range.selectNodeContents(text)
			for (const r of range.getClientRects())
				if (Math.min(r.right, room.right) - Math.max(r.left, room.left) > 1 &&
					Math.min(r.bottom, room.bottom) - Math.max(r.top, room.top) > 1)
					out.add(where + ' covers “' + text.data.trim().slice(0, 40) + '”')
		}
	}
	for (const box of boxes) {
		for (const other of boxes) other.open = other === box
		const form = box.querySelector('form')
		look(box, form, '')
		const said = document.createElement('p')
		said.className = 'unsent'
		said.textContent = 'The server cannot be reached. It is sent again when it can be, and everything typed is kept.'
		form.append(said)
		look(box, form, ', not sent,')
		said.remove()
	}
	return [boxes.length > 0 ? '' : 'nothing to correct', ...out].filter(Boolean)
}`

func TestTheBoxOfACorrectionPushesTheRowsInsteadOfCoveringThem(t *testing.T) {
	t.Parallel()
	base := gallery(t)
	p := open(t, playwright.BrowserNewContextOptions{})
	for _, state := range []string{"correcting", "correction-refused", "four-sources", "every-source"} {
		p.visit(base + "/review/" + state)
		for _, size := range []playwright.Size{{Width: 1366, Height: 768}, {Width: 800, Height: 1000}, phoneSize} {
			check(t, p.SetViewportSize(size.Width, size.Height))
			found, err := p.Evaluate(overlaid)
			check(t, err)
			for _, one := range found.([]any) {
				t.Errorf("%s at %d: %v", state, size.Width, one)
			}
		}
	}
}
