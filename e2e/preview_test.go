package e2e_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
)

const (
	idOptions     = "idCaptureCustomizationOptions."
	selfieOptions = "selfieCaptureCustomizationOptions."
)

// sight is what the live preview said that it shows.
type sight struct {
	Scene  struct{ Capture, Screen, Prompt string }
	Marks  int
	Absent string
	Off    string
}

// place returns the screen as idFront/capture/glare.
func (s sight) place() string {
	return strings.TrimSuffix(s.Scene.Capture+"/"+s.Scene.Screen+"/"+s.Scene.Prompt, "/")
}

// asked is a script that sends the frame of the preview an order and returns what it then shows.
const asked = `order => new Promise(shown => {
	const probe = window.probes = (window.probes ?? 0) + 1
	const hear = event => {
		if (event.data?.probe !== probe) return
		removeEventListener('message', hear)
		shown(JSON.stringify(event.data))
	}
	addEventListener('message', hear)
	const frame = document.querySelector('[data-preview] iframe').contentWindow
	frame.postMessage({ kind: 'preset-preview', ...order, probe }, location.origin)
})`

// show sends the preview an order.
func (p *page) show(order map[string]any) sight {
	p.t.Helper()
	text, err := p.Evaluate(asked, order)
	check(p.t, err)
	var s sight
	check(p.t, json.Unmarshal([]byte(text.(string)), &s))
	return s
}

// edit does what the editor does on each keystroke.
func (p *page) edit(path string, values map[string]any) {
	p.t.Helper()
	_, err := p.Evaluate(`detail => document.dispatchEvent(new CustomEvent('presetedit', { detail }))`,
		map[string]any{"path": path, "values": values, "texts": map[string]any{}})
	check(p.t, err)
}

// inFrame is the document in the frame of the preview.
const inFrame = `document.querySelector('[data-preview] iframe').contentDocument`

// previewed opens the editor of a new preset.
func previewed(t testing.TB, name string, values preset.Values) *person {
	t.Helper()
	h := at(t)
	desk := presets.Registry{Store: h.Store}
	_, err := desk.Create(t.Context(), "test", boottest.Company, presets.NewPreset{
		Name:    name,
		Content: preset.Content{Values: values},
	})
	check(t, err)
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/" + name)
	p.becomes(t, "drawn", inFrame+`?.querySelector('.screen')`)
	p.becomes(t, "listed", `document.querySelector('[data-preview] [name=capture]').value`)
	return p
}

func TestAnEditedOptionIsOutlinedOnAScreenThatShowsIt(t *testing.T) {
	p := previewed(t, "outlined-1", preset.Values{})
	for _, c := range []struct {
		path  string
		value any
		place string
	}{
		{idOptions + "stringOptions.tooMuchGlare", "Tilt the card", "idFront/capture/glare"},
		{idOptions + "captureOptions.glareDetectionThreshold", .12, "idFront/capture/glare"},
		{idOptions + "colorOptions.retryScreenRetryButtonBgColor", "#123456", "idFront/retry"},
		{idOptions + "stringOptions.previewScreenTitleIdBack", "Readable?", "idBack/preview"},
		{idOptions + "stringOptions.idCaptureWarningMessage", "Other side!", "idBack/warning"},
		{idOptions + "stringOptions.documentInstructionText", "Lay it flat", "passport/instruction"},
		{idOptions + "stringOptions.scanBarcode", "Scan it", "barcode/capture/scan"},
		{selfieOptions + "stringOptions.glassesDetected", "No glasses", "selfie/capture/glasses"},
		{selfieOptions + "stringOptions.realFace", "Good", "selfie/success"},
		{"signatureConfiguration.signature_stroke_size", 12, "signature/capture/signed"},
		{"fourFingerConfiguration.labels.hold_steady", "Hold on", "fingers/capture/hold"},
		{"voiceCaptureCustomizationOptions.stringOptions.instructionText", "Speak", "voice/instruction"},
	} {
		p.edit(c.path, map[string]any{c.path: c.value})
		got := p.show(map[string]any{})
		if got.place() != c.place || got.Marks == 0 {
			t.Errorf("%s: %d outlines on %s, want some on %s", c.path, got.Marks, got.place(), c.place)
		}
		if text, ok := c.value.(string); ok && !strings.HasPrefix(text, "#") {
			p.becomes(t, "drawn with the new text", inFrame+`.querySelector('.shown').textContent.includes('`+text+`')`)
		}
	}
	p.becomes(t, "outlined", inFrame+`.querySelectorAll('.mark').length > 0`)
	p.quiet(t)
}

func TestAnOptionThatNoScreenShowsSaysWhy(t *testing.T) {
	p := previewed(t, "unseen-1", preset.Values{})
	for path, want := range map[string]string{
		idOptions + "enableUploadIDData":                    "acts when an applicant captures with the web SDK",
		idOptions + "enablePassportNfc":                     "acts on Android only",
		"stringOptions.cancelText":                          "acts in SDK version 9 only",
		selfieOptions + "stringOptions.hatDetected":         "acts on Android only",
		idOptions + "layoutOptions.retryScreenDoneBtnBg":    "acts on Android only",
		idOptions + "stringOptions.captureAnywayButtonText": "another option hides it",
	} {
		p.edit(path, map[string]any{idOptions + "captureOptions.wrongDocumentTypeHandlingMode": "EXIT"})
		p.becomes(t, want, `document.querySelector('[data-preview] [data-note]').textContent.includes('`+want+`')`)
	}
	p.quiet(t)
}

// undrawn are the texts and colours that act on the web and that no screen shows, with the reason.
var undrawn = map[string]string{}

func TestEveryTextAndColourOfTheWebIsOnAScreen(t *testing.T) {
	p := previewed(t, "everything-1", preset.Values{})
	used := map[string]bool{}
	drawn := 0
	for _, o := range preset.Options() {
		shown := o.Type == preset.String || o.Type == preset.Color || o.Type == preset.Font || o.Type == preset.Size ||
			o.Type == preset.Image || o.Type == preset.ImageList || strings.HasSuffix(o.Group, "layoutOptions")
		if !shown || !slices.Contains(o.Acts, preset.Web) {
			continue
		}
		got := p.show(map[string]any{"focus": o.Path})
		switch {
		case got.Marks == 0 && undrawn[o.Path] == "":
			t.Errorf("%s is on no screen", o.Path)
		case got.Marks > 0 && undrawn[o.Path] != "":
			t.Errorf("%s is on %s and needs no exception", o.Path, got.place())
		}
		used[o.Path], drawn = true, drawn+1
	}
	for path := range undrawn {
		if !used[path] {
			t.Errorf("%s is no option of the web", path)
		}
	}
	if drawn < 200 {
		t.Errorf("only %d options were looked for", drawn)
	}
	p.quiet(t)
}

func TestAlphaComesFirstInADrawnColour(t *testing.T) {
	p := previewed(t, "alpha-1", preset.Values{})
	path := idOptions + "colorOptions.captureScreenErrorTextBgColor"
	p.edit(path, map[string]any{path: "#80FF0000"})
	p.becomes(t, "half transparent red", `getComputedStyle(`+inFrame+
		`.querySelector('.shown .prompt')).backgroundColor === 'rgba(255, 0, 0, 0.5)'`)
	p.quiet(t)
}

func TestAPresetIsShownInItsLanguage(t *testing.T) {
	p := previewed(t, "hindi-1", preset.Values{"language": "HI"})
	p.becomes(t, "in Hindi", inFrame+`.querySelector('.shown .screen').lang === 'hi' && `+inFrame+
		`.querySelector('.shown .prompt').textContent === 'पहचान-पत्र को फ़्रेम के अंदर रखें'`)
	check(t, onlyError(p.Locator("[data-preview] [name=language]").SelectOption(playwright.SelectOptionValues{
		Values: &[]string{"FR"},
	})))
	p.becomes(t, "in French", inFrame+
		`.querySelector('.shown .prompt').textContent === 'Placez la pièce d’identité dans le cadre'`)
	p.quiet(t)
}

func TestThePreviewFollowsTheLanguageThatIsEdited(t *testing.T) {
	p := previewed(t, "languages-1", preset.Values{})
	lang := func(tag string) string { return inFrame + `.querySelector('.shown .screen').lang === '` + tag + `'` }
	p.edit("language", map[string]any{"language": "FR"})
	p.becomes(t, "in French", lang("fr"))
	p.edit("texts.ES."+idOptions+"stringOptions.moveCloser", map[string]any{"language": "FR"})
	p.becomes(t, "in Spanish", lang("es"))
	p.becomes(t, "on its prompt", inFrame+`.querySelector('.shown .prompt').textContent === 'Acérquese más' && `+
		inFrame+`.querySelectorAll('.mark').length > 0`)
	p.quiet(t)
}

func TestAFileOfAndroidIsReplacedAndSaidSo(t *testing.T) {
	p := previewed(t, "files-1", preset.Values{})
	path := idOptions + "imageOptions.retryScreenImage"
	p.edit(path, map[string]any{path: "@drawable/brand_retry"})
	p.becomes(t, "said", `document.querySelector('[data-note]').textContent.includes('is a file of the Android app')`)
	p.becomes(t, "drawn", inFrame+`.querySelector('.shown .retry .symbol svg')`)
	p.quiet(t)
}

func onlyError(_ []string, err error) error { return err }

func TestTheDefaultsFitAndCanBeReadInEveryLanguage(t *testing.T) {
	p := previewed(t, "fitting-1", preset.Values{})
	for _, look := range []string{"upright", "landscape"} {
		if look == "landscape" {
			check(t, p.Locator("[data-look=wide]").Click())
		}
		p.measured(t)
		if found := p.findings(t); len(found) > 0 {
			t.Errorf("%s: %s", look, strings.Join(found, "\n"))
		}
	}
	p.quiet(t)
}

// measured waits until the preview has measured its screens anew.
func (p *page) measured(t testing.TB) {
	t.Helper()
	_, err := p.Evaluate(`() => new Promise(done => {
		addEventListener('message', function hear(event) {
			if (event.data?.kind !== 'preset-preview-measured') return
			removeEventListener('message', hear)
			done()
		})
		const frame = document.querySelector('[data-preview] iframe').contentWindow
		frame.postMessage({ kind: 'preset-preview', scale: 1 }, location.origin)
	})`)
	check(t, err)
}

func (p *page) findings(t *testing.T) []string {
	t.Helper()
	found, err := p.Locator("[data-findings] li").AllTextContents()
	check(t, err)
	return found
}

func TestWhatDoesNotFitOrCannotBeReadIsListed(t *testing.T) {
	long := idOptions + "stringOptions.captureAnywayButtonText"
	front, back := idOptions+"colorOptions.captureScreenErrorTextColor",
		idOptions+"colorOptions.captureScreenErrorTextBgColor"
	p := previewed(t, "faint-1", preset.Values{
		long:  strings.Repeat("Take the picture of this document anyway. ", 6),
		front: "#FFFFFF",
		back:  "#777777",
	})
	p.measured(t)
	all := strings.Join(p.findings(t), "\n")
	for _, want := range []string{
		"captureAnywayButtonText is too long in Hindi",
		"captureScreenErrorTextColor on captureScreenErrorTextBgColor: contrast 4.47, at least 4.5 is needed",
	} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
	check(t, p.Locator("[data-findings] summary").Click())
	check(t, p.Locator("[data-findings] button", playwright.PageLocatorOptions{HasText: "captureScreenErrorTextColor"}).
		First().Click())
	p.becomes(t, "outlined", inFrame+`.querySelectorAll('.mark').length > 0`)
	p.quiet(t)
}

// tooSmall names the buttons of the screen that are smaller than 44 by 44 pixels.
const tooSmall = `() => [...document.querySelectorAll('.shown button')].filter(button => {
	const { width, height } = button.getBoundingClientRect()
	return width < 44 || height < 44
}).map(button => button.className).join(', ')`

func TestNoScreenOfThePreviewHasAnAccessibilityViolation(t *testing.T) {
	p := previewed(t, "accessible-1", preset.Values{})
	p.accessible(t, "the editor with its preview")
	captures, err := p.Evaluate(`() => [...document.querySelector('[data-preview] [name=capture]').options]` +
		`.map(option => option.value)`)
	check(t, err)
	p.visit(p.base + "/presets/accessible-1/preview")
	for _, capture := range captures.([]any) {
		for _, screen := range []string{"instruction", "capture", "warning", "retry", "success", "preview"} {
			_, err := p.Evaluate(`scene => postMessage({ kind: 'preset-preview', scene }, location.origin)`,
				map[string]any{"capture": capture, "screen": screen})
			check(t, err)
			p.becomes(t, "drawn", `document.querySelector('.shown .screen')`)
			if found := p.violations(t); len(found) > 0 {
				t.Errorf("%s, %s:\n  %s", capture, screen, strings.Join(found, "\n  "))
			}
			small, err := p.Evaluate(tooSmall)
			check(t, err)
			if small != "" {
				t.Errorf("%s, %s: smaller than a finger: %v", capture, screen, small)
			}
		}
	}
	p.quiet(t)
}

// BenchmarkPreview measures from an event of the editor until the frame has drawn the change and the browser is about
// to paint it.
func BenchmarkPreview(b *testing.B) {
	p := previewed(b, fmt.Sprintf("timed-%d", b.N), preset.Values{})
	p.measured(b) // as a page is that has been open for a while
	path := idOptions + "stringOptions.tooMuchGlare"
	const typed = `async ([path, text]) => {
		const from = performance.now()
		const told = new Promise(done => addEventListener('message', event =>
			event.data?.kind === 'preset-preview-shown' && done(), { once: true }))
		document.dispatchEvent(new CustomEvent('presetedit', { detail: { path, values: { [path]: text }, texts: {} } }))
		await told
		await new Promise(requestAnimationFrame)
		return performance.now() - from
	}`
	var times []float64
	for i := 0; b.Loop(); i++ {
		took, err := p.Evaluate(typed, []any{path, strings.Repeat("Tilt it ", i%9+1)})
		check(b, err)
		switch ms := took.(type) {
		case float64:
			times = append(times, ms)
		case int:
			times = append(times, float64(ms))
		}
	}
	slices.Sort(times)
	b.ReportMetric(times[len(times)/2], "ms/median")
	b.ReportMetric(times[len(times)*95/100], "ms/p95")
	b.ReportMetric(times[len(times)*99/100], "ms/p99")
}
