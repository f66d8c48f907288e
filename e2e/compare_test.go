package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

// markEyes puts a dot on each eye of both faces, which moves with its picture.
const markEyes = `() => { for (const pane of document.querySelectorAll('.pane:not([hidden])')) {
	const [x1, y1, x2, y2] = pane.dataset.eyes.split(' ').map(Number)
	for (const [x, y] of [[x1, y1], [x2, y2]]) {
		const dot = document.createElementNS('http://www.w3.org/2000/svg', 'circle')
		for (const [name, value] of Object.entries({ cx: x, cy: y, r: .01, class: 'eye' })) dot.setAttribute(name, value)
		pane.querySelector('.turner').append(dot) } } }`

// eyesOf is where the eyes of a pane are in the window.
func eyesOf(pane string) string {
	return `[...document.querySelectorAll('.pane[data-pane=` + pane + `]:not([hidden]) .eye')].map(e => {
		const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2] })`
}

// apart is the distance of the eyes in pane A.
const apart = `((e) => Math.hypot(e[0][0] - e[1][0], e[0][1] - e[1][1]))(eyesA)`

// faces is true where both faces lie over each other and a condition on the eyes holds.
func faces(condition string) string {
	return `((eyesA, eyesB) => eyesA.length === 2 && eyesA.flat().every((v, i) => Math.abs(v - eyesB.flat()[i]) < 6) &&
		` + condition + `)(` + eyesOf("a") + `, ` + eyesOf("b") + `)`
}

// compared opens a job with a document and a selfie and lays the faces over each other.
func compared(t *testing.T) *person {
	t.Helper()
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	_, err := p.Evaluate(markEyes)
	check(t, err)
	p.press("c")
	p.becomes(t, "compared", faces(`(window.before = `+apart+`) > 20`))
	return p
}

func TestBothFacesZoomAndTurnWhereTheyAreCompared(t *testing.T) {
	p := compared(t)
	p.press("+", "+")
	p.becomes(t, "both larger", faces(apart+` > window.before * 1.8`))
	p.press("-")
	p.becomes(t, "both smaller again", faces(`Math.abs(`+apart+` / window.before - Math.exp(.35)) < .05`))
	box, err := p.Locator(".pane[data-pane=b]:not([hidden])").BoundingBox()
	check(t, err)
	check(t, p.Mouse().Move(box.X+box.Width*.6, box.Y+box.Height*.3))
	check(t, p.Mouse().Wheel(0, -300))
	p.becomes(t, "zoomed by the wheel", faces(apart+` > window.before * 1.5`))
	_, err = p.Evaluate(`() => { window.left = ` + eyesOf("a") + `[0][0] }`)
	check(t, err)
	check(t, p.Mouse().Down())
	check(t, p.Mouse().Move(box.X+box.Width*.6+40, box.Y+box.Height*.3, playwright.MouseMoveOptions{
		Steps: playwright.Int(4),
	}))
	check(t, p.Mouse().Up())
	p.becomes(t, "drawn aside", faces(`eyesA[0][0] > window.left + 30`))
	p.press("0")
	p.becomes(t, "as at first", faces(`Math.abs(`+apart+` - window.before) < 2`))
	p.press("r")
	p.becomes(t, "both turned", faces(`Math.abs(eyesA[0][1] - eyesA[1][1]) > 20 && Math.abs(eyesA[0][0] - eyesA[1][0]) < 20`))
	p.press("0", "c")
	p.becomes(t, "side by side and whole",
		`!document.querySelector('.stage.compare') && `+zoomed+` === '' && `+paneB+`.querySelector('[data-zoomed]').textContent === ''`)
	p.quiet(t)
}

// sideBySide is true where both panes are next to each other and pane B shows the whole selfie.
const sideBySide = `!document.querySelector('.stage.compare, .stage.blink-a, .stage.blink-b') &&
	` + paneA + `.getBoundingClientRect().right <= ` + paneB + `.getBoundingClientRect().left + 1 &&
	` + paneB + `.querySelector('[data-zoomed]').textContent === ''`

func TestAFindingIsNeverShownOverHalfAFace(t *testing.T) {
	p := compared(t)
	t.Run("compared", func(t *testing.T) {
		p.press("+", "j")
		p.becomes(t, "side by side, the finding in sight", sideBySide+` && `+pointed)
	})
	t.Run("moving together", func(t *testing.T) {
		p.press("0", "y", "+")
		p.becomes(t, "both zoomed", zoomed+` !== '' && `+paneB+`.querySelector('[data-zoomed]').textContent !== ''`)
		p.press("k", "j")
		p.becomes(t, "side by side, the finding in sight", sideBySide+` && `+pointed)
		p.press("0", "y")
	})
	t.Run("blinking", func(t *testing.T) {
		check(t, p.Keyboard().Down(" "))
		p.becomes(t, "blinking", `document.querySelector('.stage.blink-a')`)
		check(t, p.Keyboard().Press("j"))
		p.becomes(t, "side by side", sideBySide)
		check(t, p.Keyboard().Up(" "))
		p.becomes(t, "still in sight", sideBySide+` && (`+pointed+` || `+zoomed+` === '')`)
	})
	t.Run("a place that is a whole capture", func(t *testing.T) {
		p.press("c")
		p.becomes(t, "compared", `document.querySelector('.stage.compare')`)
		_, err := p.Evaluate(`() => { const row = document.querySelector('[data-fail]')
			row.dataset.focus = ` + paneA + `.dataset.capture; document.activeElement.blur(); row.focus() }`)
		check(t, err)
		p.becomes(t, "side by side", sideBySide)
	})
	p.quiet(t)
}
