package e2e_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
)

const (
	glarePrompt = idOptions + "stringOptions.tooMuchGlare"
	retryGround = idOptions + "colorOptions.retryScreenBackgroundColor"
)

// redrafted adds a preset with a version, whose draft then sets other options.
func (h *house) redrafted(t *testing.T, name string, draft preset.Values) {
	t.Helper()
	h.branded(t, name)
	edits := []preset.Edit{{Path: "language", Base: "ES"}} // which every house's draft sets
	p, err := h.Store.Preset(t.Context(), boottest.Company, name)
	check(t, err)
	for path, value := range draft {
		edits = append(edits, preset.Edit{Path: path, Base: p.Draft[path].Value, Value: value})
	}
	_, overlaps, err := h.Console.Presets.EditDraft(t.Context(), "test", boottest.Company, name, edits)
	check(t, err)
	if len(overlaps) > 0 {
		t.Fatal(overlaps)
	}
}

// inPicture is the document in a picture, by the beginning of the picture's name.
func inPicture(name string) string {
	return fmt.Sprintf(`document.querySelector('.pictures iframe[title^=%q]').contentDocument`, name)
}

func TestAChangeIsSaidInWordsAndShownBeforeAndAfterInEveryLanguage(t *testing.T) {
	h := at(t)
	h.passport(t) // whose pictures were measured
	h.redrafted(t, "pictured", preset.Values{
		glarePath:                          .12,
		retryGround:                        "#FFE4E1",
		preset.TextPath("HI", glarePrompt): "कार्ड को रोशनी से दूर झुकाएँ",
		idOptions + "enableUploadIDData":   false,
		idOptions + "captureOptions.missingBarcodeTimeInterval": 7.0,
	})
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/pictured/publish")
	said := func(text string) {
		t.Helper()
		p.becomes(t, text, fmt.Sprintf(
			`document.querySelector('.changes').innerText.replace(/\s+/g, ' ').includes(%q)`, text))
	}
	said("glareDetectionThreshold 0.3 → 0.12 (prompts sooner); shown on 5 screens")
	p.becomes(t, "replayed", `/0.12 would have prompted for \d+ of \d+ captures? of the last 30 days, 0.3 for \d+\./`+
		`.test(document.querySelector('.changes').innerText)`)
	said("retryScreenBackgroundColor default (#FFFFFF) → #FFE4E1 shown on 3 screens")
	said("Past captures can't tell: it acts on the device, which does not send what it measures.")
	said("enableUploadIDData default (on) → off shown on no screen")
	check(t, p.Locator(".pictures").ScrollIntoViewIfNeeded())
	p.becomes(t, "compared", `document.querySelector('.pictures [role=status]').textContent.includes('look different')`)
	p.accessible(t, "publishing, with pictures")
	ground := func(side string) string {
		return `getComputedStyle(` + inPicture("ID, front · Retry, French: "+side) + `.querySelector('.screen')).backgroundColor`
	}
	near := func(screen string) { // a picture is there only while it is near the window, and axe scrolls
		t.Helper()
		heading := p.Locator(".pictures h3", playwright.PageLocatorOptions{HasText: screen}).First()
		check(t, heading.ScrollIntoViewIfNeeded())
	}
	near("ID, front · Retry")
	p.becomes(t, "as before", ground("Before")+` === 'rgb(255, 255, 255)'`)
	p.becomes(t, "as after", ground("After")+` === 'rgb(255, 228, 225)'`)
	const glare = "ID, front · Capture · glare, "
	near(strings.TrimSuffix(glare, ", "))
	p.becomes(t, "the new Hindi", inPicture(glare+"Hindi: After")+`.body.textContent.includes('झुकाएँ')`)
	p.becomes(t, "the old Hindi", `!`+inPicture(glare+"Hindi: Before")+`.body.textContent.includes('झुकाएँ')`)
	p.becomes(t, "English looks the same", `!document.querySelector('.pictures iframe[title^="`+glare+`English"]')`)
	p.becomes(t, "as large as a phone", inPicture(glare+"Hindi: After")+`.defaultView.innerHeight === 720`)
	check(t, p.Locator(".pictures button", playwright.PageLocatorOptions{HasText: "Hindi"}).Click())
	p.becomes(t, "Hindi alone", `[...document.querySelectorAll('.pictures li:not([hidden]) figcaption')]`+
		`.every(one => one.textContent === 'Hindi')`)
	p.quiet(t)
}

func TestTwoVersionsAreShownSideBySide(t *testing.T) {
	h := at(t)
	h.redrafted(t, "versions", preset.Values{retryGround: "#FFE4E1"})
	_, err := h.Console.Presets.Publish(t.Context(), "test", boottest.Company, "versions", presets.AnyRevision,
		presets.Publication{Note: "Fewer reflections", Origin: preset.ByConsole})
	check(t, err)
	p := h.seat(t, access.Auditor, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/versions/compare?from=2&to=1")
	check(t, p.Locator(".pictures").ScrollIntoViewIfNeeded())
	p.becomes(t, "backwards", `getComputedStyle(`+inPicture("ID, front · Retry, English: Before")+
		`.querySelector('.screen')).backgroundColor === 'rgb(255, 228, 225)'`)
	p.visit(h.base + "/presets/versions/compare?from=1&to=1")
	p.sees(".admin .empty")
	p.quiet(t)
}

func TestAThresholdAloneChangesNoLook(t *testing.T) {
	h := at(t)
	h.redrafted(t, "threshold", preset.Values{glarePath: .1})
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/threshold/publish")
	check(t, p.Locator(".pictures").ScrollIntoViewIfNeeded())
	p.becomes(t, "said", `/^No screen looks different. \d+ screens? looks? the same: what changed decides when/`+
		`.test(document.querySelector('.pictures [role=status]').textContent)`)
	p.becomes(t, "its prompt", `document.querySelector('.pictures li').textContent.includes('decides when it comes')`)
	p.quiet(t)
}

// Screens are compared in each language, so that none looks different where applicants only get another one.
func TestAnotherLanguageIsSaidBesideThePictures(t *testing.T) {
	h := at(t)
	h.branded(t, "spoken")
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/spoken/publish")
	check(t, p.Locator(".pictures").ScrollIntoViewIfNeeded())
	p.becomes(t, "said", `document.querySelector('.pictures [role=status]').textContent === `+
		`'No screen looks different. Applicants see the screens in Spanish, before in English.'`)
	p.quiet(t)
}

func TestChangesStandAloneWithoutScript(t *testing.T) {
	h := at(t)
	h.redrafted(t, "scriptless", preset.Values{glarePath: .12})
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{JavaScriptEnabled: playwright.Bool(false)})
	p.visit(h.base + "/presets/scriptless/publish")
	p.sees(".changes li")
	for selector, want := range map[string]bool{
		".changes:not(.fit *)":    true,
		".pictures":               false,
		".admin:has(> .pictures)": false,
		".admin:has(> .fit)":      false,
	} {
		if seen, err := p.Locator(selector).IsVisible(); err != nil || seen != want {
			t.Errorf("%s: seen %v %v", selector, seen, err)
		}
	}
}

func TestPublishingListsTheTextsThatDoNotFitInAnyLanguage(t *testing.T) {
	h := at(t)
	long := idOptions + "stringOptions.captureAnywayButtonText"
	h.redrafted(t, "unfit", preset.Values{
		preset.TextPath("HI", long): strings.Repeat("फिर भी इस दस्तावेज़ का फ़ोटो लें। ", 8),
	})
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/unfit/publish")
	p.becomes(t, "listed", `document.querySelector('[data-fit] ul').innerText.includes(`+
		`'captureAnywayButtonText is too long in Hindi')`)
	p.accessible(t, "publishing with a text that does not fit")
	p.becomes(t, "measured", `!document.querySelector('[data-fit] iframe')`)
	p.quiet(t)
}
