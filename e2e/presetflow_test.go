package e2e_test

import (
	"net/http"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/apiclient"
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

func TestWhatAnAdminPublishesReachesTheClientThatItIsAssignedToAndNoOther(t *testing.T) {
	h := at(t)
	h.branded(t, "assigned")
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/assigned?q=glareDetectionThreshold")
	p.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
	check(t, p.Locator(option(glarePath)).Fill("0.12"))
	p.becomes(t, "saved", barSays("saved"))
	p.visit(h.base + "/presets/assigned?q=captureScreenBgColor")
	p.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
	check(t, p.Locator(option(groundOf)).Fill("#AA1122"))
	p.becomes(t, "saved", barSays("saved"))
	check(t, p.Locator("[data-publish]").Click())
	check(t, p.Locator("[name=note]").Fill("A new red and fewer reflections"))
	check(t, p.Locator("form.tall button.go").Click())
	p.becomes(t, "published", `location.pathname === '/presets/assigned/versions/2'`)
	p.visit(h.base + "/presets/assigned/use")
	_, err := p.Locator("select[name=client]").SelectOption(playwright.SelectOptionValues{
		Values: &[]string{h.Trusted.Credentials.ClientID},
	})
	check(t, err)
	check(t, p.Locator("form.adding:has(select[name=client]) button.go").Click())
	p.sees(".note.info")
	t.Cleanup(func() { // the house serves other suites
		p.visit(h.base + "/presets/assigned/use")
		check(t, p.Locator("form[action$='/assignments/remove'] button").Click())
		p.sees(".note.info")
	})
	got := initialize(t, h.Trusted)
	if got.Preset == nil || got.Preset.Name != "assigned" || got.Preset.Version != 2 ||
		got.Customization.ID.Logic.GlareDetectionThreshold != .12 ||
		got.Customization.ID.Colors.CaptureScreenBgColor != "#AA1122" {
		t.Errorf("the client gets %+v", got)
	}
	if other := initialize(t, h.Weak); other.Preset != nil ||
		other.Customization.ID.Logic.GlareDetectionThreshold == .12 {
		t.Errorf("another client gets %+v", other)
	}
}

func TestAnOptionThatIsTypedAfterTheSessionEndedIsSavedAfterSigningInAgain(t *testing.T) {
	h := at(t)
	h.branded(t, "session")
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/session" + logicPage)
	p.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
	check(t, p.Context().ClearCookies())
	check(t, p.Locator(option(glarePath)).Fill("0.14"))
	p.becomes(t, "told", barSays("the session ended"))
	check(t, p.Locator("[data-saved] a").Click())
	check(t, p.Locator("input[name=email]").Fill(p.Email))
	check(t, p.Locator("input[name=password]").Fill(p.password))
	p.press("Enter")
	p.sees(option(glarePath))
	until(t, "the draft has it", func() bool { return h.drafted(t, "session", glarePath) == .14 })
}
