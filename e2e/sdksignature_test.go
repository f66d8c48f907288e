package e2e_test

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
	"proofdesk/engine/raster"
	"proofdesk/engine/signature"
	"proofdesk/engine/specimen"
)

// inShadow is the root of the dialog in which the SDK captures.
const inShadow = `document.querySelector('dialog > div').shadowRoot`

// inked is true where something is drawn on the pad.
const inked = `(() => {
	const pad = ` + inShadow + `.querySelector('.pad')
	return pad.getContext('2d').getImageData(0, 0, pad.width, pad.height).data.some(value => value > 0)
})()`

// signs draws a signature with the mouse on the SDK's pad.
func (p *page) signs(t *testing.T, strokes []signature.Stroke) {
	t.Helper()
	box, err := p.Locator("canvas.pad").BoundingBox()
	check(t, err)
	const padWide, padTall = 640, 200
	scale := min(box.Width/padWide, box.Height/padTall)
	at := func(point signature.Point) (x, y float64) { return box.X + point.X*scale, box.Y + point.Y*scale }
	for _, stroke := range strokes {
		check(t, p.Mouse().Move(at(stroke[0])))
		check(t, p.Mouse().Down())
		for i := 1; i < len(stroke); i += 2 {
			check(t, p.Mouse().Move(at(stroke[i])))
		}
		check(t, p.Mouse().Up())
	}
}

// does presses a button of the SDK.
func (p *page) does(t *testing.T, action string) {
	t.Helper()
	check(t, p.Locator("[data-action="+action+"]").Last().Click())
}

// outcomeOf returns the outcome of a check in the report on a job, once it is decided.
func (h *house) outcomeOf(t *testing.T, job, code string) engine.Outcome {
	t.Helper()
	return h.checkOf(t, job, code).Outcome
}

// checkOf waits until the job is decided and returns a check of its report.
func (h *house) checkOf(t *testing.T, job, code string) engine.Check {
	t.Helper()
	until(t, "the job is decided", func() bool {
		status := h.record(t, job).Status
		return !status.Is(onboarding.Queued) && !status.Is(onboarding.Processing)
	})
	body, err := h.Store.JobDoc(t.Context(), boottest.Company, job, store.DocReport)
	check(t, err)
	var report engine.Report
	check(t, json.Unmarshal(body, &report))
	for _, c := range report.Checks {
		if c.Code == code {
			return c
		}
	}
	t.Fatalf("%s is not in the report", code)
	return engine.Check{}
}

var submitted = regexp.MustCompile(`"done":\[\{"jobId":"([^"]+)"`)

func TestAnApplicantSignsOnAPageOfAnotherOrigin(t *testing.T) {
	h := at(t)
	strokes := specimen.Sign(7, 1)
	for call, more := range map[string]string{
		"signatureCapture()": `"captures":[{"kind":"signature"`,
		"setSignatureData(...Object.values(await signatures.captureSignature({ " +
			"signature_title_text: 'Ihre Unterschrift', signature_stroke_size: '6' })))": `"step":"signature"`,
	} {
		t.Run(call, func(t *testing.T) {
			b := openBank(t, h, call)
			b.list(t, h)
			p := b.applicant(t, refused) // no camera is needed
			p.says(t, `"screen":"instruction"`)
			p.accessibleIn(t, "instruction of a signature", plainly)
			p.does(t, "continue")
			p.says(t, `"screen":"capture"`)
			if strings.Contains(call, "Unterschrift") {
				p.becomes(t, "entitled", inShadow+`.querySelector('h1').textContent === 'Ihre Unterschrift'`)
			}
			p.does(t, "done")
			p.becomes(t, "asked for more",
				inShadow+`.querySelector('.warning .prompt')?.textContent.startsWith('That is too little')`)
			p.accessibleIn(t, "too short a signature", plainly)
			p.signs(t, []signature.Stroke{{{X: 100, Y: 90}, {X: 300, Y: 92}, {X: 400, Y: 95}}}) // a line
			p.becomes(t, "content", `!`+inShadow+`.querySelector('.prompt')`)
			p.does(t, "done")
			p.becomes(t, "told why not",
				inShadow+`.querySelector('.retry .reason')?.textContent.startsWith('That is too little')`)
			p.accessibleIn(t, "a line in place of a signature", plainly)
			check(t, p.Keyboard().Press("Enter"))
			p.becomes(t, "given an empty pad", inShadow+`.querySelector('.capture .pad') && !`+inked)
			p.signs(t, strokes)
			p.does(t, "done")
			p.becomes(t, "shown what it signed", inShadow+`.querySelector('.preview canvas')?.ariaLabel === 'Your signature'`)
			p.accessibleIn(t, "preview of a signature", plainly)
			p.does(t, "retry")
			p.becomes(t, "given an empty pad", inShadow+`.querySelector('.capture .pad') && !`+inked)
			p.signs(t, strokes)
			p.does(t, "clear")
			p.signs(t, strokes)
			p.signs(t, []signature.Stroke{{{X: 20, Y: 20}, {X: 30, Y: 30}}})
			p.does(t, "undo")
			p.does(t, "done")
			p.sees(".preview canvas")
			check(t, p.Keyboard().Press("Enter"))
			said := p.says(t, `"QUEUED"`)
			if !strings.Contains(said, more) || !strings.Contains(said, `"screen":"success"`) {
				t.Errorf("%s is not in what the page said:\n%s", more, said)
			}
			job := submitted.FindStringSubmatch(said)[1]
			if got := h.outcomeOf(t, job, engine.CodeSignature); got != engine.Pass {
				t.Errorf("the engine's verdict is %s", got)
			}
			h.drawnAs(t, job, len(strokes))
			p.becomes(t, "given back", `!document.querySelector('dialog') && document.activeElement.id === 'begin'`)
		})
	}
}

// drawnAs checks that a signature arrived with a number of strokes, and with a picture that shows the same.
func (h *house) drawnAs(t *testing.T, job string, strokes int) {
	t.Helper()
	captures, err := h.Store.Captures(t.Context(), boottest.Company, job)
	check(t, err)
	key, err := h.Keys.ApplicantKey(t.Context(), boottest.Company, job)
	check(t, err)
	plain, err := h.Safe.ReadAll(t.Context(), captures[0], key)
	check(t, err)
	var sent struct {
		SignatureImage           []byte
		SignatureDataCoordinates string
	}
	check(t, json.Unmarshal(plain, &sent))
	picture, _, err := raster.Decode(sent.SignatureImage, raster.DefaultLimits())
	check(t, err)
	report, err := signature.Inspect(picture.Gray(), sent.SignatureDataCoordinates)
	check(t, err)
	if report.Count != strokes || report.Agreement < signature.AgreementFloor || report.Duration <= 0 {
		t.Errorf("%d strokes in %v, want %d; agreement %.2f", report.Count, report.Duration, strokes, report.Agreement)
	}
}

func TestAnApplicantWhoLeavesThePadGivesNoSignature(t *testing.T) {
	h := at(t)
	b := openBank(t, h,
		"setSignatureData(...Object.values(window.left = await signatures.captureSignature()).slice(0, 2))")
	b.list(t, h)
	p := b.applicant(t, refused)
	p.does(t, "continue")
	p.says(t, `"screen":"capture"`)
	check(t, p.Locator("canvas.pad").Focus())
	check(t, p.Keyboard().Press("Enter"))
	p.becomes(t, "told what it needs",
		inShadow+`.querySelector('.prompt')?.textContent.includes('a finger, a mouse or a pen')`)
	p.becomes(t, "where it was", inShadow+`.activeElement.className === 'pad'`)
	p.accessibleIn(t, "signing with the keyboard", plainly)
	p.does(t, "back")
	said := p.says(t, `"failed":"UNLOADED"`) // nothing was captured
	if !strings.Contains(said, `"cancelled"`) {
		t.Errorf("said %s", said)
	}
	p.becomes(t, "told so", `window.left.SignatureImage === null && window.left.SignatureDataCoordinates === null &&
		window.left.code === signatures.SIGNATURE_CANCEL_RESPONSE_CODE`)
}

func TestASignatureFitsASmallPhoneAndSurvivesATurn(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "signatureCapture()")
	b.list(t, h)
	p := b.applicant(t, refused)
	check(t, p.SetViewportSize(320, 568))
	p.does(t, "continue")
	before, err := p.Locator("canvas.pad").BoundingBox()
	check(t, err)
	p.does(t, "done")
	p.warned(t, "That is too little for a signature. Sign in full.")
	prompt, err := p.Locator(".prompt").BoundingBox()
	check(t, err)
	pad, err := p.Locator("canvas.pad").BoundingBox()
	check(t, err)
	if *pad != *before || prompt.Y+prompt.Height > pad.Y {
		t.Errorf("a warning at %v is on the pad at %v, which was at %v", *prompt, *pad, *before)
	}
	p.signs(t, specimen.Sign(7, 1))
	small, err := p.Evaluate(`() => [...` + inShadow + `.querySelectorAll('button')].map(one => one.getBoundingClientRect())
		.filter(({ width, height, right }) => width < 44 || height < 44 || right > 320).length`)
	check(t, err)
	if small != 0 {
		t.Errorf("%v buttons are smaller than 44 pixels or outside of the window", small)
	}
	check(t, p.SetViewportSize(568, 320))
	p.becomes(t, "drawn at its new size", inked+` && (() => {
		const pad = `+inShadow+`.querySelector('.pad')
		return Math.abs(pad.width - pad.clientWidth * devicePixelRatio) < 1
	})()`)
	p.does(t, "done")
	p.sees(".preview canvas")
	p.does(t, "done")
	p.says(t, `"QUEUED"`)
	p.quiet(t)
}

func TestAHostConfiguresTheSignatureWithKeysThatExist(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "setSignatureData(null, await signatures.captureSignature({ signature_stroke_size: 'thick' }))")
	b.list(t, h)
	p := b.applicant(t, refused)
	p.says(t, `"failed":"REFUSED"`)
	_, err := p.Evaluate(`() => signatures.captureSignature({ signature_pen: 'x' }).catch(({ code, message }) => {
		said.textContent = code + ' ' + message
	})`)
	check(t, err)
	p.becomes(t, "told which", `said.textContent === 'REFUSED there is no option signatureConfiguration.signature_pen'`)
}

func TestOptionsOfOneCallHoldForItAlone(t *testing.T) {
	h := at(t)
	b := openBank(t, h, `signatureCapture({ sdkCustomizationOptions: {
		language: 'ES', signatureConfiguration: { signature_title_text: 'Su firma' } } })`)
	b.options = `{ signatureConfiguration: { signature_title_text: 'Sign', signature_clear_btn_text: 'Anew' } }`
	b.list(t, h)
	p := b.applicant(t, refused)
	titled := func(title, language string) {
		t.Helper()
		p.does(t, "continue")
		p.becomes(t, title, inShadow+`.querySelector('.capture:lang(`+language+`) h1')?.textContent === '`+title+`' &&
			`+inShadow+`.textContent.includes('Anew')`)
		check(t, p.Keyboard().Press("Escape"))
	}
	titled("Su firma", "es")
	p.says(t, `"failed":"CANCELLED"`)
	_, err := p.Evaluate(`() => { sdk.signatureCapture().catch(() => {}) }`)
	check(t, err)
	titled("Sign", "en")
	check(t, first(p.Evaluate(`() => sdk.cancel()`))) // which waits for the end
	for call, says := range map[string]string{
		`signatureCapture({ sdkCustomizationOptions: { isDebugMode: 'no' } })`:              "isDebugMode",
		`signatureCapture({ sdkCustomisationOptions: {} })`:                                 "is unknown",
		`biometricEnroll({ sdkCustomizationOptions: { language: 'XX' } })`:                  "language",
		`autoFill({ sdkCustomizationOptions: { isDebugMode: () => true } })`:                "isDebugMode must be",
		`capture('LIVE_FACE_CHECK', ['selfie'], { sdkCustomizationOptions: { pen: 'x' } })`: "pen",
	} {
		said, err := p.Evaluate(`() => sdk.` + call + `.catch(({ code, message }) => code + ' ' + message)`)
		check(t, err)
		if text, _ := said.(string); !strings.HasPrefix(text, "REFUSED") || !strings.Contains(text, says) {
			t.Errorf("%s: %v", call, said)
		}
	}
	p.becomes(t, "uncovered", `!document.querySelector('dialog')`)
}

// overlapping lists what lies over something else on the screen of the SDK.
const overlapping = `(root => {
	const seen = [...root.querySelectorAll('button, h1, p, .box, .frame')].filter(one =>
		one.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && one.getBoundingClientRect().width > 1)
	const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
		Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1
	return seen.flatMap((one, at) => seen.slice(at + 1).filter(other => !one.contains(other) && !other.contains(one) &&
		over(one.getBoundingClientRect(), other.getBoundingClientRect())).map(other => one.className + '/' + other.className))
})(` + inShadow + `).join()`

func TestALanguageOfAHostIsDrawnInItsOwnDirection(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "signatureCapture()")
	back, undo, short := strconv.QuoteToASCII("رجوع"), strconv.QuoteToASCII("تراجع"), strconv.QuoteToASCII("هذا قليل")
	b.more = "language: { tag: 'ar', words: { back: " + back + ", undo: " + undo + ", short: " + short + " } },"
	b.list(t, h)
	p := b.applicant(t, refused) // no camera is needed
	drawn := func(screen string) {
		t.Helper()
		p.becomes(t, screen+" in Arabic", inShadow+`.querySelector('.screen.`+screen+`:lang(ar)')?.dir === 'rtl'`)
		p.accessibleIn(t, screen+" from right to left", plainly)
		check(t, p.SetViewportSize(320, 568))
		if over, err := p.Evaluate(overlapping); err != nil || over != "" {
			t.Errorf("on %s lie over each other: %s, %v", screen, over, err)
		}
		check(t, p.SetViewportSize(390, 844))
	}
	drawn("instruction")
	p.does(t, "continue")
	p.does(t, "done")
	p.becomes(t, "told in the words of the host",
		inShadow+`.querySelector('.warning .prompt')?.textContent === `+short)
	drawn("warning")
	named := `(root => {
		const [back, title] = [...root.querySelectorAll('.bar > *')].map(one => one.getBoundingClientRect())
		return root.querySelector('[data-action=back]').ariaLabel === ` + back + ` && back.left > title.left &&
			root.querySelector('[data-action=undo]').textContent === ` + undo + `
	})(` + inShadow + `)`
	p.becomes(t, "given the words of the host, from the right", named)
	b.more = "language: { tag: 'ar', words: { bakc: 'x' } },"
	p.begins(t, b)
	p.says(t, `language.words.bakc is unknown`)
}
