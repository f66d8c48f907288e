package e2e_test

import (
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/engine/specimen"
)

// mortal keeps the engine's workers of a page, with how much each has not answered, and lets one die of each frame
// while window.deadly. The limit of what was asked for last is over once window.overdue is called.
const mortal = `{
	window.workers = []
	const Plain = Worker
	window.Worker = class extends Plain {
		waits = 0
		constructor(...all) {
			super(...all)
			workers.push(this)
			this.addEventListener('message', () => this.waits--)
		}
		postMessage(message, transfer) {
			this.waits++
			super.postMessage(message, transfer)
			if (window.deadly && message.do === 'frame') this.breaks()
		}
		breaks() {
			this.terminate()
			this.dispatchEvent(new ErrorEvent('error', { message: 'broken' }))
		}
	}
	const { setTimeout } = window
	window.setTimeout = (run, ms, ...all) => {
		if (ms === 10_000) window.overdue = run
		return setTimeout(run, ms, ...all)
	}
}`

// watched returns somebody before the camera of a bank's page whose engine is mortal, once it has looked at a table.
func (b *bank) watched(t *testing.T) *page {
	t.Helper()
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene + "\n" + mortal)}))
	b.begins(t, p)
	p.turns(t, shown(t, nil))
	p.becomes(t, "looked at", inShadow+`.querySelector('.prompt')`)
	return p
}

func TestAnEngineThatDiesInACaptureIsStartedAgain(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "liveFaceCheck()")
	b.list(t, h)
	face := shown(t, posed(t, h.set.Person, specimen.Still))
	t.Run("without a word", func(t *testing.T) {
		p := b.watched(t)
		check(t, first(p.Evaluate(`() => workers[0].terminate()`)))
		p.turns(t, face)
		p.becomes(t, "asked in vain", `workers[0].waits > 0`)
		check(t, first(p.Evaluate(`() => overdue()`)))
		p.says(t, `"QUEUED"`)
		p.becomes(t, "started twice", `workers.length === 2`)
	})
	t.Run("with an error", func(t *testing.T) {
		p := b.watched(t)
		check(t, first(p.Evaluate(`() => workers[0].breaks()`)))
		p.turns(t, face)
		p.says(t, `"QUEUED"`)
		p.becomes(t, "started twice", `workers.length === 2`)
	})
	t.Run("again and again", func(t *testing.T) {
		p := b.watched(t)
		check(t, first(p.Evaluate(`() => { window.deadly = true }`)))
		p.turns(t, face)
		said := p.says(t, `"failed":"ENGINE_CRASHED"`)
		if strings.Contains(said, `"captured"`) {
			t.Errorf("said %s", said)
		}
		check(t, first(p.Evaluate(`() => {
			window.deadly = false
			sdk.liveFaceCheck().then(() => { document.title = 'captured' })
		}`)))
		p.becomes(t, "captured by the next call", `document.title === 'captured'`)
	})
}
