package web_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"proofdesk/app/access"
)

var viewForm = regexp.MustCompile(`action="/views/([0-9A-Z]{26})"`)

func TestAViewIsSavedRenamedStartedWithAndDeleted(t *testing.T) {
	h := open(t)
	h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	b.get("/jobs?status=review&q=doe").want(200, "Save view…", "DOE, JANE")
	save := url.Values{"page": {"jobs"}, "query": {"q=doe&status=review"}, "name": {"  Doe   in review "}}
	b.post("/views", save).follow().want(200, "Doe in review", `<span class="data">1</span>`, "Saved view…", "Rename")
	id := viewForm.FindStringSubmatch(b.body)[1]
	act := func(act, name string) url.Values {
		return url.Values{"page": {"jobs"}, "query": {"q=doe&status=review"}, "act": {act}, "name": {name}}
	}
	b.post("/views/"+id, act("rename", "Does")).follow().want(200, "Does")
	b.post("/views/"+id, act("start", "")).follow().want(200, "Start with the queue again")
	b.get("/").want(http.StatusSeeOther)
	if to := b.answer.Header.Get("Location"); to != "/jobs?q=doe&status=review" {
		t.Errorf("starts at %q", to)
	}
	again := h.browser()
	if again.signIn("agent@acme.test", password,
		nil); again.answer.Header.Get("Location") != "/jobs?q=doe&status=review" {
		t.Errorf("signing in leads to %q", again.answer.Header.Get("Location"))
	}
	b.get("/jobs?q=doe&status=review")
	b.post("/views/"+id, act("delete", "")).follow().want(200, "Save view…")
	b.get("/").follow().want(200, "1 waiting")
}

func TestTheNameOfAViewFollowsItsRules(t *testing.T) {
	h := open(t)
	b := h.as(access.Agent)
	for name, problem := range map[string]string{
		"":                      "Give the view a name.",
		"\t \n":                 "Give the view a name.",
		strings.Repeat("é", 41): "A view&#39;s name has at most 40 characters.",
		"a\x01b":                "A view&#39;s name holds letters, digits, signs and spaces only.",
	} {
		b.get("/queue").post("/views", url.Values{"page": {"queue"}, "query": {"view=mine"}, "name": {name}})
		b.want(http.StatusBadRequest, problem, "Mine: 0")
	}
	first := url.Values{"page": {"queue"}, "query": {"view=mine"}, "name": {"Año"}}
	b.get("/queue").post("/views", first).want(http.StatusSeeOther)
	second := url.Values{"page": {"queue"}, "query": {"view=overdue"}, "name": {"ANO"}}
	b.get("/queue").post("/views", second).want(http.StatusConflict, "There is a view with this name already.",
		`value="ANO"`, "Overdue: 0")
}

func TestOnlySeniorsShareViewsAndEverybodyOfTheCompanyHasThem(t *testing.T) {
	h := open(t)
	shared := func() url.Values {
		return url.Values{
			"page":   {"queue"},
			"query":  {"view=open&document=passport"},
			"name":   {"Passports"},
			"shared": {"1"},
		}
	}
	agent := h.as(access.Agent)
	agent.get("/queue").post("/views", shared()).want(http.StatusForbidden)
	h.as(access.Senior).get("/queue").post("/views", shared()).want(http.StatusSeeOther)
	agent.get("/queue?document=passport&view=open").want(200, "Passports", "Saved view…", "Start with this view")
	if strings.Contains(agent.body, "Rename") {
		t.Error("an agent may rename a shared view")
	}
	id := viewForm.FindStringSubmatch(agent.body)[1]
	agent.post("/views/"+
		id,
		url.Values{
			"page":  {"queue"},
			"query": {"view=open&document=passport"},
			"act":   {"delete"},
		}).want(http.StatusForbidden)
	other := h.browser()
	other.signIn("senior@globex.test", password, nil)
	if other.get("/queue"); strings.Contains(other.body, "Passports") {
		t.Error("another company has the view")
	}
	other.post("/views/"+
		id, url.Values{"page": {"queue"}, "query": {"view=open"}, "act": {"delete"}}).want(http.StatusNotFound)
}

func TestTheQueueIsFilteredByItsURL(t *testing.T) {
	h := open(t)
	h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	b.get("/queue?view=open&document=passport&why=BIRTH&function=id_validation_face_match&order=waited").want(200,
		"DOE, JANE", "Remove this filter", `aria-sort="ascending"`)
	b.get("/queue?document=visa").want(200, "Nothing waits that fits these filters.", "Remove all filters")
	b.get("/queue?function=nonsense").want(http.StatusBadRequest, "There is no such function.")
	b.get("/queue?order=score&after=0.7-1").want(200, "Nothing follows.", "First page")
	b.get("/queue?order=score&after=x").want(http.StatusOK, "DOE, JANE",
		"“x” is not the start of a page: this is the first one.")
	b.get("/queue?score=-5").want(http.StatusOK, "DOE, JANE", "There is no filter “score”: it was ignored.")
	b.get("/queue/state?view=open&document=visa").want(200, `"rows":{}`, `"open":1`)
}

func TestJobsAreFilteredByTheirURL(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	h.job("acme", "ROE, RICHARD")
	b := h.as(access.Senior)
	b.get("/queue").post("/queue/next", nil).follow()
	b.post("/jobs/"+id+"/decide", b.decision("Declined", url.Values{"reason": {"data.expired"}, "then": {"stay"}}))
	for query, found := range map[string]string{
		"status=declined":        "DOE",
		"by=person":              "DOE",
		"agent=senior@acme.test": "DOE",
		"reason=data.expired":    "DOE",
		"status=review":          "ROE",
		"from=2026-11-20&until=2026-11-20&status=review": "ROE",
	} {
		b.get("/jobs?"+query).want(200, found+", ", "Remove this filter")
		if strings.Count(b.body, "<tr data-row") != 1 {
			t.Errorf("%s shows %d rows", query, strings.Count(b.body, "<tr data-row"))
		}
	}
	b.get("/jobs?from=2026-11-21").want(200, "Nothing found.")
	b.get("/jobs?from=soon").want(http.StatusBadRequest, "Give the day as YYYY-MM-DD.")
	b.get("/jobs?from=2026-11-21&until=2026-11-20").want(http.StatusBadRequest, "The last day is before the first.")
	b.get("/jobs?agent=nobody").want(http.StatusBadRequest, "There is no such agent.")
	b.get("/jobs.csv?status=review").want(200, "ROE, RICHARD")
	if rows := b.answer.Header.Get("X-Rows"); rows != "1" || strings.Count(b.body, "\n") != 2 {
		t.Errorf("%s rows are told: %s", rows, b.body)
	}
}
