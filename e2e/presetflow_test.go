package e2e_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/apiclient"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
)

// customized is what initialize answers about a preset.
type customized struct {
	Preset *struct {
		Name    string
		Version int
	}
	Customization struct {
		ID struct {
			Logic  struct{ GlareDetectionThreshold float64 } `json:"captureOptions"`
			Colors struct{ CaptureScreenBgColor string }     `json:"colorOptions"`
		} `json:"idCaptureCustomizationOptions"`
		Selfie struct {
			Logic struct{ LiveFaceProbabilityThreshold float64 } `json:"captureOptions"`
		} `json:"selfieCaptureCustomizationOptions"`
	}
}

// initialize begins a session of the SDK as an app does.
func initialize(t *testing.T, app *apiclient.App) customized {
	t.Helper()
	token, err := app.Token(t.Context())
	check(t, err)
	header := map[string]string{"Authorization": "Bearer " + token, "Content-Type": "application/json"}
	var answer customized
	check(t, app.Do(t.Context(), http.MethodPost, "/api/v4/initialize", header,
		[]byte(`{"flavor":"LITE","sdkVersion":"11.1.13.2.18","function":"ID_VALIDATION"}`), &answer))
	return answer
}

// neighbour returns an app of another company.
func (h *house) neighbour(t *testing.T, company string) *apiclient.App {
	t.Helper()
	ctx := t.Context()
	_, err := h.Companies.CreateCompany(ctx, "test", company, company)
	check(t, err)
	user, err := h.World.Credentials.CreateIntegrationUser(ctx, "test", company, "", "")
	check(t, err)
	client, err := h.World.Credentials.CreateClient(ctx, "test", company, "", false)
	check(t, err)
	return &apiclient.App{Base: h.base, HTTP: h.Weak.HTTP, Credentials: apiclient.Credentials{
		ClientID:     client.ClientID,
		ClientSecret: client.ClientSecret,
		Username:     user.Username,
		Password:     user.Password,
	}}
}

// assign assigns a preset to an app on its page.
func (p *person) assign(t *testing.T, name string, app *apiclient.App) {
	t.Helper()
	p.visit(p.base + "/presets/" + name + "/use")
	_, err := p.Locator("select[name=client]").SelectOption(playwright.SelectOptionValues{
		Values: &[]string{app.Credentials.ClientID},
	})
	check(t, err)
	check(t, p.Locator("form.adding:has(select[name=client]) button.go").Click())
	p.sees(".note.info")
	t.Cleanup(func() { // the house serves other suites
		p.visit(p.base + "/presets/" + name + "/use")
		check(t, p.Locator("form[action$='/assignments/remove'] button").Click())
		p.sees(".note.info")
	})
}

// retyped types a value into an option on its page, and waits until it is saved and the preview draws it.
func (p *person) retyped(t *testing.T, name, path, value, drawn string) {
	t.Helper()
	p.visit(p.base + "/presets/" + name + "?q=" + path)
	p.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
	p.becomes(t, "drawn as before", inFrame+`?.querySelector('.shown .screen')`)
	p.becomes(t, "not drawn yet", `!(`+drawn+`)`)
	check(t, p.Locator(option(path)).Fill(value))
	p.becomes(t, "drawn with "+value, drawn)
	p.becomes(t, "outlined", inFrame+`.querySelectorAll('.mark').length > 0`)
	p.becomes(t, "saved", barSays("saved"))
}

const (
	glared = `document.querySelector('[data-prompt=glare][aria-pressed=true]') && ` + inFrame +
		`.querySelector('.shown .prompt.error')`
	reddened = `[...` + inFrame + `.querySelectorAll('.shown *')].some(e => ` +
		`getComputedStyle(e).backgroundColor === 'rgb(170, 17, 34)')`
	livePath = selfieOptions + "captureOptions.liveFaceProbabilityThreshold"
	lively   = `document.querySelector('[data-prompt=hold][aria-pressed=true]') && ` + inFrame +
		`.querySelector('.shown .prompt.success')`
)

func TestWhatAnAdminPublishesReachesTheClientThatItIsAssignedToAndNoOther(t *testing.T) {
	h := at(t)
	ctx, registry := t.Context(), h.Console.Presets
	_, err := registry.Create(ctx, "test", boottest.Company, presets.NewPreset{
		Name:    "assigned",
		Content: preset.Content{Values: preset.Values{livePath: .98, groundOf: "#102030"}},
	})
	check(t, err)
	_, err = registry.Publish(ctx, "test", boottest.Company, "assigned", presets.AnyRevision,
		presets.Publication{Note: "v1", Origin: preset.ByConsole})
	check(t, err)
	stranger := h.neighbour(t, "globex")
	anna := h.atQueue(t, access.Admin, playwright.BrowserNewContextOptions{})
	anna.assign(t, "assigned", h.Trusted)
	anna.retyped(t, "assigned", glarePath, "0.12", glared)
	anna.retyped(t, "assigned", groundOf, "#AA1122", reddened)
	anna.retyped(t, "assigned", livePath, "0.93", lively)
	check(t, anna.Locator("[data-publish]").Click())
	const said = `document.querySelector('main').innerText.replace(/\s+/g, ' ').includes(%q)`
	for _, want := range []string{
		"glareDetectionThreshold default (0.2) → 0.12 (prompts sooner)", "captureScreenBgColor #102030 → #AA1122",
		"liveFaceProbabilityThreshold 0.98 → 0.93 (rejects fewer)",
	} {
		anna.becomes(t, want, fmt.Sprintf(said, want))
	}
	check(t, anna.Locator("[name=note]").Fill("A new red, fewer reflections, milder on faces"))
	check(t, anna.Locator("form.tall button.go").Click())
	anna.sees("form[action$='/withdraw']")
	if got := initialize(t, h.Trusted); got.Preset == nil || got.Preset.Version != 1 {
		t.Errorf("before a second person approved it: %+v", got.Preset)
	}
	ben := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	ben.visit(h.base + "/presets/assigned/publish")
	check(t, ben.Locator("form[action$='/approve'] button").Click())
	ben.becomes(t, "published", `location.pathname === '/presets/assigned/versions/2'`)
	got := initialize(t, h.Trusted)
	if got.Preset == nil || got.Preset.Name != "assigned" || got.Preset.Version != 2 ||
		got.Customization.ID.Logic.GlareDetectionThreshold != .12 ||
		got.Customization.ID.Colors.CaptureScreenBgColor != "#AA1122" ||
		got.Customization.Selfie.Logic.LiveFaceProbabilityThreshold != .93 {
		t.Errorf("the client gets %+v", got)
	}
	for who, app := range map[string]*apiclient.App{"the same company": h.Weak, "another company": stranger} {
		other := initialize(t, app)
		if other.Preset != nil || other.Customization.ID.Logic.GlareDetectionThreshold != .2 ||
			other.Customization.ID.Colors.CaptureScreenBgColor == "#AA1122" ||
			other.Customization.Selfie.Logic.LiveFaceProbabilityThreshold != .9 {
			t.Errorf("another client of %s gets %+v", who, other)
		}
	}
	anna.quiet(t)
	ben.quiet(t)
}

func TestAnOptionThatIsTypedAfterTheSessionEndedIsSavedAfterSigningInAgain(t *testing.T) {
	h := at(t)
	h.branded(t, "session")
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/session" + logicPage)
	p.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
	check(t, p.Context().ClearCookies())
	check(t, p.Locator(option(glarePath)).Fill("0.14"))
	p.becomes(t, "told", barSays("not saved: the session ended"))
	check(t, p.Locator("[data-saved] a").Click())
	check(t, p.Locator("input[name=email]").Fill(p.Email))
	check(t, p.Locator("input[name=password]").Fill(p.password))
	p.press("Enter")
	p.sees(option(glarePath))
	until(t, "the draft has it", func() bool { return h.drafted(t, "session", glarePath) == .14 })
}
