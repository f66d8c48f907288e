package e2e_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"testing"

	"proofdesk/app/preset"
)

var update = flag.Bool("update", false, "write what is drawn as what is meant")

// formed is a script that shows every scene in the frame of the preview and returns, by the path of each option that
// forms any, the screens on which it shows, in the order of the captures.
const formed = `async () => {
	const frame = document.querySelector('[data-preview] iframe')
	let probe = 0
	const show = order => new Promise(shown => {
		const mine = 'screens-' + ++probe
		addEventListener('message', function hear(event) {
			if (event.data?.probe !== mine) return
			removeEventListener('message', hear)
			shown(event.data)
		})
		frame.contentWindow.postMessage({ kind: 'preset-preview', ...order, probe: mine }, location.origin)
	})
	const all = {}
	const { captures } = await show({})
	for (const { name: capture, screens, prompts } of captures) for (const screen of screens) {
		for (const prompt of screen === 'capture' ? prompts : ['']) {
			await show({ scene: { capture, screen, prompt } })
			for (const element of frame.contentDocument.querySelectorAll('.shown [data-option]')) {
				for (const path of element.dataset.option.split(' ')) {
					const screens = all[path] ??= []
					if (!screens.includes(capture + '/' + screen)) screens.push(capture + '/' + screen)
				}
			}
		}
	}
	return JSON.stringify(all)
}`

func TestTheServerKnowsOnWhichScreensAnOptionShows(t *testing.T) {
	p := previewed(t, "screens-1", preset.Values{})
	text, err := p.Evaluate(formed)
	check(t, err)
	var drawn map[string][]string
	check(t, json.Unmarshal([]byte(text.(string)), &drawn))
	const file = "../app/preset/screens.json"
	if *update {
		var b bytes.Buffer
		e := json.NewEncoder(&b)
		e.SetIndent("", " ")
		check(t, e.Encode(drawn))
		check(t, os.WriteFile(file, b.Bytes(), 0o644))
		return
	}
	for path, screens := range drawn {
		if _, known := preset.Find(path); !known {
			t.Errorf("a screen reads %s, which is no option", path)
		}
		if listed := preset.Screens(path); !preset.Same(listed, screens) {
			t.Errorf("%s is on %v; %s says %v", path, screens, file, listed)
		}
	}
	for _, o := range preset.Options() {
		if listed := preset.Screens(o.Path); len(listed) > 0 && drawn[o.Path] == nil {
			t.Errorf("%s is on no screen; %s says %v", o.Path, file, listed)
		}
	}
	if len(drawn) < 250 {
		t.Errorf("only %d options were found", len(drawn))
	}
	p.quiet(t)
}
