package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"
)

// unopened counts how often a page asks for a camera, and gives it none.
const unopened = `
window.asked = 0
navigator.mediaDevices.getUserMedia = async () => {
	window.asked++
	throw new DOMException('', 'NotAllowedError')
}`

func TestCapturesThatCouldNotBeSubmittedAreRefusedBeforeACameraOpens(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "capture('ID_VALIDATION', ['id_back'])")
	b.list(t, h)
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(unopened)}))
	b.begins(t, p)
	p.says(t, `"failed":"REFUSED"`)
	for _, tt := range []struct{ call, rule, told string }{
		{`'ID_VALIDATION', ['id_back']`, "required", "ID_VALIDATION needs the capture passport or id_front"},
		{`'ID_VALIDATION_FACE_MATCH', ['id_front']`, "required", "ID_VALIDATION_FACE_MATCH needs the capture selfie"},
		{`'LIVE_FACE_CHECK', []`, "required", "LIVE_FACE_CHECK needs the capture selfie"},
		{
			`'DOCUMENT_CAPTURE', ['document']`, "one_of",
			"capture takes id_front, id_back, passport, selfie, and not document",
		},
	} {
		told, err := p.Evaluate(`async () => {
			try {
				await sdk.capture(` + tt.call + `)
			} catch ({ code, fields }) {
				return [code, fields.length, fields[0]?.field, fields[0]?.rule, fields[0]?.message].join(' ')
			}
		}`)
		check(t, err)
		if want := "REFUSED 1 captures " + tt.rule + " " + tt.told; told != want {
			t.Errorf("capture(%s) ended with %v, want %s", tt.call, told, want)
		}
	}
	p.becomes(t, "without a window or a camera", `window.asked === 0 && !document.querySelector('dialog')`)
	check(t, first(p.Evaluate(`() => { sdk.capture('ID_VALIDATION', ['id_back', 'id_front']).catch(() => {}) }`)))
	p.becomes(t, "asked for the camera for two that can be submitted", `window.asked > 0`)
	p.quiet(t, "400 (Bad Request)")
}

func TestAnOptionThatAPresetWouldNotAcceptEndsInitialize(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "idValidation()")
	b.list(t, h)
	b.options = `{ isDebugMode: 'yes', idCaptureCustomizationOptions: { captureOptions: { focusThreshold: 7 } } }`
	p := equipped(t)
	b.begins(t, p)
	p.says(t, `"failed":"REFUSED"`)
	told, err := p.Evaluate(`async () => {
		const set = { apiBaseUrl: '` + h.base + `', accessToken: () => fetch('/token').then(answer => answer.text()) }
		const all = []
		for (const options of [
			{ languge: 'EN', defaultDocumentCamera: 'LEFT' },
			{ idCaptureCustomizationOptions: { enableIDCapture4K: () => true } },
		]) {
			try {
				await sdk.initialize({ ...set, sdkCustomizationOptions: options })
			} catch ({ code, message, fields }) {
				all.push([code, ...fields.map(({ field, rule }) => field + ' ' + rule), fields.length ? '' : message].join(', '))
			}
		}
		return all.join('\n')
	}`)
	check(t, err)
	const want = "REFUSED, sdkCustomizationOptions.languge unknown, " +
		"sdkCustomizationOptions.defaultDocumentCamera one_of, \n" +
		"REFUSED, sdkCustomizationOptions.idCaptureCustomizationOptions.enableIDCapture4K " +
		"must be a text, a number, true, false or a list"
	if told != want {
		t.Errorf("told\n%v\nwant\n%s", told, want)
	}
	p.becomes(t, "without a window", `!document.querySelector('dialog')`)
}
