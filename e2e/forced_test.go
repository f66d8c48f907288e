package e2e_test

import (
	"image"
	"net/http/httptest"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/engine/specimen"
	"proofdesk/static"
	"proofdesk/views/storybook"
)

// gallery serves the states of all pages and returns their address.
func gallery(t *testing.T) string {
	t.Helper()
	assets, err := static.Load()
	check(t, err)
	grey := specimen.PNG(image.NewGray(image.Rect(0, 0, 16, 12)))
	server := httptest.NewServer(storybook.Handler(assets, func(string) []byte { return grey }))
	t.Cleanup(server.Close)
	return server.URL
}

func TestForcedColoursKeepWhichCharactersDifferAndWhichOutcomeIsChosen(t *testing.T) {
	t.Parallel()
	base := gallery(t)
	p := open(t, playwright.BrowserNewContextOptions{
		ColorScheme:  playwright.ColorSchemeDark,
		ForcedColors: playwright.ForcedColorsActive,
	})
	p.visit(base + "/review/deciding")
	p.becomes(t, "legible", `(all => all.length > 0 && all.every(e => { const s = getComputedStyle(e); `+
		`const bare = s.backgroundColor.endsWith(', 0)'); `+
		`return s.color !== (bare ? getComputedStyle(document.body) : s).backgroundColor }))(`+
		`[...document.querySelectorAll('mark')])`)
	p.becomes(t, "outlined, and nothing else", `(all => all.length === 3 && all.every(e => `+
		`e.matches(':has(:checked)') === (getComputedStyle(e).outlineStyle === 'solid')))(`+
		`[...document.querySelectorAll('.outcome')])`)
}

// A bar lies in an outlined track: what is not filled reads as empty, whatever share it stands for.
func TestForcedColoursFillEachLyingBar(t *testing.T) {
	t.Parallel()
	p := open(t, playwright.BrowserNewContextOptions{ForcedColors: playwright.ForcedColorsActive})
	p.visit(gallery(t) + "/dashboard/work")
	empty, err := p.Evaluate(`() => {
		const all = [...document.querySelectorAll('.lying .fill')]
		const ground = getComputedStyle(document.body).backgroundColor
		return [all.some(e => e.matches('.warn')) ? '' : 'there is no bar of a warning',
			...all.map(e => getComputedStyle(e).fill === ground ? e.classList.value : '')].filter(Boolean)
	}`)
	check(t, err)
	if len(empty.([]any)) > 0 {
		t.Errorf("drawn like an empty bar: %v", empty)
	}
}
