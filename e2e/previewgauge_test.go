package e2e_test

import (
	"fmt"
	"testing"

	"proofdesk/app/preset"
)

func TestAThresholdDecidesWhichPromptTheSceneOfThePreviewShows(t *testing.T) {
	p := previewed(t, "gauged-1", preset.Values{})
	gauge := func(text string) string {
		return fmt.Sprintf(`document.querySelector('[data-gauge]').innerText.includes(%q)`, text)
	}
	shown := func(name string) {
		t.Helper()
		p.becomes(t, name, `document.querySelector('[data-prompt][aria-pressed=true]')?.dataset.prompt === '`+name+`'`)
	}
	p.edit(glarePath, map[string]any{glarePath: .01})
	p.becomes(t, "measured", gauge("Glare in this scene: 0.15"))
	p.becomes(t, "compared", gauge("glareDetectionThreshold prompts above 0.01"))
	shown("glare")
	p.accessible(t, "the editor with a gauge")
	p.edit(glarePath, map[string]any{glarePath: 1})
	shown("hold")
	p.becomes(t, "outlined", inFrame+`.querySelectorAll('.mark').length > 0`)
	p.edit(glarePath, map[string]any{glarePath: .2})
	check(t, p.Locator("[data-gauge] input").Focus())
	for range 6 {
		p.press("ArrowRight")
	}
	p.becomes(t, "moved", gauge("Glare in this scene: 0.21"))
	shown("glare")
	check(t, p.Locator("[data-look=room]").Click())
	shown("glare")
	p.becomes(t, "as moved", gauge("Glare in this scene: 0.21"))
	check(t, p.Locator("[data-prompt=dark]").Click())
	shown("dark")
	p.becomes(t, "hidden", `document.querySelector('[data-gauge]').hidden`)
	p.quiet(t)
}

// unprompted are the thresholds of the web that lead to no prompt, with what they decide on instead.
var unprompted = map[string]string{
	"frontRealnessThreshold": "the retry screen",
	"backRealnessThreshold":  "the retry screen",
}

func TestEveryThresholdOfTheWebPromptsOnBothSidesOfItsScale(t *testing.T) {
	p := previewed(t, "gauged-2", preset.Values{})
	n := 0
	for _, o := range preset.Options() {
		web := preset.Screens(o.Path)
		if o.Higher == nil || o.Type != preset.Float || len(web) == 0 || unprompted[o.Name] != "" {
			continue
		}
		n++
		prompts := map[string]bool{}
		for _, value := range []float64{*o.Min, *o.Max} {
			p.edit(o.Path, map[string]any{o.Path: value})
			got := p.show(map[string]any{})
			prompts[got.Scene.Prompt] = true
			if got.Marks == 0 {
				t.Errorf("%s at %v is not outlined on %s", o.Path, value, got.place())
			}
		}
		if len(prompts) != 2 {
			t.Errorf("%s acts on nothing that is seen: %v", o.Path, prompts)
		}
	}
	if n < 15 {
		t.Errorf("only %d thresholds were looked at", n)
	}
	p.quiet(t)
}
