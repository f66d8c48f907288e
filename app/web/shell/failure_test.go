package shell_test

import (
	"bytes"
	"image/png"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestAFailureKeepsTheNavigationOfWhoIsSignedInAndSaysWhatToDo(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Agent)
	b.Get("/nowhere").Want(http.StatusNotFound, `href="/jobs"`, "The agent", "Page not found", "What to do",
		"Check the address")
	h.Browser().Get("/nowhere").Want(http.StatusNotFound, "Page not found")
	b.Get("/users").Want(http.StatusForbidden, "Not available for your role",
		"Your role (agent) is not allowed to do this")
	b.Headers["Accept-Language"] = "es-MX"
	b.Get("/nowhere").Want(http.StatusNotFound, "Página no encontrada", `lang="es"`,
		`<a href="/queue" class="">Cola</a>`)
}

func TestAFormThatFailsGivesTheWordsBack(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/queue").Post("/queue/next", nil).Follow()
	form := b.Decision("Declined", url.Values{
		"note":    {"an hour of thought"},
		"comment": {"dear client"},
		"csrf":    {"belongs to another session"},
	})
	b.Post("/jobs/"+id+"/decide", form).Want(http.StatusForbidden, "an hour of thought", "dear client",
		"Back to the job")
}

func TestTheMarkOfTheConsoleIsAnIcon(t *testing.T) {
	b := webtest.Open(t).Browser()
	b.Get("/favicon.ico").Want(http.StatusOK)
	if kind := b.Answer.Header.Get("Content-Type"); kind != "image/x-icon" ||
		!strings.HasPrefix(b.Body, "\x00\x00\x01\x00\x01\x00\x20\x20") {
		t.Fatalf("%s: % x", kind, b.Body[:min(8, len(b.Body))])
	}
	picture, err := png.Decode(bytes.NewReader([]byte(b.Body[22:])))
	if err != nil || picture.Bounds().Dx() != 32 {
		t.Fatalf("%v", err)
	}
	if _, _, _, alpha := picture.At(0, 0).RGBA(); alpha != 0 {
		t.Error("the corner is not clear")
	}
	if r, g, _, _ := picture.At(14, 21).RGBA(); r < 0xe000 || g < 0xe000 {
		t.Error("the tick is not light")
	}
}
