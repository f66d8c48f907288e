package e2e_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
)

const (
	glarePath = "idCaptureCustomizationOptions.captureOptions.glareDetectionThreshold"
	logicPage = "?group=idCaptureCustomizationOptions.captureOptions"
	groundOf  = "idCaptureCustomizationOptions.colorOptions.captureScreenBgColor"
)

// branded adds a preset with a published version, unless the house has it already.
func (h *house) branded(t *testing.T, name string) {
	t.Helper()
	ctx, registry := t.Context(), h.Console.Presets
	content := preset.Content{Values: preset.Values{glarePath: .3, groundOf: "#102030"}}
	_, err := registry.Create(ctx, "test", boottest.Company, presets.NewPreset{
		Name: name, Description: "Used by the shops", Content: content,
	})
	if fault.Is(err, fault.Invalid) {
		return
	}
	check(t, err)
	_, err = registry.Publish(ctx, "test", boottest.Company, name, presets.AnyRevision,
		presets.Publication{Note: "v1", Origin: preset.ByConsole})
	check(t, err)
	_, _, err = registry.EditDraft(ctx, "test", boottest.Company, name,
		[]preset.Edit{{Path: "language", Value: "ES"}})
	check(t, err)
}

// drafted returns what the draft of a preset sets a path to.
func (h *house) drafted(t *testing.T, name, path string) any {
	t.Helper()
	p, err := h.Store.Preset(t.Context(), boottest.Company, name)
	check(t, err)
	return p.Draft[path].Value
}

// option returns the selector of the control of an option.
func option(path string) string { return fmt.Sprintf(`[data-field="%s"] [id][name="v:%[1]s"]`, path) }

// barSays is a script that is true where the bar of the editor says a text.
func barSays(text string) string {
	return fmt.Sprintf(`document.querySelector('[data-saved]').textContent.startsWith(%q)`, text)
}

func TestAPresetIsEditedUndoneAndPublishedWithTheKeyboard(t *testing.T) {
	h := at(t)
	h.branded(t, "keyed-1")
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/keyed-1")
	p.press("/")
	check(t, p.Keyboard().Type("glare"))
	p.becomes(t, "found", `document.querySelector('[data-found]').textContent.startsWith('1') === false && `+
		`document.querySelector('[data-option="`+glarePath+`"]')`)
	p.press("Escape", "Tab")
	p.press("j")
	p.becomes(t, "at a row", `document.activeElement.matches('[data-option]')`)
	check(t, p.Locator(`[data-option="`+glarePath+`"]`).Focus())
	p.press("Enter", "Control+a")
	check(t, p.Keyboard().Type("0.12p"))
	check(t, p.Keyboard().Press("Backspace"))
	p.becomes(t, "saved", barSays("saved"))
	until(t, "the draft has it", func() bool { return h.drafted(t, "keyed-1", glarePath) == .12 })
	p.becomes(t, "counted by the filter", `document.querySelector('[data-sieve="@changed"] b').textContent === '2'`)
	p.press("Escape", "Control+z")
	until(t, "it is undone", func() bool { return h.drafted(t, "keyed-1", glarePath) == .3 })
	p.becomes(t, "shown undone", `document.querySelector('`+option(glarePath)+`').value === '0.3'`)
	p.press("Control+Shift+z")
	until(t, "it is redone", func() bool { return h.drafted(t, "keyed-1", glarePath) == .12 })
	p.becomes(t, "saved again", barSays("saved"))
	p.press("p")
	p.sees("[name=note]")
	check(t, p.Locator("[name=note]").Fill("Fewer reflections"))
	check(t, p.Locator("form.tall button.go").Click())
	p.becomes(t, "published", `location.pathname === '/presets/keyed-1/versions/2'`)
	p.quiet(t)
}

func TestTheEditorListsItsOwnKeysAndCommands(t *testing.T) {
	h := at(t)
	h.branded(t, "shortcuts")
	for role, want := range map[access.Role]string{
		access.Admin: "Next option J,Previous option K,Change the option Enter,Leave the field Esc," +
			"Undo the last change Ctrl Z,Redo the change Ctrl Shift Z,Publish P,Versions V,Compare C,Settings S," +
			"Search /,",
		access.Auditor: "Next option J,Previous option K,Versions V,Compare C,Settings S,Search /,",
	} {
		p := h.seat(t, role, playwright.BrowserNewContextOptions{})
		p.visit(h.base + "/presets/shortcuts")
		p.press("?")
		p.becomes(t, "a list of its keys", fmt.Sprintf(`[...document.querySelectorAll('dialog .columns div')].map(`+
			`d => [...d.querySelectorAll('span:first-child, kbd')].map(e => e.textContent).join(' ')).join(',')`+
			`.startsWith(%q)`, want))
		p.accessible(t, "keys of the editor")
		p.press("Escape", "Control+k")
		p.becomes(t, "offering the versions", offers("Versions"))
		p.becomes(t, "without what decides a job", `!(`+offers("Suspicious")+` || `+offers("Skip")+`)`)
		check(t, p.Keyboard().Type("settings"))
		p.becomes(t, "at the settings", offers("Settings"))
		p.press("Enter")
		p.becomes(t, "opened", `location.pathname === '/presets/shortcuts/use'`)
	}
}

func TestTheBarAndTheSearchOfTheEditorAreNotCutOff(t *testing.T) {
	h := at(t)
	h.branded(t, "a-preset-with-a-long-name-of-its-own")
	_, _, err := h.Console.Presets.EditDraft(t.Context(), "apikey:1", boottest.Company,
		"a-preset-with-a-long-name-of-its-own", []preset.Edit{{Path: "bothCameraToggle", Value: true}})
	check(t, err)
	for width, seek := range map[int]int{1366: 500, 390: 250} {
		p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{
			Viewport: &playwright.Size{Width: width, Height: 800},
		})
		p.visit(h.base + "/presets/a-preset-with-a-long-name-of-its-own")
		p.sees(".presetbar .tag.info")
		check(t, p.Locator(`input[role="switch"][name="v:liveFaceCameraToggle"]`).Click())
		p.becomes(t, "saved", barSays("saved"))
		p.becomes(t, "whole counts", `(e => e.scrollWidth <= e.clientWidth)(document.querySelector('[data-counts]'))`)
		p.becomes(t, "a wide search", fmt.Sprintf(`document.querySelector('[data-seek]').clientWidth > %d`, seek))
		p.becomes(t, "no overflow", `document.documentElement.scrollWidth <= innerWidth`)
	}
}

func TestTwoEditorsOfAnOptionAreAskedWhoseValueStays(t *testing.T) {
	h := at(t)
	h.branded(t, "shared")
	anna := h.atQueue(t, access.Admin, playwright.BrowserNewContextOptions{})
	ben := h.atQueue(t, access.Admin, playwright.BrowserNewContextOptions{})
	for _, p := range []*person{anna, ben} {
		// No page hears every fifteen seconds what the other has set, or it would show that and have nothing to ask.
		check(t, p.Route("**/presets/shared/watch", func(r playwright.Route) { _ = r.Abort() }))
		p.visit(h.base + "/presets/shared" + logicPage)
		p.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
	}
	check(t, anna.Locator(option(glarePath)).Fill("0.15"))
	until(t, "the draft has hers", func() bool { return h.drafted(t, "shared", glarePath) == .15 }) // or Ben's is first
	anna.becomes(t, "saved", barSays("saved"))
	check(t, ben.Locator(option(glarePath)).Fill("0.12"))
	ben.sees("[data-overlap]")
	ben.becomes(t, "told whose", `document.querySelector('[data-overlap]').textContent.includes('0.15')`)
	ben.becomes(t, "still as typed", `document.querySelector('`+option(glarePath)+`').value === '0.12'`)
	ben.accessible(t, "question about an option")
	check(t, ben.Locator("[data-overlap] button").First().Click())
	until(t, "the draft has it", func() bool { return h.drafted(t, "shared", glarePath) == .12 })
	check(t, anna.Locator(option(glarePath)).Fill("0.18"))
	anna.sees("[data-overlap]")
	check(t, anna.Locator("[data-overlap] button").Last().Click())
	anna.becomes(t, "theirs", `document.querySelector('`+option(glarePath)+`').value === '0.12'`)
}

func TestWhatIsTypedIntoAnOptionOutlivesALostConnection(t *testing.T) {
	h := at(t)
	h.branded(t, "offline")
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/offline" + logicPage)
	p.sees(option(glarePath))
	blocked := p.answers("**/presets/offline", 1_000_000, func(r playwright.Route) {
		if r.Request().Method() == http.MethodPost {
			_ = r.Abort("connectionrefused")
			return
		}
		_ = r.Continue()
	})
	check(t, p.Locator(option(glarePath)).Fill("0.11"))
	p.becomes(t, "told", barSays("not saved"))
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(
		`document.addEventListener('presetdraft', e => { window.told = JSON.stringify(e.detail) })`)}))
	_, err := p.Reload()
	check(t, err)
	p.becomes(t, "shown in the preview", `(window.told ?? '').includes('0.11')`)
	p.becomes(t, "kept", `document.querySelector('`+option(glarePath)+`').value === '0.11'`)
	check(t, p.Unroute("**/presets/offline"))
	until(t, "the draft has it", func() bool { return h.drafted(t, "offline", glarePath) == .11 })
	if blocked.Load() == 0 {
		t.Error("no request was lost")
	}
}

func TestTheEditorTellsThePreviewOfEveryKeystroke(t *testing.T) {
	h := at(t)
	h.branded(t, "told")
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/told" + logicPage)
	_, err := p.Evaluate(`() => { window.told = []; for (const name of ['presetedit', 'presetfocus'])
		document.addEventListener(name, e => window.told.push([name, e.detail])) }`)
	check(t, err)
	check(t, p.Locator(option(glarePath)).Focus())
	check(t, p.Keyboard().Press("Control+a"))
	check(t, p.Keyboard().Type("0.2"))
	p.becomes(t, "told", fmt.Sprintf(`(all => all[0][0] === 'presetfocus' && all[0][1].path === %q && `+
		`all.at(-1)[1].values[%[1]q] === 0.2 && all.at(-1)[1].values[%q] === '#102030')(window.told)`, glarePath, groundOf))
}

func TestThePagesOfAPresetHaveNoAccessibilityViolation(t *testing.T) {
	full(t, "TestEveryPageOfEveryRoleIsAccessibleStandsStillAndShowsAllOnPaper")
	h := at(t)
	h.branded(t, "shops")
	for role, looks := range map[access.Role][]look{access.Admin: inEveryLook, access.Auditor: plainly[:1]} {
		p := h.seat(t, role, playwright.BrowserNewContextOptions{})
		for _, page := range []string{
			"", logicPage, "?group=idCaptureCustomizationOptions.stringOptions",
			"?group=idCaptureCustomizationOptions.colorOptions", "?q=%40set", "?q=nothing-like-this", "/publish",
			"/versions", "/versions/1", "/compare?from=0&to=1", "/use",
		} {
			p.visit(h.base + "/presets/shops" + page)
			p.accessibleIn(t, string(role)+" "+page, looks)
		}
		p.visit(h.base + "/presets")
		p.accessibleIn(t, string(role)+" list", looks)
		p.quiet(t)
	}
}

func TestAPresetIsEditedAndPublishedWithoutScript(t *testing.T) {
	h := at(t)
	h.branded(t, "plain")
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{JavaScriptEnabled: playwright.Bool(false)})
	p.visit(h.base + "/presets/plain" + logicPage)
	check(t, p.Locator(option(glarePath)).Fill("0.12"))
	check(t, p.Locator(option(glarePath)).Press("Enter")) // saves, and resets nothing
	p.sees(".note.info")
	if got := h.drafted(t, "plain", glarePath); got != .12 {
		t.Errorf("after Enter it is %v", got)
	}
	check(t, p.Locator(`[data-option="`+glarePath+`"] [data-reset]`).Click())
	p.sees(".note.info")
	if got := h.drafted(t, "plain", glarePath); got != nil {
		t.Errorf("after a reset it is %v", got)
	}
	check(t, p.Locator("[data-publish]").Click())
	check(t, p.Locator("[name=note]").Fill("As it was before"))
	check(t, p.Locator("form.tall button.go").Click())
	check(t, p.WaitForURL("**/presets/plain/versions/2?*"))
}

func TestEnterInAFieldSavesAndResetsNothing(t *testing.T) {
	h := at(t)
	h.branded(t, "enter")
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/enter" + logicPage)
	p.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
	check(t, p.Locator(option(glarePath)).Fill("0.13"))
	check(t, p.Locator(option(glarePath)).Press("Enter"))
	p.becomes(t, "saved", barSays("saved"))
	until(t, "the draft has it", func() bool { return h.drafted(t, "enter", glarePath) == .13 })
	check(t, p.Locator(`[data-option="`+glarePath+`"] [data-reset]`).Click())
	until(t, "it is reset", func() bool { return h.drafted(t, "enter", glarePath) == nil })
	p.quiet(t)
}
