package e2e_test

import (
	"strconv"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
)

const (
	focusPath  = "idCaptureCustomizationOptions.captureOptions.focusThreshold"
	colorsPage = "?group=idCaptureCustomizationOptions.colorOptions"
)

// edited changes an option of a draft as another editor does.
func (h *house) edited(t *testing.T, name, path string, base, value any) {
	t.Helper()
	_, overlaps, err := h.Console.Presets.EditDraft(t.Context(), "test", boottest.Company, name,
		[]preset.Edit{{Path: path, Base: base, Value: value}})
	check(t, err)
	if len(overlaps) > 0 {
		t.Fatal(overlaps)
	}
}

// holds is a script that is true where the control of an option holds a text.
func holds(path, text string) string {
	return `document.querySelector('` + option(path) + `')?.value === '` + text + `'`
}

// group shows another group of options on the same page.
func (p *page) group(t *testing.T, key string) {
	t.Helper()
	check(t, p.Locator(`[data-group="`+key+`"]`).Click())
	p.becomes(t, "shown", `document.querySelector('[data-group="`+key+`"]').matches('.on')`)
}

// told collects what the editor tells the preview from now on.
func (p *page) told(t *testing.T) {
	t.Helper()
	_, err := p.Evaluate(`() => { window.told = []; for (const name of ['presetedit', 'presetdraft'])
		document.addEventListener(name, e => window.told.push(e.detail)) }`)
	check(t, err)
}

func TestAnotherViewBringsWhatOthersSetToTheFieldsTheirResetsAndThePreview(t *testing.T) {
	h := at(t)
	h.branded(t, "stale")
	ann := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	ann.visit(h.base + "/presets/stale")
	ann.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
	ann.told(t)
	h.edited(t, "stale", focusPath, nil, .5)
	h.edited(t, "stale", groundOf, "#102030", "#222222")
	ann.group(t, "idCaptureCustomizationOptions.captureOptions")
	ann.becomes(t, "theirs", holds(focusPath, "0.5"))
	ann.becomes(t, "told to the preview", `window.told.at(-1).values['`+focusPath+`'] === 0.5`)
	check(t, ann.Locator(option(focusPath)).Fill(""))
	until(t, "it is cleared", func() bool { return h.drafted(t, "stale", focusPath) == nil })

	h.edited(t, "stale", focusPath, nil, .6)
	ann.group(t, "idCaptureCustomizationOptions.colorOptions")
	ann.becomes(t, "theirs", holds(groundOf, "#222222"))
	check(t, ann.Locator(option(groundOf)).Fill("#102030"))
	until(t, "typed back", func() bool { return h.drafted(t, "stale", groundOf) == "#102030" })
	ann.group(t, "idCaptureCustomizationOptions.captureOptions")
	check(t, ann.Locator(`[data-option="`+focusPath+`"] [data-reset]`).Click())
	until(t, "it is reset", func() bool { return h.drafted(t, "stale", focusPath) == nil })
	ann.quiet(t)
}

func TestUndoAsksWhereOthersHaveSetWhatWasSavedBeforeItsAnswerCame(t *testing.T) {
	h := at(t)
	h.branded(t, "late")
	ann := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	h.edited(t, "late", focusPath, nil, .5)
	ann.visit(h.base + "/presets/late" + logicPage)
	ann.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
	answer := make(chan struct{})
	check(t, ann.Route("**/presets/late", func(r playwright.Route) {
		sent, err := r.Fetch()
		if err != nil {
			t.Error(err)
		}
		<-answer
		_ = r.Fulfill(playwright.RouteFulfillOptions{Response: sent})
	}))
	check(t, ann.Locator(option(focusPath)).Fill(""))
	until(t, "it is cleared", func() bool { return h.drafted(t, "late", focusPath) == nil })
	h.edited(t, "late", focusPath, nil, .6)
	_, err := ann.Evaluate(`() => { document.querySelector('[data-rows]').dataset.old = '' }`)
	check(t, err)
	ann.group(t, "idCaptureCustomizationOptions.captureOptions")
	ann.becomes(t, "drawn again", `!document.querySelector('[data-old]')`)
	close(answer)
	ann.becomes(t, "saved", barSays("saved"))
	ann.press("Escape", "Control+z")
	ann.sees(`[data-field="` + focusPath + `"] [data-overlap]`)
	if got := h.drafted(t, "late", focusPath); got != .6 {
		t.Errorf("the focus threshold is %v", got)
	}
}

func TestASavedChangeBringsWhatOthersSetToTheRowsOnThePage(t *testing.T) {
	h := at(t)
	h.branded(t, "beside")
	ann := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	ann.visit(h.base + "/presets/beside" + logicPage)
	ann.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
	ann.told(t)
	h.edited(t, "beside", focusPath, nil, .5)
	check(t, ann.Locator(option(glarePath)).Fill("0.12"))
	ann.becomes(t, "saved", barSays("saved"))
	ann.becomes(t, "theirs", holds(focusPath, "0.5"))
	ann.becomes(t, "with who set it", `document.querySelector('[data-option="`+focusPath+
		`"] [data-state]').textContent.includes('set by')`)
	ann.becomes(t, "told to the preview", `window.told.at(-1).values['`+focusPath+`'] === 0.5`)
	check(t, ann.Locator(`[data-option="`+focusPath+`"] [data-reset]`).Click())
	until(t, "it is reset", func() bool { return h.drafted(t, "beside", focusPath) == nil })
	if got := h.drafted(t, "beside", glarePath); got != .12 {
		t.Errorf("the glare threshold is %v", got)
	}
	ann.quiet(t)
}

func TestWhatIsTypedBeforeOthersChangeItIsAskedAboutInAnotherView(t *testing.T) {
	h := at(t)
	h.branded(t, "asked")
	ann := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	ann.visit(h.base + "/presets/asked" + logicPage)
	ann.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
	check(t, ann.Locator(option(focusPath)).Fill("0.7x"))
	ann.sees(`[data-field="` + focusPath + `"] .fail`)
	h.edited(t, "asked", focusPath, nil, .5)
	ann.group(t, "idCaptureCustomizationOptions.colorOptions")
	ann.group(t, "idCaptureCustomizationOptions.captureOptions")
	ann.becomes(t, "as typed", holds(focusPath, "0.7x"))
	ann.sees(`[data-field="` + focusPath + `"] .fail`)
	check(t, ann.Locator(option(focusPath)).Fill("0.7"))
	ann.sees("[data-overlap]")
	ann.group(t, "idCaptureCustomizationOptions.colorOptions")
	ann.group(t, "idCaptureCustomizationOptions.captureOptions")
	ann.sees("[data-overlap]")
	ann.becomes(t, "as typed", holds(focusPath, "0.7"))
	check(t, ann.Locator("[data-overlap] button").First().Click())
	until(t, "hers", func() bool { return h.drafted(t, "asked", focusPath) == .7 })
}

func TestNothingTypedIsLostWhereThePresetIsArchived(t *testing.T) {
	h := at(t)
	h.branded(t, "shelved")
	ann := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	ann.visit(h.base + "/presets/shelved" + logicPage)
	ann.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
	_, err := h.Console.Presets.Archive(t.Context(), "test", boottest.Company, "shelved", presets.AnyRevision)
	check(t, err)
	check(t, ann.Locator(option(glarePath)).Fill("0.11"))
	ann.sees(`[data-field="` + glarePath + `"] .fail`)
	ann.becomes(t, "told", `document.querySelector('[data-field="`+glarePath+`"] .fail').textContent.includes('archived')`)
	ann.becomes(t, "as typed", holds(glarePath, "0.11"))
	ann.becomes(t, "kept", `Object.values(localStorage).some(text => text.includes('0.11'))`)
	ann.accessible(t, "editor of an archived preset")
	check(t, ann.Locator(`[data-refused] button`, playwright.PageLocatorOptions{HasText: "Try again"}).Click())
	ann.becomes(t, "still kept", `Object.values(localStorage).some(text => text.includes('0.11'))`)
	check(t, ann.Locator(`[data-refused] a`).Click())
	ann.sees("form[action$='/restore']")
	check(t, ann.Locator("form[action$='/restore'] button").Click())
	ann.sees(".note.info")
	ann.visit(h.base + "/presets/shelved" + logicPage)
	until(t, "the draft has it", func() bool { return h.drafted(t, "shelved", glarePath) == .11 })
	ann.becomes(t, "nothing is left", `!Object.values(localStorage).some(text => text.includes('0.11'))`)
}

func TestARefusalWithoutAWordAboutTheOptionsKeepsWhatWasTyped(t *testing.T) {
	h := at(t)
	h.branded(t, "refused")
	ann := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	for i, status := range []int{400, 404, 413, 200} {
		value := float64(31+i) / 100
		ann.visit(h.base + "/presets/refused" + logicPage)
		ann.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
		ann.answers("**/presets/refused", 1, func(r playwright.Route) {
			body := `{"detail":"this is too much"}`
			if status == 200 {
				body = "<p>Sign in to the wireless network"
			}
			_ = r.Fulfill(playwright.RouteFulfillOptions{Status: &status, Body: body})
		})
		text := strconv.FormatFloat(value, 'f', -1, 64)
		check(t, ann.Locator(option(glarePath)).Fill(text))
		if status != 200 {
			ann.becomes(t, "told", `document.querySelector('[data-field="`+glarePath+
				`"] .fail')?.textContent.includes('this is too much')`)
			ann.becomes(t, "kept", `Object.values(localStorage).some(text => text.includes('`+text+`'))`)
			check(t, ann.Locator(`[data-refused] button`, playwright.PageLocatorOptions{HasText: "Try again"}).Click())
		}
		until(t, "the draft has it", func() bool { return h.drafted(t, "refused", glarePath) == value })
	}
}

func TestANumberThatTheServerRefusesKeepsItsMessageThoughItReadsLikeTheSavedOne(t *testing.T) {
	const path = "idCaptureCustomizationOptions.captureOptions.allowOverrideWrongDocumentTypeAfterMs"
	h := at(t)
	h.branded(t, "thousands")
	h.edited(t, "thousands", path, nil, 10.)
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/thousands?q=allowOverrideWrongDocumentTypeAfterMs")
	p.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
	for _, typed := range []string{"10,000", "0xA"} {
		check(t, p.Locator(option(path)).Fill(typed))
		p.becomes(t, "refused", `document.querySelector('[data-field="`+path+`"]').textContent.includes('must be a')`)
		check(t, p.Locator(option(path)).Fill("10"))
		p.becomes(t, "right again",
			`!document.querySelector('[data-field="`+path+`"]').textContent.includes('must be a')`)
	}
}

func TestTheEditorStartsThoughTheBrowserKeepsTextThatIsNoListOfChanges(t *testing.T) {
	h := at(t)
	h.branded(t, "corrupt")
	p := h.atQueue(t, access.Admin, playwright.BrowserNewContextOptions{})
	key := "unsaved:" + p.ID + ":/presets/corrupt"
	for i, kept := range []string{"{not JSON", "null", "5", `{"path":1}`, `[null, 5, {"path":"language"}]`} {
		p.visit(h.base + "/presets/corrupt" + logicPage)
		_, err := p.Evaluate(`([key, kept]) => localStorage.setItem(key, kept)`, []any{key, kept})
		check(t, err)
		p.visit(h.base + "/presets/corrupt" + logicPage)
		p.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
		want := float64(11+i) / 100
		check(t, p.Locator(option(glarePath)).Fill(strconv.FormatFloat(want, 'f', 2, 64)))
		until(t, "the draft has it after "+kept, func() bool { return h.drafted(t, "corrupt", glarePath) == want })
	}
}
