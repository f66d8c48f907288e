package savedview_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/shell/form"
	"proofdesk/app/web/webtest"
)

var viewForm = regexp.MustCompile(`action="/views/([0-9A-Z]{26})"`)

func TestAViewIsSavedRenamedStartedWithAndDeleted(t *testing.T) {
	h := webtest.Open(t)
	h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/jobs?status=review").Want(200, "Save view…", "DOE, JANE")
	b.Lacks("not saved")
	save := url.Values{"page": {"jobs"}, "query": {"status=review"}, "name": {"  In   review "}}
	b.Post("/views", save).Follow().Want(200, "In review", `<span class="data">1</span>`, "Saved view…", "Rename")
	id := viewForm.FindStringSubmatch(b.Body)[1]
	was := "In review"
	act := func(act, name string) url.Values {
		return url.Values{
			"page": {"jobs"}, "query": {"status=review"}, "act": {act}, "name": {name},
			"version": {form.Version(was)},
		}
	}
	b.Post("/views/"+id, act("rename", "To do")).Follow().Want(200, "To do")
	b.Post("/views/"+id, act("rename", "Mine")).Want(http.StatusConflict, "Saved meanwhile: To do", `value="Mine"`)
	was = "To do"
	b.Post("/views/"+id, act("rename", "To  do")).Follow().Want(200, "To do")
	b.Post("/views/"+id, act("start", "")).Follow().Want(200, "Use the queue as start page")
	b.Get("/").Want(http.StatusSeeOther)
	if to := b.Answer.Header.Get("Location"); to != "/jobs?status=review" {
		t.Errorf("starts at %q", to)
	}
	again := h.Browser()
	if again.SignIn("agent@acme.test", webtest.Password,
		nil); again.Answer.Header.Get("Location") != "/jobs?status=review" {
		t.Errorf("signing in leads to %q", again.Answer.Header.Get("Location"))
	}
	b.Get("/jobs?status=review")
	b.Post("/views/"+id, act("delete", "")).Follow().Want(200, "Save view…")
	b.Get("/").Follow().Want(200, "1 waiting")
}

func TestAViewKeepsNoWordsOfASearch(t *testing.T) {
	h := webtest.Open(t)
	h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/jobs?status=review&q=doe").Want(200, "DOE, JANE", "The words of the search are not saved.")
	b.Post("/views", url.Values{"page": {"jobs"}, "query": {"q=doe&status=review"}, "name": {"In review"}})
	if to := b.Answer.Header.Get("Location"); to != "/jobs?status=review" {
		t.Errorf("the view leads to %q", to)
	}
	b.Get("/jobs?q=doe")
	b.Post("/views", url.Values{"page": {"jobs"}, "query": {"q=doe"}, "name": {"Does"}})
	b.Want(http.StatusBadRequest, `value="Does"`,
		"A view keeps filters, not the words of a search: choose a filter first.")
}

func TestTheNameOfAViewFollowsItsRules(t *testing.T) {
	h := webtest.Open(t)
	b := h.As(access.Agent)
	for name, problem := range map[string]string{
		"":                      "Enter a name for the view.",
		"\t \n":                 "Enter a name for the view.",
		strings.Repeat("é", 41): "A view&#39;s name can have at most 40 characters.",
		"a\u200bb":              "A view&#39;s name can contain only letters, digits, symbols and spaces.",
	} {
		b.Get("/queue").Post("/views", url.Values{"page": {"queue"}, "query": {"view=mine"}, "name": {name}})
		b.Want(http.StatusBadRequest, problem, "Mine: 0")
	}
	first := url.Values{"page": {"queue"}, "query": {"view=mine"}, "name": {"Año"}}
	b.Get("/queue").Post("/views", first).Want(http.StatusSeeOther)
	second := url.Values{"page": {"queue"}, "query": {"view=overdue"}, "name": {"ANO"}}
	b.Get("/queue").Post("/views", second).Want(http.StatusConflict, "A view with this name already exists.",
		`value="ANO"`, "Overdue: 0")
}

func TestOnlySeniorsShareViewsAndEverybodyOfTheCompanyHasThem(t *testing.T) {
	h := webtest.Open(t)
	shared := func() url.Values {
		return url.Values{
			"page":   {"queue"},
			"query":  {"view=open&document=passport"},
			"name":   {"Passports"},
			"shared": {"1"},
		}
	}
	agent := h.As(access.Agent)
	agent.Get("/queue").Post("/views", shared()).Want(http.StatusForbidden)
	h.As(access.Senior).Get("/queue").Post("/views", shared()).Want(http.StatusSeeOther)
	agent.Get("/queue?document=passport&view=open").Want(200, "Passports", "Saved view…", "Use as start page")
	if strings.Contains(agent.Body, "Rename") {
		t.Error("an agent may rename a shared view")
	}
	id := viewForm.FindStringSubmatch(agent.Body)[1]
	agent.Post("/views/"+
		id,
		url.Values{
			"page":  {"queue"},
			"query": {"view=open&document=passport"},
			"act":   {"delete"},
		}).Want(http.StatusForbidden)
	other := h.Browser()
	other.SignIn("senior@globex.test", webtest.Password, nil)
	if other.Get("/queue"); strings.Contains(other.Body, "Passports") {
		t.Error("another company has the view")
	}
	other.Post("/views/"+
		id, url.Values{"page": {"queue"}, "query": {"view=open"}, "act": {"delete"}}).Want(http.StatusNotFound)
}
