package e2e_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	pixels "image/draw"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

// film returns a video of a bar that moves over a background of changing colour: sixteen frames, spacing milliseconds
// apart, each different from the others, so that two of the eight key frames are two frames apart.
func film(spacing int) []byte {
	frames := make([]specimen.Frame, 16)
	for i := range frames {
		img := image.NewRGBA(image.Rect(0, 0, 160, 120))
		ground := color.RGBA{R: uint8(40 + 13*i), G: uint8(230 - 13*i), B: 90, A: 255}
		pixels.Draw(img, img.Rect, image.NewUniform(ground), image.Point{}, pixels.Src)
		pixels.Draw(img, image.Rect(9*i, 0, 9*i+8, 120), image.White, image.Point{}, pixels.Src)
		frames[i] = specimen.Frame{Image: img, At: spacing * i}
	}
	return specimen.WebM(frames)
}

// endless returns a film without its length, as a browser records it: a void element (RFC 8794, 11.3.2) replaces the
// duration.
func endless(t *testing.T, film []byte) []byte {
	t.Helper()
	duration := []byte{0x44, 0x89, 1, 0, 0, 0, 0, 0, 0, 8}
	void := []byte{0xec, 1, 0, 0, 0, 0, 0, 0, 9, 0}
	if bytes.Count(film, duration) != 1 {
		t.Fatal("the film has no duration to take away")
	}
	return bytes.Replace(film, duration, void, 1)
}

// filmed returns a free job with a video.
func (h *house) filmed(t *testing.T, number string, film []byte) string {
	t.Helper()
	selfie, _ := captured(h.set, "selfie")
	video := specimen.Capture{Kind: "video", ContentType: "video/webm", Bytes: film}
	id := apply(t, h.sandbox,
		map[string]any{
			"function":     onboarding.VideoID,
			"uniqueNumber": number,
			"sandbox":      map[string]any{"outcome": onboarding.Review},
		}, []specimen.Capture{video, selfie})
	until(t, "the video is free", func() bool { return h.record(t, id).Status.Is(onboarding.Review) })
	return id
}

func TestAVideoHasItsKeyFramesAndMovesByOneFrame(t *testing.T) {
	t.Run("that tells its length", func(t *testing.T) { walkFilm(t, "700009", film(100), 100) })
	t.Run("as a browser records it", func(t *testing.T) { walkFilm(t, "700010", endless(t, film(100)), 100) })
	t.Run("of sixty frames a second", func(t *testing.T) { walkFilm(t, "700011", film(16), 16) })
}

// walkFilm opens a job with a film whose frames are spacing milliseconds apart and steps through it.
func walkFilm(t *testing.T, number string, film []byte, spacing int) {
	h := at(t)
	id := h.filmed(t, number, film)
	p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
	check(t, p.AddInitScript(stretched(5000))) // the page waits so long for a frame, and guesses its length then
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
	p.becomes(t, "steps of the film's own frames", fmt.Sprintf(`Math.abs(%s * 1000 - %d) < 1`, step, spacing))
	chosen := `Number(` + cells + `[3].dataset.frame)`
	p.becomes(t, "at the chosen frame", near(chosen)+` && `+player+`.paused`)
	p.becomes(t, "which is marked, alone",
		cells+`.every((c, i) => (c.getAttribute('aria-pressed') === 'true') === (i === 3))`)
	p.becomes(t, "told beside it", told+` === '00:' + (`+chosen+`).toFixed(2).padStart(5, '0')`)
	check(t, p.Locator(".pane:not([hidden]) [data-step='1']").Click())
	p.becomes(t, "next frame", near(chosen+` + `+step))
	p.press("ArrowLeft")
	p.becomes(t, "back by the key", near(chosen))
	check(t, p.Locator(".pane:not([hidden]) [data-step='-1']").Click())
	p.becomes(t, "previous frame",
		near(chosen+` - `+step)+` && `+cells+`.every(c => c.getAttribute('aria-pressed') === 'false')`)
	p.accessible(t, "review page with a video")
	p.quiet(t)
}
