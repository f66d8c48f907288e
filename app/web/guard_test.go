package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/ids"
)

func TestNothingIsShownWithoutSigningIn(t *testing.T) {
	h := open(t)
	id, captures := h.job("acme", "DOE, JANE")
	for _, path := range []string{
		"/queue", "/queue/state", "/jobs", "/jobs.csv", "/jobs/" + id, "/jobs/" + id + "/payload",
		"/jobs/" + id + "/history", "/media/" + captures[0].ID,
	} {
		b := h.browser().get(path)
		if want := "/login?next=" + url.QueryEscape(path); b.status != http.StatusSeeOther ||
			b.answer.Header.Get("Location") != want {
			t.Errorf("%s: %d to %s", path, b.status, b.answer.Header.Get("Location"))
		}
	}
	h.browser().post("/queue/next", nil).want(http.StatusUnauthorized, "Sign in")
}

func TestSigningInNeedsTheRightPasswordAndLeadsOnlyInside(t *testing.T) {
	h := open(t)
	b := h.browser()
	b.signIn("agent@acme.test", "wrong wrong wrong", nil)
	b.want(http.StatusUnauthorized, "wrong, or the account is locked or disabled", `value="agent@acme.test"`)
	for next, want := range map[string]string{
		"/jobs?q=x":         "/jobs?q=x",
		"//evil.test":       "/queue",
		"https://evil.test": "/queue",
		`/\evil.test`:       "/queue",
		"":                  "/queue",
	} {
		b.signIn("AGENT@acme.test ", password, url.Values{"next": {next}})
		if got := b.answer.Header.Get("Location"); b.status != http.StatusSeeOther || got != want {
			t.Errorf("next %q leads to %q", next, got)
		}
	}
	b.get("/queue").post("/logout", nil).want(http.StatusSeeOther)
	b.get("/queue").want(http.StatusSeeOther)
}

func TestFormsOfOtherSitesAndSessionsAreRefused(t *testing.T) {
	h := open(t)
	h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	b.get("/queue")
	csrf := b.field("csrf")
	b.post("/queue/next", url.Values{"csrf": {""}}).want(http.StatusForbidden)
	b.post("/queue/next", url.Values{"csrf": {h.as(access.Agent).get("/queue").field("csrf")}}).want(
		http.StatusForbidden, "another session")
	b.headers["Sec-Fetch-Site"] = "cross-site"
	b.post("/queue/next", url.Values{"csrf": {csrf}}).want(http.StatusForbidden, "another site")
	b.headers = map[string]string{"Accept": "text/html", "Origin": "https://evil.test"}
	b.post("/queue/next", url.Values{"csrf": {csrf}}).want(http.StatusForbidden)
	b.signIn("agent@acme.test", password, nil)
	b.want(http.StatusForbidden)
	b.headers = map[string]string{"Accept": "text/html", "Sec-Fetch-Site": "same-origin"}
	b.post("/queue/next", url.Values{"csrf": {csrf}}).want(http.StatusSeeOther)
}

func TestATokenInTheQueryDoesNotCount(t *testing.T) {
	h := open(t)
	b := h.as(access.Agent).get("/queue")
	token := b.field("csrf")
	b.post("/queue/next?csrf="+token, url.Values{"csrf": {""}}).want(http.StatusForbidden)
}

func TestWhatBelongsToAnotherCompanyIsLikeWhatDoesNotExist(t *testing.T) {
	h := open(t)
	foreign, captures := h.job("globex", "ROE, RICHARD")
	b := h.as(access.Admin)
	clean := regexp.MustCompile(`[0-9A-Z]{26}`)
	for _, paths := range [][2]string{
		{"/jobs/" + foreign, "/jobs/" + ids.UUID()},
		{"/media/" + captures[0].ID, "/media/" + ids.UUID()},
		{"/jobs/" + foreign + "/payload", "/jobs/" + ids.UUID() + "/payload"},
		{"/jobs/" + foreign + "/history", "/jobs/" + ids.UUID() + "/history"},
	} {
		b.get(paths[0]).want(http.StatusNotFound)
		theirs := clean.ReplaceAllString(b.body, "")
		b.get(paths[1]).want(http.StatusNotFound)
		if theirs != clean.ReplaceAllString(b.body, "") {
			t.Errorf("%s answers otherwise than a missing one", paths[0])
		}
	}
	b.get("/jobs?q="+foreign).want(200, "Nothing found")
	b.get("/jobs?q=Richard").want(200, "Nothing found")
	b.get("/queue").want(200, "0 waiting")
	b.post("/queue/next", nil).follow().want(200, "No job is free")
	token := b.field("csrf")
	for _, act := range []string{"claim", "decide", "skip", "escalate", "undo", "draft", "heartbeat", "correct"} {
		b.post("/jobs/"+foreign+"/"+act, url.Values{"csrf": {token}, "outcome": {"Approved"}})
		if b.status != http.StatusNotFound && b.status != http.StatusConflict && b.status != http.StatusBadRequest {
			t.Errorf("%s: %d", act, b.status)
		}
	}
}

func TestRolesMayWhatTheyMay(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	auditor := h.as(access.Auditor)
	auditor.get("/jobs/"+id).want(200, "D••, J•••", "Read only: your role looks at jobs")
	if strings.Contains(auditor.body, "Take the next job") || strings.Contains(auditor.body, "Take this job") ||
		strings.Contains(auditor.body, `id="decision"`) {
		t.Error("an auditor is offered to decide")
	}
	token := auditor.field("csrf")
	for _, path := range []string{
		"/queue/next", "/jobs/" + id + "/claim", "/jobs/" + id + "/decide", "/jobs/" + id + "/undo",
	} {
		auditor.post(path, url.Values{"csrf": {token}}).want(http.StatusForbidden,
			"Your role (auditor) may not do this")
	}
	h.as(access.Agent).get("/jobs.csv").want(http.StatusForbidden)
	h.as(access.Senior).get("/jobs.csv").want(200, id, "G09988123")
}

var inline = regexp.MustCompile(`(?i)\sstyle=|<style|<script(?:\s+[^>]*)?>[^<]|\son[a-z]+=|javascript:`)

func TestEveryPageKeepsTheContentPolicy(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	b := h.as(access.Admin)
	b.get("/queue").post("/queue/next", nil)
	for _, path := range []string{
		"/login", "/queue", "/jobs", "/jobs?q=nobody", "/jobs/" + id, "/jobs/" + id + "/history", "/jobs/unknown",
	} {
		b.get(path)
		if policy := b.answer.Header.Get("Content-Security-Policy"); !strings.Contains(policy,
			"script-src 'self'; style-src 'self';") || strings.Contains(
			policy, "unsafe") {
			t.Errorf("%s: policy %q", path, policy)
		}
		if found := inline.FindString(b.body); found != "" {
			t.Errorf("%s: inline %q", path, found)
		}
		if b.answer.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s may be stored", path)
		}
	}
}

func TestBadPathsAndFormsGetAClearAnswer(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
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
		if b.get(path); b.status != want {
			t.Errorf("%s: %d, want %d", path, b.status, want)
		}
	}
	b.get("/queue")
	token := b.field("csrf")
	b.post("/me/theme", url.Values{"csrf": {token}, "theme": {"pink"}}).want(http.StatusBadRequest)
	b.post("/jobs/"+id+
		"/decide",
		url.Values{
			"csrf":    {token},
			"outcome": {"Approved"},
			"version": {"x"},
			"started": {"-5"},
		}).want(http.StatusConflict)
	b.headers["Accept"] = "application/json"
	b.get("/jobs/1").want(http.StatusNotFound, `"title":"Not Found"`)
}
