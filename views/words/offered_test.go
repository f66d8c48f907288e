package words_test

import (
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
	"proofdesk/views/words"
)

// TestAFolderIsEnoughForTheConsole adds a language with one sentence, as a translator begins one.
func TestAFolderIsEnoughForTheConsole(t *testing.T) {
	locale, err := os.ReadFile("en/locale.json")
	if err != nil {
		t.Fatal(err)
	}
	addLanguages(t, map[string]string{
		"fr/locale.json":  strings.Replace(string(locale), "English", "Français", 1),
		"fr/account.json": `{"Your account": "Votre compte"}`,
	})
	h := webtest.Open(t)
	h.Browser().Get("/login").Want(http.StatusOK, `<html lang="en"`, `value="fr"`)
	b := h.Browser()
	b.Headers["Accept-Language"] = "fr-CA,fr;q=0.9"
	b.Get("/login").Want(http.StatusOK, `<html lang="fr"`, "Sign in")
	b = h.As(access.Admin)
	b.Get("/me").Want(http.StatusOK, `<html lang="en"`, "Your account", `<option value="fr">Français</option>`)
	b.Post("/me/language", url.Values{"language": {"fr"}}).Follow()
	b.Get("/me").Want(http.StatusOK, `<html lang="fr"`, "Votre compte", `<option value="fr" selected>Français</option>`,
		"Second factor") // which it lacks
	b.Post("/me", url.Values{"version": {b.Field("version")}, "name": {"Ann"}, "language": {"es"}}).Follow()
	b.Want(http.StatusOK, `<html lang="es"`)
	b.Post("/me", url.Values{"version": {b.Field("version")}, "name": {"Ann"}, "language": {"fr"}}).Follow()
	b.Want(http.StatusOK, `<html lang="fr"`, "Votre compte")
	b.Post("/me", url.Values{"version": {"1"}, "name": {"Ann"}, "language": {"fr"}}) // is refused in English
	b.Want(http.StatusBadRequest, "This form is not valid: reload the page")
	b.Get("/presets").Post("/presets", url.Values{"name": {"retail"}, "description": {"Shops"}}).Follow()
	b.Get("/presets/retail?group=palette").Want(http.StatusOK, `<html lang="fr"`, "Buttons and links.")
	if strings.Contains(b.Body, "Botones y enlaces.") {
		t.Error("options that have no text in the language are described in another one than English")
	}
	if got := words.Script("fr"); got != "" {
		t.Errorf("the scripts get %q", got)
	}
}
