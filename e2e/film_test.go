package e2e_test

import (
	"encoding/base64"
	"fmt"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

// film records what a canvas shows for about a second: a bar that wanders over a ground that changes its colour.
const film = `async () => {
	const canvas = document.createElement('canvas')
	canvas.width = 160
	canvas.height = 120
	const pen = canvas.getContext('2d')
	const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm;codecs=vp8' })
	const parts = []
	recorder.ondataavailable = event => parts.push(event.data)
	const ended = new Promise(done => recorder.onstop = done)
	recorder.start()
	const begun = performance.now()
	for (let now = begun; now - begun < 1200; now = await new Promise(requestAnimationFrame)) {
		pen.fillStyle = 'hsl(' + (now - begun) / 4 + ' 70% 40%)'
		pen.fillRect(0, 0, 160, 120)
		pen.fillStyle = 'white'
		pen.fillRect((now - begun) / 10, 0, 8, 120)
	}
	recorder.stop()
	await ended
	const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
	return btoa(Array.from(bytes, b => String.fromCharCode(b)).join(''))
}`

func record(t *testing.T) specimen.Capture {
	t.Helper()
	studio := open(t, playwright.BrowserNewContextOptions{})
	made, err := studio.Evaluate(film)
	check(t, err)
	data, err := base64.StdEncoding.DecodeString(fmt.Sprint(made))
	check(t, err)
	return specimen.Capture{Kind: "video", ContentType: "video/webm", Bytes: data}
}

// filmed returns a free job with a video.
func (h *house) filmed(t *testing.T) string {
	t.Helper()
	selfie, _ := h.set.Capture("selfie")
	id := apply(t, h.sandbox,
		map[string]any{
			"function":     onboarding.VideoID,
			"uniqueNumber": "700009",
			"sandbox":      map[string]any{"outcome": onboarding.Review},
		}, []specimen.Capture{record(t), selfie})
	until(t, "the video is free", func() bool { return h.record(t, id).Status.Is(onboarding.Review) })
	return id
}

func TestAVideoHasItsKeyFramesAndMovesByOneFrame(t *testing.T) {
	h := at(t)
	id := h.filmed(t)
	p := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	p.pick(t, id)
	const (
		player = `document.querySelector('.pane:not([hidden]) [data-film] video')`
		cells  = `[...` + player + `.closest('[data-film]').querySelectorAll('[data-frame]')]`
		time   = player + `.currentTime`
		told   = player + `.closest('[data-film]').querySelector('[data-at]').textContent`
	)
	if so, err := p.Evaluate(`() => ` + player + ` !== null`); err != nil || so != true {
		check(t, p.Locator(".rail .thumb:has-text('video')").First().Click())
	}
	p.becomes(t, "eight frames, each later than the one before",
		cells+`.length === 8 && `+cells+
			`.every((c, i, all) => i === 0 || Number(c.dataset.frame) > Number(all[i - 1].dataset.frame))`)
	p.becomes(t, "frames that show different things",
		`new Set(`+cells+`.map(c => c.querySelector('canvas').toDataURL())).size === 8`)
	frame := p.Locator(".pane:not([hidden]) [data-frame]")
	check(t, frame.Nth(3).Click())
	near := func(of string) string { return `Math.abs(` + time + ` - (` + of + `)) < .005` }
	const step = `Number(` + player + `.closest('[data-film]').dataset.film)`
	p.becomes(t, "steps of the film's own frames", step+` > .005 && `+step+` < .2`)
	chosen := `Number(` + cells + `[3].dataset.frame)`
	p.becomes(t, "at the chosen frame", near(chosen)+` && `+player+`.paused`)
	p.becomes(t, "which is marked, alone",
		cells+`.every((c, i) => (c.getAttribute('aria-pressed') === 'true') === (i === 3))`)
	p.becomes(t, "told beside it", told+` === '00:' + (`+chosen+`).toFixed(2).padStart(5, '0')`)
	check(t, p.Locator(".pane:not([hidden]) [data-step='1']").Click())
	p.becomes(t, "one frame on", near(chosen+` + `+step))
	p.press("ArrowLeft")
	p.becomes(t, "back by the key", near(chosen))
	check(t, p.Locator(".pane:not([hidden]) [data-step='-1']").Click())
	p.becomes(t, "one frame back",
		near(chosen+` - `+step)+` && `+cells+`.every(c => c.getAttribute('aria-pressed') === 'false')`)
	p.accessible(t, "review page with a video")
	p.quiet(t)
}
