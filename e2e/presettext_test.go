package e2e_test

import (
	"fmt"
	"testing"

	"proofdesk/app/preset"
)

// markup is what an admin may paste into a text, or somebody who wants to run script in the browsers of others.
const markup = `<img src=x onerror="top.ran=1"><b>&lt;</b>`

func TestMarkupInAnOptionIsTextInTheEditorThePreviewAndTheChanges(t *testing.T) {
	const closer = idOptions + "stringOptions.moveCloser"
	p := previewed(t, "markup", preset.Values{closer: markup})
	drawnAsText := fmt.Sprintf(`%s.querySelector('.shown').textContent.includes(%q) &&
		!%[1]s.querySelector('.shown img, .shown b')`, inFrame, markup)
	p.edit(closer, map[string]any{closer: markup})
	p.becomes(t, "drawn as text", drawnAsText)
	check(t, p.Locator(`[data-look="wide"]`).Click())
	p.becomes(t, "drawn as text in landscape", drawnAsText)
	for _, path := range []string{"?q=moveCloser", "/compare", "/publish"} {
		p.visit(p.base + "/presets/markup" + path)
		p.becomes(t, "shown as text on "+path, fmt.Sprintf(
			`[document.querySelector('main').textContent, ...[...document.querySelectorAll('textarea')].map(e => e.value)]
			.some(text => text.includes(%q)) && !document.querySelector('main img[src=x]')`, markup))
	}
	p.becomes(t, "nothing ran", `window.ran === undefined`)
}

func TestThePreviewIsOneTapAwayOnAPhone(t *testing.T) {
	p := previewed(t, "on-a-phone", preset.Values{})
	toPreview := p.Locator(`.presetbar a[href="#preview"]`)
	if beside, err := toPreview.IsVisible(); err != nil || beside {
		t.Errorf("beside the options there is a way to the preview: %v %v", beside, err)
	}
	check(t, p.SetViewportSize(390, 800))
	check(t, toPreview.Click())
	p.becomes(t, "in sight", `(box => box.top >= 0 && box.top < innerHeight / 2)(
		document.querySelector('[data-preview] .phoneroom').getBoundingClientRect())`)
	p.becomes(t, "no overflow", `document.documentElement.scrollWidth <= innerWidth`)
	p.quiet(t)
}

// The preview brings what it outlines into sight in its own frame, and must not take the page along.
func TestWhatIsTypedOnAPhoneStaysInSightWhileThePreviewFollows(t *testing.T) {
	p := previewed(t, "typed-on-a-phone", preset.Values{})
	check(t, p.SetViewportSize(390, 800))
	p.visit(p.base + "/presets/typed-on-a-phone" + logicPage)
	p.becomes(t, "drawn", inFrame+`?.querySelector('.screen') != null`)
	check(t, p.Locator(option(glarePath)).Fill("0.12"))
	p.becomes(t, "outlined", inFrame+`.querySelectorAll('.mark').length > 0`)
	seen, err := p.Evaluate(`() => {
		const { top, bottom } = document.activeElement.getBoundingClientRect()
		return top >= 0 && bottom <= innerHeight ? '' : top + ' to ' + bottom + ' of ' + innerHeight
	}`)
	check(t, err)
	if seen != "" {
		t.Errorf("the field that is typed into is out of sight: %v", seen)
	}
	p.quiet(t)
}

func TestWhatIsOutlinedIsScrolledIntoSightInItsFrame(t *testing.T) {
	p := previewed(t, "scrolled", preset.Values{})
	check(t, p.Locator("[data-look=wide]").Click())
	check(t, p.Locator("[data-look=scale]").Click())
	const failed = selfieOptions + "stringOptions.captureScreenError"
	p.edit(failed, map[string]any{})
	p.becomes(t, "in sight", fmt.Sprintf(`(e => e != null && e.getBoundingClientRect().bottom <=
		e.closest('.over').getBoundingClientRect().bottom)(%s.querySelector('.shown [data-option~="%s"]'))`, inFrame, failed))
	p.quiet(t)
}
