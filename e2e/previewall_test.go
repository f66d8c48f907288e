package e2e_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"proofdesk/app/preset"
)

// everyScene is a script that draws every screen and every prompt of every capture in a language, and returns what is
// wrong with them, and the texts of the prompts by scene.
const everyScene = `async language => {
	const frame = document.querySelector('[data-preview] iframe')
	const inside = frame.contentDocument
	let probe = 0
	const show = order => new Promise(shown => {
		const mine = 'every-' + language + ++probe
		addEventListener('message', function hear(event) {
			if (event.data?.probe !== mine) return
			removeEventListener('message', hear)
			shown(event.data)
		})
		frame.contentWindow.postMessage({ kind: 'preset-preview', ...order, probe: mine }, location.origin)
	})
	const inked = one => {
		const range = inside.createRange()
		if (one) range.selectNodeContents(one)
		return [...range.getClientRects()]
	}
	const apart = (a, b) => a.right + 8 < b.left || b.right + 8 < a.left || a.bottom < b.top || b.bottom < a.top
	const wrong = []
	const texts = {}
	const { captures } = await show({ language })
	for (const { name: capture, screens, prompts } of captures) for (const screen of screens) {
		for (const prompt of screen === 'capture' ? prompts : ['']) {
			const { scene } = await show({ scene: { capture, screen, prompt } })
			const at = capture + '/' + screen + (prompt && '/' + prompt)
			const drawn = inside.querySelector('.shown .screen')
			if (scene.capture !== capture || scene.screen !== screen || (scene.prompt ?? '') !== prompt) wrong.push(at + ': not shown')
			if (drawn.lang !== language.toLowerCase()) wrong.push(at + ': in ' + drawn.lang)
			if (drawn.scrollWidth > inside.documentElement.clientWidth) wrong.push(at + ': too wide')
			const bar = drawn.querySelector('.bar')
			const [word, title] = ['.word', '.title'].map(one => inked(bar.querySelector(one)))
			if (bar.scrollWidth > bar.clientWidth) wrong.push(at + ': its bar is too narrow')
			if (word.some(a => title.some(b => !apart(a, b)))) wrong.push(at + ': its title is not apart from Cancel')
			const leaves = drawn.querySelector('[data-action=cancel], [data-action=back]')
			if (screen !== 'success' && !leaves) wrong.push(at + ': there is no way out')
			texts[at] = drawn.innerText.replace(/\s+/g, ' ').trim()
			if (!texts[at]) wrong.push(at + ': says nothing')
		}
	}
	return JSON.stringify({ wrong, texts, wide: inside.documentElement.clientWidth > inside.documentElement.clientHeight })
}`

func TestEveryScreenAndPromptIsDrawnInEveryLanguageUprightAndLying(t *testing.T) {
	p := previewed(t, "every-1", preset.Values{"bothCameraToggle": true})
	smallest := `small => { document.querySelector('[data-preview] iframe').style.inlineSize = small ? '320px' : '' }`
	for _, lying := range []bool{false, true} {
		_, err := p.Evaluate(smallest, !lying)
		check(t, err)
		if lying {
			check(t, p.Locator("[data-look=wide]").Click())
			p.becomes(t, "lying", `(e => e.clientWidth > e.clientHeight)(`+inFrame+`.documentElement)`)
		}
		english := map[string]string{}
		languages := []string{"EN", "ES", "FR", "HI"}
		if lying && testing.Short() { // it has said it upright
			languages = languages[1:2]
		}
		for _, language := range languages {
			text, err := p.Evaluate(everyScene, language)
			check(t, err)
			var got struct {
				Wrong []string
				Texts map[string]string
				Wide  bool
			}
			check(t, json.Unmarshal([]byte(text.(string)), &got))
			name := fmt.Sprintf("%s, lying: %v", language, lying)
			if len(got.Wrong) > 0 || len(got.Texts) < 100 || got.Wide != lying {
				t.Errorf("%s: %d scenes: %s", name, len(got.Texts), strings.Join(got.Wrong, "\n"))
			}
			if language == "EN" {
				english = got.Texts
				continue
			}
			for scene, said := range got.Texts {
				if said == english[scene] {
					t.Errorf("%s: %s speaks English: %s", name, scene, said)
				}
			}
		}
	}
	p.quiet(t)
}

// drawing is a script that returns how a screen is built, without the addresses of pictures.
const drawing = `() => (screen => {
	const copy = screen.cloneNode(true)
	for (const picture of copy.querySelectorAll('img')) picture.removeAttribute('src')
	return copy.outerHTML
})`

// There is one drawing of the capture screens: what an admin sees beside the options is what applicants get.
func TestAnApplicantSeesTheScreenThatThePreviewDraws(t *testing.T) {
	block := "selfieCaptureCustomizationOptions"
	p := previewed(t, "same-1", preset.Values{
		block + ".enableSelfieInstructionScreen":                 true,
		block + ".stringOptions.selfieInstructionText":           "Look into the lens",
		block + ".colorOptions.instructionScreenBackgroundColor": "#AA1122",
	})
	p.show(map[string]any{"scene": map[string]any{"capture": "selfie", "screen": "instruction"}})
	previewDraws, err := p.Evaluate(drawing + `(` + inFrame + `.querySelector('.shown .screen.instruction'))`)
	check(t, err)
	b := openBank(t, p.house, "liveFaceCheck()")
	b.options = `{ ` + block + `: { enableSelfieInstructionScreen: true,
		stringOptions: { selfieInstructionText: 'Look into the lens' },
		colorOptions: { instructionScreenBackgroundColor: '#AA1122' } } }`
	b.list(t, p.house)
	a := b.applicant(t, refused)
	a.sees(".screen.instruction")
	sdkDraws, err := a.Evaluate(drawing +
		`(document.querySelector('dialog > div').shadowRoot.querySelector('.screen.instruction'))`)
	check(t, err)
	if previewDraws != sdkDraws || !strings.Contains(previewDraws.(string), "Look into the lens") {
		t.Errorf("the preview draws\n%s\nthe SDK draws\n%s", previewDraws, sdkDraws)
	}
}
