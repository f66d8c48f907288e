package e2e_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"proofdesk/app/preset"
)

// choiceDrawn is a script that draws the screens on which an option shows with each of its values, and returns which of
// them say nothing.
const choiceDrawn = `async ({ path, values, scenes }) => {
	const frame = document.querySelector('[data-preview] iframe')
	let probe = 0
	const show = order => new Promise(shown => {
		const mine = path + ++probe
		addEventListener('message', function hear(event) {
			if (event.data?.probe !== mine) return
			removeEventListener('message', hear)
			shown(event.data)
		})
		frame.contentWindow.postMessage({ kind: 'preset-preview', ...order, probe: mine }, location.origin)
	})
	const silent = []
	for (const value of values) for (const at of scenes) {
		const [capture, screen, prompt] = at.split('/')
		await show({ values: { [path]: value }, scene: { capture, screen, prompt } })
		const text = frame.contentDocument.querySelector('.shown .screen')?.innerText.trim()
		if (!text) silent.push(at + ' with ' + path + ' ' + value)
	}
	await show({ values: {} })
	return JSON.stringify(silent)
}`

// choicesOf returns the values between which an option is chosen; none where anything may be written.
func choicesOf(o preset.Option) []any {
	var choices []any
	switch o.Type {
	case preset.Boolean:
		return []any{true, false}
	case preset.Enum:
		for _, one := range o.Allowed {
			choices = append(choices, one)
		}
	}
	return choices
}

func TestEveryChoiceOfTheWebIsDrawnWhateverIsChosen(t *testing.T) {
	p := previewed(t, "chosen-1", preset.Values{})
	n := 0
	for _, o := range preset.Options() {
		choices, scenes := choicesOf(o), preset.Screens(o.Path)
		if len(choices) == 0 || len(scenes) == 0 || !slices.Contains(o.Acts, preset.Web) {
			continue
		}
		n++
		if testing.Short() {
			scenes = scenes[:1]
		}
		text, err := p.Evaluate(choiceDrawn, map[string]any{"path": o.Path, "values": choices, "scenes": scenes})
		check(t, err)
		var silent []string
		check(t, json.Unmarshal([]byte(text.(string)), &silent))
		if len(silent) > 0 {
			t.Error(fmt.Sprint("says nothing: ", silent))
		}
	}
	if n < 40 {
		t.Errorf("only %d options were looked at", n)
	}
	p.quiet(t)
}
