package e2e_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"
	"golang.org/x/image/font/gofont/gomonoitalic"

	"proofdesk/app/access"
	"proofdesk/app/apiclient"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
)

const (
	symbolOf = idOptions + "imageOptions.retryScreenImage"
	framesOf = idOptions + "imageOptions.idCaptureInstructionAnimationImages"
	labelOf  = idOptions + "fontOptions.retryScreenLabelTextFont"
)

// logo is a picture of one colour.
func logo(t *testing.T, c color.Color) []byte {
	t.Helper()
	m := image.NewPaletted(image.Rect(0, 0, 64, 32), color.Palette{c})
	var b bytes.Buffer
	check(t, png.Encode(&b, m))
	return b.Bytes()
}

// fresh adds a preset of which nothing is published.
func (h *house) fresh(t *testing.T, name string) {
	t.Helper()
	_, err := h.Console.Presets.Create(t.Context(), "test", boottest.Company, presets.NewPreset{Name: name})
	check(t, err)
}

// row returns the selector of the row of an option.
func row(path string) string { return `[data-option="` + path + `"]` }

// give chooses a file in the row of an option.
func (p *page) give(path, name string, content []byte) {
	p.t.Helper()
	input := p.Locator(row(path) + " [data-pickfile] input")
	check(p.t, input.SetInputFiles(playwright.InputFile{Name: name, Buffer: content}))
}

// custom is the options of a session by path.
func custom(t *testing.T, app *apiclient.App, name, path string) any {
	t.Helper()
	token, err := app.Token(t.Context())
	check(t, err)
	header := map[string]string{"Authorization": "Bearer " + token, "Content-Type": "application/json"}
	var answer struct{ Customization map[string]any }
	body, err := json.Marshal(map[string]string{"flavor": "LITE", "sdkVersion": "11.1.13.2.18", "preset": name})
	check(t, err)
	check(t, app.Do(t.Context(), http.MethodPost, "/api/v4/initialize", header, body, &answer))
	var value any = answer.Customization
	for part := range strings.SplitSeq(path, ".") {
		block, _ := value.(map[string]any)
		value = block[part]
	}
	return value
}

func TestAnUploadedLogoAndFontAreSeenInThePreviewAndReachTheDevice(t *testing.T) {
	h := at(t)
	h.fresh(t, "logo")
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/logo?q=" + symbolOf)
	p.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
	p.becomes(t, "drawn", inFrame+`?.querySelector('.screen')`)
	picture := logo(t, color.RGBA{R: 200, G: 10, B: 90, A: 255})
	p.give(symbolOf, "acme logo.png", picture)
	p.becomes(t, "saved", barSays("saved"))
	p.becomes(t, "drawn on the screen where it shows",
		inFrame+`.querySelector('.retry .symbol img')?.naturalWidth === 64`)
	p.becomes(t, "outlined", inFrame+`.querySelectorAll('.mark').length > 0`)
	p.becomes(t, "named beside the field", `document.querySelector('.chosen .clip').textContent === 'acme logo.png'`)

	p.visit(h.base + "/presets/logo?q=" + labelOf)
	p.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
	p.becomes(t, "drawn", inFrame+`?.querySelector('.screen')`)
	p.give(labelOf, "brand.ttf", gomonoitalic.TTF)
	p.becomes(t, "saved", barSays("saved"))
	p.becomes(t, "loaded", `[...`+inFrame+`.fonts].some(one => one.status === 'loaded')`)
	p.becomes(t, "drawn in the font", inFrame+
		`.querySelector('.retry h1').style.fontFamily.includes([...`+inFrame+`.fonts][0].family.replaceAll('"', ''))`)
	p.becomes(t, "not said to be replaced",
		`!document.querySelector('[data-preview] [data-note]').textContent.includes('Android')`)
	p.quiet(t)

	check(t, p.Locator("[data-publish]").Click())
	check(t, p.Locator("[name=note]").Fill("Fewer reflections"))
	check(t, p.Locator("form.tall button.go").Click())
	p.becomes(t, "published", `location.pathname === '/presets/logo/versions/1'`)
	for path, want := range map[string][]byte{symbolOf: picture, labelOf: gomonoitalic.TTF} {
		address, _ := custom(t, h.Trusted, "logo@1", path).(string)
		answer, err := http.Get(address)
		check(t, err)
		got, err := io.ReadAll(answer.Body)
		check(t, err)
		check(t, answer.Body.Close())
		header := answer.Header
		if !bytes.Equal(got, want) || header.Get("Cache-Control") != "public, max-age=31536000, immutable" ||
			header.Get("X-Content-Type-Options") != "nosniff" || header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s at %s: %d bytes, %v", path, address, len(got), header)
		}
	}
}

func TestAFileThatIsRefusedSaysWhyBesideItsField(t *testing.T) {
	h := at(t)
	h.fresh(t, "refusing")
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/refusing?q=" + symbolOf)
	p.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
	told := func(text string) {
		t.Helper()
		p.becomes(t, text, `document.querySelector('.value .fail')?.textContent.includes('`+text+`')`)
	}
	p.give(symbolOf, "logo.png", []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`))
	told("SVG is not accepted")
	p.give(symbolOf, "large.png", make([]byte, 1_000_001))
	told("large.png is larger than 1 MB")
	p.give(symbolOf, "page.png", []byte("\x89PNG\r\n\x1a\n<html><script>alert(1)</script></html>"))
	told("The file is damaged")
	p.give(symbolOf, "brand.ttf", gomonoitalic.TTF)
	told("This is a font: choose an image.")
	if got := h.drafted(t, "refusing", symbolOf); got != nil {
		t.Errorf("the draft has %v", got)
	}
}

func TestUploadsAreDroppedChosenAndTakenOutAgain(t *testing.T) {
	h := at(t)
	h.fresh(t, "frames")
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/frames?q=" + framesOf)
	p.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
	_, err := p.Evaluate(`([selector, bytes]) => {
		const data = new DataTransfer()
		data.items.add(new File([new Uint8Array(bytes)], 'first.png'))
		const drop = new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
		document.querySelector(selector).dispatchEvent(drop)
	}`, []any{row(framesOf), bytesOf(logo(t, color.RGBA{G: 90, A: 255}))})
	check(t, err)
	p.becomes(t, "dropped", `document.querySelectorAll('.chosen').length === 1`)
	p.becomes(t, "seen without motion", inFrame+`?.querySelector('.picture img')?.naturalWidth === 64`)
	p.give(framesOf, "second.png", logo(t, color.RGBA{B: 190, A: 255}))
	p.becomes(t, "two", `document.querySelectorAll('.chosen').length === 2`)

	p.press("Tab")
	check(t, p.Locator(row(framesOf)+" [data-choose]").Focus())
	p.press("Enter")
	p.sees("dialog.librarybox .upload")
	p.accessible(t, "the dialog of uploads")
	check(t, p.Locator(`dialog .upload:has-text("first.png") [data-use]`).Click())
	p.becomes(t, "three", `document.querySelectorAll('.chosen').length === 3`)
	check(t, p.Locator(`.chosen:has-text("second.png") [data-take]`).Click())
	p.becomes(t, "without the second", `document.querySelectorAll('.chosen').length === 2`)
	until(t, "the draft has both", func() bool {
		list, _ := h.drafted(t, "frames", framesOf).([]string)
		return len(list) == 2 && list[0] == list[1]
	})
	p.press("Control+z")
	p.becomes(t, "undone", `document.querySelectorAll('.chosen').length === 3`)
	p.quiet(t)
}

func bytesOf(b []byte) []any {
	all := make([]any, len(b))
	for i := range b {
		all[i] = int(b[i])
	}
	return all
}

func TestImagesAreUploadedChosenAndDeletedWithoutScript(t *testing.T) {
	h := at(t)
	h.fresh(t, "plain-media")
	p := h.atQueue(t, access.Admin, playwright.BrowserNewContextOptions{JavaScriptEnabled: playwright.Bool(false)})
	send := func(name string, content []byte) {
		t.Helper()
		file := filepath.Join(t.TempDir(), name)
		check(t, os.WriteFile(file, content, 0o600))
		check(t, p.Locator("input[name=file]").SetInputFiles(file))
		check(t, p.Locator(".uploadform button").Click())
	}
	p.visit(h.base + "/presets/plain-media?q=" + symbolOf)
	check(t, p.Locator(row(symbolOf)+" [data-choose]").Click())
	send("bad.png", []byte("<svg/>"))
	p.sees(`.uploadform .fail:has-text("SVG is not accepted")`)
	send("own.png", logo(t, color.RGBA{R: 30, G: 60, A: 255}))
	p.sees(`.chosen:has-text("own.png") img`)
	ref, _ := h.drafted(t, "plain-media", symbolOf).(string)
	if _, ok := preset.ParseMediaRef(ref); !ok {
		t.Fatalf("the draft has %q", ref)
	}
	p.visit(h.base + "/presets/media")
	send("spare.png", logo(t, color.RGBA{R: 60, G: 30, A: 255}))
	p.sees(`.upload:has-text("own.png"):has-text("draft of plain-media")`)
	if n, err := p.Locator(`.upload:has-text("own.png") .sure`).Count(); n != 0 || err != nil {
		t.Errorf("%d buttons delete what is in use: %v", n, err)
	}
	p.visit(h.base + "/presets/plain-media/media?option=" + symbolOf)
	check(t, p.Locator(`.upload:has-text("spare.png") [data-use]`).Click())
	p.sees(`.chosen:has-text("spare.png")`)
	p.visit(h.base + "/presets/media")
	check(t, p.Locator(`.upload:has-text("own.png") summary`).Click())
	check(t, p.Locator(`.upload:has-text("own.png") .sheet button`).Click())
	p.sees(".note.info, .note.pass, .note")
	if n, err := p.Locator(`.upload:has-text("own.png")`).Count(); n != 0 || err != nil {
		t.Errorf("the deleted upload is listed: %d %v", n, err)
	}
}

func TestAnUploadIsReadOnAPhoneBesideItsButton(t *testing.T) {
	h := at(t)
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{
		Viewport: &playwright.Size{Width: 390, Height: 800},
	})
	p.visit(h.base + "/presets/media")
	check(t, p.Locator("input[name=file]").SetInputFiles(playwright.InputFile{
		Name: "phone.png", Buffer: logo(t, color.RGBA{R: 20, G: 160, B: 70, A: 255}),
	}))
	check(t, p.Locator(".uploadform button").Click())
	p.becomes(t, "readable beside its picture", `[...document.querySelectorAll('.upload')].some(u => `+
		`u.textContent.includes('phone.png') && u.querySelector('button') && `+
		`u.querySelector('.about').clientWidth > 150)`)
	p.quiet(t)
}
