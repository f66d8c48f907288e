package e2e_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/static"
	"proofdesk/views/storybook"
)

// crowded lists the marks of the cross-check that touch a value, and the words of its labels and countries that are
// broken inside. Spaces and breaks that the page itself offers are none.
const crowded = `() => {
	const lines = (node, from, to) => { const r = document.createRange(); r.setStart(node, from); r.setEnd(node, to); return [...r.getClientRects()] }
	const out = []
	for (const fold of document.querySelectorAll('.fold:has(.matrix)')) fold.open = true
	for (const cell of document.querySelectorAll('.matrix td')) {
		const value = cell.querySelector('.value')
		if (!value) continue
		const r = document.createRange(); r.selectNodeContents(value)
		for (const mark of [...cell.querySelectorAll('.digit, .checked')].map(m => m.getBoundingClientRect()))
			for (const box of r.getClientRects())
				if (box.right > mark.left - 1 && box.left < mark.right && box.bottom > mark.top && box.top < mark.bottom)
					out.push('a mark touches ' + value.textContent)
	}
	for (const value of document.querySelectorAll('.matrix .value')) { // its marked parts belong together
		const walk = document.createTreeWalker(value, NodeFilter.SHOW_ALL), chars = []
		while (walk.nextNode()) {
			if (walk.currentNode.nodeName === 'WBR') chars.push(null)
			for (let i = 0; i < (walk.currentNode.nodeType === 3 ? walk.currentNode.length : 0); i++)
				chars.push(/\s/.test(walk.currentNode.data[i]) ? null : lines(walk.currentNode, i, i + 1)[0])
		}
		if (chars.some((c, i) => c && chars[i - 1] && (Math.abs(c.top - chars[i - 1].top) > 3 || c.left - chars[i - 1].right > 2)))
			out.push('torn apart: ' + value.textContent)
	}
	for (const match of document.querySelectorAll('.matrix .match')) // its words are one below the other
		if (match.scrollHeight > 3 * parseFloat(getComputedStyle(match).lineHeight) && lines(match, 0, match.childNodes.length).length > 4)
			out.push('broken: ' + match.textContent.trim())
	for (const head of document.querySelectorAll('.matrix th, .matrix .alike')) {
		const walk = document.createTreeWalker(head, NodeFilter.SHOW_TEXT)
		while (walk.nextNode())
			for (const word of walk.currentNode.data.matchAll(/\S+/g))
				if (new Set(lines(walk.currentNode, word.index, word.index + word[0].length).map(b => Math.round(b.top))).size > 1)
					out.push('broken inside: ' + word[0])
	}
	return out
}`

func TestNoMarkOfTheCrossCheckTouchesAValueAndNoLabelIsBroken(t *testing.T) {
	assets, err := static.Load()
	check(t, err)
	server := httptest.NewServer(storybook.Handler(assets, func(string) []byte { return nil }))
	t.Cleanup(server.Close)
	for _, width := range []int{1366, 1200, 1100, 390} {
		size := playwright.Size{Width: width, Height: 768}
		for _, state := range []string{"three-sources", "four-sources", "every-source", "held"} {
			p := open(t, playwright.BrowserNewContextOptions{Viewport: &size})
			p.visit(fmt.Sprintf("%s/review/%s", server.URL, state))
			if size.Width > 1100 { // as wide as a scroll bar, which this browser hides
				_, err = p.Evaluate(`() => { document.querySelector('.side').style.borderInlineEnd = '12px solid' }`)
				check(t, err)
			}
			found, err := p.Evaluate(crowded)
			check(t, err)
			if lines, _ := found.([]any); len(lines) > 0 {
				t.Errorf("%s at %d: %s", state, size.Width, strings.Trim(fmt.Sprint(lines), "[]"))
			}
		}
	}
}
