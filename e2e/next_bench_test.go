package e2e_test

import (
	"slices"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

// timeNext measures in the page how long it takes from the key that sends a decision to the frame in which the browser
// shows the last of the next job's first pictures: the browser itself says when that was.
const timeNext = `let began = 0, drawn = []
addEventListener('keydown', event => { if (event.key === 'Enter') [began, drawn] = [event.timeStamp, []] }, true)
document.addEventListener('htmx:after:request', event => {
	const { ctx } = event.detail
	ctx.text = ctx.text.replaceAll('<image', '<image elementtiming="picture"')
})
new PerformanceObserver(list => {
	const pictures = document.querySelectorAll('.pane:not([hidden]) image')
	for (const { element, renderTime } of list.getEntries()) {
		if ([...pictures].includes(element)) drawn.push(renderTime)
	}
	if (pictures.length && drawn.length === pictures.length) window.took = Math.max(...drawn) - began
}).observe({ type: 'element' })`

// decisions is how many are timed.
const decisions = 60

// BenchmarkNextPicture times a decision until the next job's pictures are drawn, as an agent who works by keyboard
// experiences it.
func BenchmarkNextPicture(b *testing.B) {
	h := at(b)
	selfie, _ := h.set.Capture("selfie")
	passport, _ := h.set.Capture("passport")
	for range decisions + 2 {
		apply(b, h.sandbox, map[string]any{
			"function": onboarding.IDValidationFace,
			"sandbox":  map[string]any{"outcome": onboarding.Review},
		}, []specimen.Capture{passport, selfie})
	}
	until(b, "all are free", func() bool {
		free, err := h.free(b.Context())
		return err == nil && len(free) >= decisions+2
	})
	p := h.seat(b, access.Agent, playwright.BrowserNewContextOptions{})
	check(b, p.AddInitScript(playwright.Script{Content: playwright.String(timeNext + ";" + countBlobs)}))
	p.visit(h.base + "/queue")
	p.take(b)
	var took []float64
	for b.Loop() {
		for range decisions {
			p.becomes(b, "fetched ahead", `window.blobs.size >= 4`)
			_, err := p.Evaluate(`() => { window.took = 0; window.blobs.clear() }`)
			check(b, err)
			p.approve("Enter")
			p.becomes(b, "drawn", `window.took > 0`)
			ms, err := p.Evaluate(`() => window.took`)
			check(b, err)
			took = append(took, toNumber(ms))
		}
	}
	slices.Sort(took)
	b.ReportMetric(took[len(took)/2], "ms-p50")
	b.ReportMetric(took[len(took)*95/100], "ms-p95")
}

// toNumber returns a number that a script returned.
func toNumber(v any) float64 {
	if whole, ok := v.(int); ok {
		return float64(whole)
	}
	n, _ := v.(float64)
	return n
}
