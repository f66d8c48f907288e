package account_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestASessionCanBeEndedFromAnotherBrowser(t *testing.T) {
	h := webtest.Open(t)
	lost, here := h.As(access.Agent), h.As(access.Agent)
	here.Get("/me").Want(200, "this browser")
	hash := here.Field("session")
	here.Post("/me/sessions", url.Values{"session": {hash}}).Want(http.StatusSeeOther)
	lost.Get("/queue").Want(http.StatusSeeOther)
	here.Get("/queue").Want(200)
	other := h.As(access.Senior)
	other.Get("/me")
	other.Post("/me/sessions", url.Values{"session": {hash}}).Want(http.StatusNotFound)
}

func TestAnEndedSessionGivesTheFormBackToWhoFilledItIn(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/queue").Post("/queue/next", nil).Follow()
	form := b.Decision("Declined", url.Values{
		"reason":         {"data.expired"},
		"note":           {"kept words"},
		"why":            {"a colleague knows them"},
		"override.glare": {"other"},
	})
	b.Cookies = map[string]string{}
	b.Post("/jobs/"+id+"/decide", form).Want(http.StatusUnauthorized, "Your session ended",
		`name="kept.note" value="kept words"`, `name="kept.why" value="a colleague knows them"`,
		`name="kept.override.glare" value="other"`)
	kept := url.Values{
		"next":                {"/jobs/" + id},
		"kept.agent":          {b.Field("kept.agent")},
		"kept.note":           {"kept words"},
		"kept.why":            {"a colleague knows them"},
		"kept.outcome":        {"Declined"},
		"kept.reason":         {"data.expired"},
		"kept.override.glare": {"other"},
	}
	if kept.Get("kept.agent") == "" {
		t.Fatal("the page does not say whose words it keeps")
	}
	b.SignIn("senior@acme.test", webtest.Password, kept)
	if b.Get("/jobs/" + id); strings.Contains(b.Body, "kept words") {
		t.Error("whoever signs in next gets the words of the agent before")
	}
	b.Cookies = map[string]string{}
	b.SignIn("agent@acme.test", "a wrong one entirely", kept)
	b.Want(http.StatusUnauthorized, `name="kept.note" value="kept words"`,
		"The e-mail address or the password is wrong")
	b.SignIn("agent@acme.test", webtest.Password, kept)
	b.Follow().Want(200, "a colleague knows them\nkept words", `value="data.expired" data-reason="5" checked`)
}
