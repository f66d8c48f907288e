package account_test

import (
	"net/http"
	"net/url"
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

func TestAnEndedSessionGivesTheFormBackAfterSigningIn(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/queue").Post("/queue/next", nil).Follow()
	form := b.Decision("Declined", url.Values{"reason": {"data.expired"}, "note": {"kept words"}})
	b.Cookies = map[string]string{}
	b.Post("/jobs/"+id+"/decide", form).Want(http.StatusUnauthorized, "Your session ended",
		`name="kept.note" value="kept words"`)
	kept := url.Values{
		"next":         {"/jobs/" + id},
		"kept.note":    {"kept words"},
		"kept.outcome": {"Declined"},
		"kept.reason":  {"data.expired"},
	}
	b.SignIn("agent@acme.test", "a wrong one entirely", kept)
	b.Want(http.StatusUnauthorized, `name="kept.note" value="kept words"`,
		"The e-mail address or the password is wrong")
	b.SignIn("agent@acme.test", webtest.Password, kept)
	b.Follow().Want(200, "kept words", `value="data.expired" data-reason="5" checked`)
}
