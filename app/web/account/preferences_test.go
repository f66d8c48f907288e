package account_test

import (
	"net/http"
	"net/url"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestPreferencesShapeEveryPage(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Agent)
	b.Get("/me").Want(200, `data-theme="auto"`)
	form := url.Values{
		"version":  {b.Field("version")},
		"name":     {"Ann Other"},
		"theme":    {"dark"},
		"density":  {"compact"},
		"timeZone": {"Mars"},
		"grey":     {"1"},
		"blur":     {"1"},
		"keysOff":  {"1"},
	}
	b.Post("/me", form).Want(http.StatusBadRequest, "This time zone is not known", `value="Mars"`, `value="Ann Other"`,
		`aria-invalid="true"`)
	form.Set("timeZone", "America/Mexico_City")
	form.Del("csrf")
	b.Post("/me", form).Follow().Want(200, "Saved.", "20 Nov 2026 06:00:00")
	b.Get("/queue").Want(200, `data-theme="dark"`, `data-density="compact"`, "data-blur", "data-grey",
		"data-keys-off", "Ann Other")
	fresh := h.As(access.Agent)
	fresh.Get("/queue").Want(200, `data-theme="dark"`)
}

func TestAnAccountWithABadNameKeepsItsPreferences(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Agent)
	b.Get("/me")
	form := url.Values{"version": {b.Field("version")}, "name": {" "}, "theme": {"dark"}, "language": {"es"}}
	b.Post("/me", form).Want(
		http.StatusBadRequest, "Nothing was saved", `id="field-name-problem">Enter a name.`)
	b.Get("/me").Want(200, `data-theme="auto"`, `lang="en"`, `value="The agent"`)
	form = url.Values{"version": {b.Field("version")}, "name": {"Ana"}, "theme": {"dark"}, "timeZone": {"UTC"}}
	b.Post("/me", form).Want(http.StatusSeeOther)
	b.Get("/me").Want(200, `data-theme="dark"`, `value="Ana"`)
}

func TestAFormOfPreferencesLeavesWhatItDoesNotChangeAsAnotherBrowserSavedIt(t *testing.T) {
	h := webtest.Open(t)
	here, there := h.As(access.Agent).Get("/me"), h.As(access.Agent).Get("/me")
	shown := url.Values{"name": {"The agent"}, "theme": {"auto"}, "density": {"comfortable"}}
	for _, b := range []*webtest.Browser{here, there} {
		shown.Set("version", b.Field("version"))
		if b == here {
			shown["theme"], shown["name"] = []string{"dark"}, []string{"Ana"}
		} else {
			shown["theme"], shown["name"] = []string{"auto"}, []string{"The agent"}
			shown.Set("density", "compact")
		}
		shown.Del("csrf")
		b.Post("/me", shown).Want(http.StatusSeeOther)
	}
	here.Get("/me").Want(200, `data-theme="dark"`, `data-density="compact"`, `value="Ana"`)
}
