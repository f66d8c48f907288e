package account_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/web/webtest"
)

func TestThemeAndLanguageAreChosenAtTheDoorWithoutLosingWhatIsKept(t *testing.T) {
	h := webtest.Open(t)
	b := h.Browser()
	kept := url.Values{
		"next":      {"/jobs/x"},
		"kept.note": {"kept words"},
		"email":     {"agent@acme.test"},
		"password":  {"secret words 1"},
		"language":  {"es"},
	}
	b.Send("POST", "/login/look", kept).Want(http.StatusOK, `lang="es"`, "Iniciar sesión",
		`name="kept.note" value="kept words"`, `value="agent@acme.test"`, `name="next" value="/jobs/x"`)
	if strings.Contains(b.Body, "secret words 1") {
		t.Error("the password comes back")
	}
	b.Send("POST", "/login/look", url.Values{"theme": {"dark"}}).Want(http.StatusOK, `data-theme="dark"`,
		"Iniciar sesión")
	b.Get("/login").Want(http.StatusOK, `data-theme="dark"`, `lang="es"`)
	b.Headers["Sec-Fetch-Site"] = "cross-site"
	b.Send("POST", "/login/look", url.Values{"theme": {"light"}}).Want(http.StatusForbidden)
}

func TestSigningInNeedsTheRightPasswordAndLeadsOnlyInside(t *testing.T) {
	h := webtest.Open(t)
	b := h.Browser()
	b.SignIn("agent@acme.test", "wrong wrong wrong", nil)
	b.Want(http.StatusUnauthorized, "wrong, or the account is locked or disabled", `value="agent@acme.test"`)
	for next, want := range map[string]string{
		"/jobs?q=x":         "/jobs?q=x",
		"//evil.test":       "/queue",
		"https://evil.test": "/queue",
		`/\evil.test`:       "/queue",
		"":                  "/queue",
	} {
		b.SignIn("AGENT@acme.test ", webtest.Password, url.Values{"next": {next}})
		if got := b.Answer.Header.Get("Location"); b.Status != http.StatusSeeOther || got != want {
			t.Errorf("next %q leads to %q", next, got)
		}
	}
	b.Get("/queue").Post("/logout", nil).Want(http.StatusSeeOther)
	b.Get("/queue").Want(http.StatusSeeOther)
}
