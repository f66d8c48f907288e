package e2e_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/engine/specimen"
)

// watched notes each text that the SDK shows, and the width that is asked of each camera.
const watched = `
window.shown = []
window.widths = []
const attach = Element.prototype.attachShadow
Element.prototype.attachShadow = function (options) {
	const root = attach.call(this, options)
	new MutationObserver(() => shown.push(root.textContent)).observe(root, { childList: true, subtree: true })
	return root
}
const user = navigator.mediaDevices.getUserMedia
navigator.mediaDevices.getUserMedia = function (wanted) {
	widths.push(wanted.video.width?.ideal)
	return user.call(this, wanted)
}`

// measured is a call whose result has the size of each picture in its place.
const measured = `idValidation().then(async result => {
	for (const taken of result.captures) {
		for (const name of ['input', 'processed']) {
			if (!taken[name]) continue
			const { width, height } = await createImageBitmap(taken[name])
			taken[name] = width + 'x' + height
		}
	}
	return result
})`

func TestFrontAndBackCanBeTwoCapturesIn4KWhosePicturesTheHostGets(t *testing.T) {
	full(t, "TestAPageOfAnotherOriginCapturesAndSubmitsByItself")
	h := at(t)
	front, back, _ := licence(t)
	b := openBank(t, h, measured)
	b.options = `{ sendInputImagesInResponse: true, idCaptureCustomizationOptions: { enableIDCapture4K: true, ` +
		`captureOptions: { separateIdCardCaptureSequence: true, isBarcodeRecoveryEnabled: false, ` +
		`missingBarcodeTimeInterval: 1 } } }`
	b.list(t, h)
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene)}))
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(watched)}))
	b.begins(t, p)
	p.turns(t, front)
	p.sees("h1:has-text('Now the back of your ID')")
	p.accessibleIn(t, "other side", plainly)
	for what, is := range map[string]string{
		"taken in 4K":       `widths.join() === '3840'`,
		"its camera off":    `streams[0].getTracks().every(({ readyState }) => readyState === 'ended')`,
		"said to be taken":  `shown.some(text => text.includes('Front captured'))`,
		"turned over later": `!shown.some(text => /Turn your ID over(?!, then)/.test(text))`,
	} {
		p.becomes(t, what, is)
	}
	p.turns(t, back)
	check(t, p.Locator("[data-action=continue]").Click())
	said := p.says(t, `"QUEUED"`)
	p.becomes(t, "said which side it was", `shown.some(text => text.includes('Back captured'))`)
	for _, kind := range []string{"id_front", "id_back"} {
		sizes := regexp.MustCompile(fmt.Sprintf(
			`"kind":"%s","capturedAt":"[^"]+","input":"1280x720","processed":"(\d+)x(\d+)"`, kind)).FindStringSubmatch(said)
		if sizes == nil {
			t.Errorf("no pictures of the %s in:\n%s", kind, said)
			continue
		}
		width, _ := strconv.Atoi(sizes[1])
		height, _ := strconv.Atoi(sizes[2])
		if ratio := float64(width) / float64(height); width < 640 || width > 1100 || ratio < 1.4 || ratio > 1.75 {
			t.Errorf("the %s is cut to %s x %s", kind, sizes[1], sizes[2])
		}
	}
}

func TestNobodyTurnsAPassportOverAndAHostGetsOnlyThePicturesItWants(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, time.Now().UTC()), "passport")
	b := openBank(t, h, "idValidation()")
	b.options = `{ sendProcessedImagesInResponse: false }`
	b.list(t, h)
	p := filmed(t, shot(t, picture.Bytes, .8))
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(watched)}))
	b.begins(t, p)
	said := p.says(t, `"QUEUED"`)
	if strings.Contains(said, `"input":`) || strings.Contains(said, `"processed":`) {
		t.Errorf("pictures in:\n%s", said)
	}
	p.becomes(t, "said to be taken", `shown.some(text => text.includes('Picture taken'))`)
	p.becomes(t, "not turned over", `!shown.some(text => text.includes('Turn your ID over'))`)
	p.becomes(t, "in its usual size", `widths.join() === '1920'`)
}
