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
	b.Post("/me", url.Values{"name": {" "}, "theme": {"dark"}, "language": {"es"}, "timeZone": {"UTC"}}).Want(
		http.StatusBadRequest, "Nothing was saved", `id="field-name-problem">Enter a name.`)
	b.Get("/me").Want(200, `data-theme="auto"`, `lang="en"`, `value="The agent"`)
	b.Post("/me", url.Values{"name": {"Ana"}, "theme": {"dark"}, "timeZone": {"UTC"}}).Want(http.StatusSeeOther)
	b.Get("/me").Want(200, `data-theme="dark"`, `value="Ana"`)
}
