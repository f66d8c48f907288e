package e2e_test

import (
	"fmt"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

// leastPicture is how high a picture must be drawn, in CSS pixels, so that what it shows can be made out.
const leastPicture = 200

func TestAPictureCanBeMadeOutWhereTheWindowIsLowOrZoomed(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	for _, size := range []playwright.Size{
		{Width: 683, Height: 384}, // 1366x768 at 200 %
		{Width: 640, Height: 512}, // 1280x1024 at 200 %
		{Width: 911, Height: 512}, // 1366x768 at 150 %
		{Width: 1280, Height: 400},
		{Width: 1366, Height: 500},
	} {
		t.Run(fmt.Sprintf("%dx%d", size.Width, size.Height), func(t *testing.T) {
			check(t, p.SetViewportSize(size.Width, size.Height))
			heights, err := p.Evaluate(`() => [...document.querySelectorAll('.pane:not([hidden]) :is(image, img)')]` +
				`.filter(e => e.checkVisibility()).map(e => Math.round(e.getBoundingClientRect().height))`)
			check(t, err)
			t.Log(heights)
			p.becomes(t, "high enough", fmt.Sprintf(`(all => all.length > 0 && all.every(e => `+
				`e.getBoundingClientRect().height >= %d))([...document.querySelectorAll('.pane:not([hidden]) `+
				`:is(image, img)')].filter(e => e.checkVisibility()))`, leastPicture))
			p.becomes(t, "no wider than the window, with the bar in sight", notWider+` && `+within(".bar"))
		})
	}
}

// uncovered is true where there are findings and rows of the cross-check, and the beginning and the middle of each are
// in sight once it gets the focus at the top of the page, whatever is open at the bottom of the window.
const uncovered = `(all => all.length > 0 && all.every(e => {
	scrollTo(0, 0)
	document.activeElement.blur()
	e.focus()
	const { x, y, width, height } = e.getBoundingClientRect()
	return document.activeElement === e && [[12, 4], [width / 2, height / 2]].every(([right, down]) =>
		e.contains(document.elementFromPoint(x + right, y + down)))
}))([...document.querySelectorAll('[data-fail], .matrix tr[tabindex]')].filter(e => e.checkVisibility()))`

// planted is a script that gives the panel of reasons a style that covers what is looked at, or takes it away again.
const planted = `style => { const sheet = new CSSStyleSheet(); sheet.replaceSync(style); ` +
	`document.adoptedStyleSheets = [sheet] }`

func TestTheReasonsCoverNoFindingThatIsLookedAtOnAZoomedPageOrAPhone(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	p.press("d")
	for _, size := range []playwright.Size{
		{Width: 683, Height: 384}, // 1366x768 at 200 %
		{Width: 640, Height: 512}, // 1280x1024 at 200 %
		{Width: 911, Height: 512}, // 1366x768 at 150 %
		phoneSize,
	} {
		check(t, p.SetViewportSize(size.Width, size.Height))
		p.becomes(t, fmt.Sprintf("uncovered at %dx%d", size.Width, size.Height),
			uncovered+` && `+seen+`(document.querySelector('.panel'))`)
		for _, style := range []string{
			`.panel { position: fixed; inset: 0; max-height: none; z-index: 9; background: Canvas }`,
			`.panel { min-height: 90dvh; max-height: none }`,
		} {
			_, err := p.Evaluate(planted, style)
			check(t, err)
			sees, err := p.Evaluate(`() => !(` + uncovered + `)`)
			check(t, err)
			if sees != true {
				t.Errorf("%dx%d: it is not seen that findings are covered by %s", size.Width, size.Height, style)
			}
			_, err = p.Evaluate(planted, "")
			check(t, err)
		}
	}
}

func TestHalfOfALowWindowStaysForTheEvidenceWhileReasonsAreChosen(t *testing.T) {
	h := at(t)
	id := h.passport(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	for _, key := range []string{"d", "a"} {
		p.press(key)
		for _, size := range []playwright.Size{
			{Width: 683, Height: 384}, // 1366x768 at 200 %
			{Width: 640, Height: 512}, // 1280x1024 at 200 %
			{Width: 911, Height: 512}, // 1366x768 at 150 %
		} {
			check(t, p.SetViewportSize(size.Width, size.Height))
			p.becomes(t, fmt.Sprintf("%s leaves half of %dx%d", key, size.Width, size.Height),
				seen+`(document.querySelector('.panel')) && document.querySelector('.panel').`+
					`getBoundingClientRect().top >= innerHeight / 2 && `+within(".send button"))
		}
	}
}
