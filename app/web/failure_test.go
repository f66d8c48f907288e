package web_test

import (
	"bytes"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
)

func TestAFailureKeepsTheNavigationOfWhoIsSignedInAndSaysWhatToDo(t *testing.T) {
	h := open(t)
	b := h.as(access.Agent)
	b.get("/nowhere").want(http.StatusNotFound, `href="/jobs"`, "The agent", "There is nothing here", "What to do",
		"Check the address")
	h.browser().get("/nowhere").want(http.StatusNotFound, "There is nothing here")
	b.get("/users").want(http.StatusForbidden, "Not for your role", "Your role (agent) may not do this")
	b.headers["Accept-Language"] = "es-MX"
	b.get("/nowhere").want(http.StatusNotFound, "Aquí no hay nada", `lang="es"`, `<a href="/queue" class="">Cola</a>`)
}

func TestAFormThatFailsGivesTheWordsBack(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	b.get("/queue").post("/queue/next", nil).follow()
	form := b.decision("Declined", url.Values{
		"note":    {"an hour of thought"},
		"comment": {"dear client"},
		"csrf":    {"of another session"},
	})
	b.post("/jobs/"+id+"/decide", form).want(http.StatusForbidden, "an hour of thought", "dear client",
		"Back to the job")
}

func TestTheMarkOfTheConsoleIsAnIcon(t *testing.T) {
	b := open(t).browser()
	b.get("/favicon.ico").want(http.StatusOK)
	if kind := b.answer.Header.Get("Content-Type"); kind != "image/x-icon" ||
		!strings.HasPrefix(b.body, "\x00\x00\x01\x00\x01\x00\x20\x20") {
		t.Fatalf("%s: % x", kind, b.body[:min(8, len(b.body))])
	}
	picture, err := png.Decode(bytes.NewReader([]byte(b.body[22:])))
	if err != nil || picture.Bounds().Dx() != 32 {
		t.Fatalf("%v", err)
	}
	if _, _, _, clear := picture.At(0, 0).RGBA(); clear != 0 {
		t.Error("the corner is not clear")
	}
	if r, g, _, _ := picture.At(14, 21).RGBA(); r < 0xe000 || g < 0xe000 {
		t.Error("the tick is not light")
	}
}

func TestThemeAndLanguageAreChosenAtTheDoorWithoutLosingWhatIsKept(t *testing.T) {
	h := open(t)
	b := h.browser()
	kept := url.Values{
		"next":      {"/jobs/x"},
		"kept.note": {"kept words"},
		"email":     {"agent@acme.test"},
		"password":  {"secret words 1"},
		"language":  {"es"},
	}
	b.send("POST", "/login/look", kept).want(http.StatusOK, `lang="es"`, "Iniciar sesión",
		`name="kept.note" value="kept words"`, `value="agent@acme.test"`, `name="next" value="/jobs/x"`)
	if strings.Contains(b.body, "secret words 1") {
		t.Error("the password comes back")
	}
	b.send("POST", "/login/look", url.Values{"theme": {"dark"}}).want(http.StatusOK, `data-theme="dark"`,
		"Iniciar sesión")
	b.get("/login").want(http.StatusOK, `data-theme="dark"`, `lang="es"`)
	b.headers["Sec-Fetch-Site"] = "cross-site"
	b.send("POST", "/login/look", url.Values{"theme": {"light"}}).want(http.StatusForbidden)
}
