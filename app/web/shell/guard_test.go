package shell_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/web/webtest"
)

func TestNothingIsShownWithoutSigningIn(t *testing.T) {
	h := webtest.Open(t)
	id, captures := h.Job("acme", "DOE, JANE")
	for _, path := range []string{
		"/queue", "/queue/state", "/jobs", "/jobs.csv", "/jobs/" + id, "/jobs/" + id + "/payload",
		"/jobs/" + id + "/history", "/media/" + captures[0].ID,
	} {
		b := h.Browser().Get(path)
		if want := "/login?next=" + url.QueryEscape(path); b.Status != http.StatusSeeOther ||
			b.Answer.Header.Get("Location") != want {
			t.Errorf("%s: %d to %s", path, b.Status, b.Answer.Header.Get("Location"))
		}
	}
	h.Browser().Post("/queue/next", nil).Want(http.StatusUnauthorized, "Sign in")
}

func TestFormsOfOtherSitesAndSessionsAreRefused(t *testing.T) {
	h := webtest.Open(t)
	h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/queue")
	csrf := b.Field("csrf")
	b.Post("/queue/next", url.Values{"csrf": {""}}).Want(http.StatusForbidden)
	b.Post("/queue/next", url.Values{"csrf": {h.As(access.Agent).Get("/queue").Field("csrf")}}).Want(
		http.StatusForbidden, "another session")
	b.Headers["Sec-Fetch-Site"] = "cross-site"
	b.Post("/queue/next", url.Values{"csrf": {csrf}}).Want(http.StatusForbidden, "another site")
	b.Headers = map[string]string{"Accept": "text/html", "Origin": "https://evil.test"}
	b.Post("/queue/next", url.Values{"csrf": {csrf}}).Want(http.StatusForbidden)
	b.SignIn("agent@acme.test", webtest.Password, nil)
	b.Want(http.StatusForbidden)
	b.Headers = map[string]string{"Accept": "text/html", "Sec-Fetch-Site": "same-origin"}
	b.Post("/queue/next", url.Values{"csrf": {csrf}}).Want(http.StatusSeeOther)
}

func TestATokenInTheQueryDoesNotCount(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Agent).Get("/queue")
	token := b.Field("csrf")
	b.Post("/queue/next?csrf="+token, url.Values{"csrf": {""}}).Want(http.StatusForbidden)
}

func TestWhatBelongsToAnotherCompanyIsLikeWhatDoesNotExist(t *testing.T) {
	h := webtest.Open(t)
	foreign, captures := h.Job("globex", "ROE, RICHARD")
	b := h.As(access.Admin)
	clean := regexp.MustCompile(`[0-9A-Z]{26}`)
	for _, paths := range [][2]string{
		{"/jobs/" + foreign, "/jobs/" + ids.UUID()},
		{"/media/" + captures[0].ID, "/media/" + ids.UUID()},
		{"/jobs/" + foreign + "/payload", "/jobs/" + ids.UUID() + "/payload"},
		{"/jobs/" + foreign + "/history", "/jobs/" + ids.UUID() + "/history"},
	} {
		b.Get(paths[0]).Want(http.StatusNotFound)
		theirs := clean.ReplaceAllString(b.Body, "")
		b.Get(paths[1]).Want(http.StatusNotFound)
		if theirs != clean.ReplaceAllString(b.Body, "") {
			t.Errorf("%s answers otherwise than a missing one", paths[0])
		}
	}
	b.Get("/jobs?q="+foreign).Want(200, "Nothing found")
	b.Get("/jobs?q=Richard").Want(200, "Nothing found")
	b.Get("/queue").Want(200, "0 waiting")
	b.Post("/queue/next", nil).Follow().Want(200, "No jobs are available")
	token := b.Field("csrf")
	for _, act := range []string{"claim", "decide", "skip", "escalate", "undo", "draft", "heartbeat", "correct"} {
		b.Post("/jobs/"+foreign+"/"+act, url.Values{"csrf": {token}, "outcome": {"Approved"}})
		if b.Status != http.StatusNotFound && b.Status != http.StatusConflict && b.Status != http.StatusBadRequest {
			t.Errorf("%s: %d", act, b.Status)
		}
	}
}

func TestRolesMayWhatTheyMay(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	auditor := h.As(access.Auditor)
	auditor.Get("/jobs/"+id).Want(200, "D••, J•••", "Read only: your role can view jobs")
	if strings.Contains(auditor.Body, "Take the next job") || strings.Contains(auditor.Body, "Take this job") ||
		strings.Contains(auditor.Body, `id="decision"`) {
		t.Error("an auditor is offered to decide")
	}
	token := auditor.Field("csrf")
	for _, path := range []string{
		"/queue/next", "/jobs/" + id + "/claim", "/jobs/" + id + "/decide", "/jobs/" + id + "/undo",
	} {
		auditor.Post(path, url.Values{"csrf": {token}}).Want(http.StatusForbidden,
			"Your role (auditor) is not allowed to do this")
	}
	h.As(access.Agent).Get("/jobs.csv").Want(http.StatusForbidden)
	h.As(access.Senior).Get("/jobs.csv").Want(200, id, "G09988123")
}

func TestEveryPageKeepsTheContentPolicy(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Admin)
	b.Get("/queue").Post("/queue/next", nil)
	for _, path := range []string{
		"/login", "/queue", "/jobs", "/jobs?q=nobody", "/jobs/" + id, "/jobs/" + id + "/history", "/jobs/unknown",
	} {
		b.Get(path)
		if policy := b.Answer.Header.Get("Content-Security-Policy"); !strings.Contains(policy,
			"script-src 'self'; style-src 'self';") || strings.Contains(
			policy, "unsafe") {
			t.Errorf("%s: policy %q", path, policy)
		}
		if found := webtest.Inline.FindString(b.Body); found != "" {
			t.Errorf("%s: inline %q", path, found)
		}
		if b.Answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s may be stored", path)
		}
	}
}

func TestBadPathsAndFormsGetAClearAnswer(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	cases := map[string]int{
		"/queue?view=nope":                    404,
		"/queue?after=x":                      200,
		"/queue?after=1-x":                    200,
		"/jobs/1":                             404,
		"/jobs/" + strings.ToUpper(id):        200,
		"/jobs?status=nope":                   400,
		"/jobs?q=" + strings.Repeat("x", 201): 400,
		"/media/x":                            404,
		"/static/nope.js":                     404,
		"/jobs?q=%00%ff":                      200,
		"/nowhere":                            404,
	}
	for path, want := range cases {
		if b.Get(path); b.Status != want {
			t.Errorf("%s: %d, want %d", path, b.Status, want)
		}
	}
	b.Get("/queue")
	token := b.Field("csrf")
	b.Post("/me/theme", url.Values{"csrf": {token}, "theme": {"pink"}}).Want(http.StatusBadRequest)
	b.Post("/jobs/"+id+
		"/decide",
		url.Values{
			"csrf":    {token},
			"outcome": {"Approved"},
			"version": {"x"},
			"started": {"-5"},
		}).Want(http.StatusConflict)
	b.Headers["Accept"] = "application/json"
	b.Get("/jobs/1").Want(http.StatusNotFound, `"title":"Not Found"`)
}
