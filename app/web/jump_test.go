package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/ids"
)

func TestTheBoxThatGoesAnywhereListsTheVisitorsPagesAndWhatIsFound(t *testing.T) {
	h := open(t)
	id, captures := h.job("acme", "JOERGEN OESTERGAARD")
	other, _ := h.job("globex", "JOERGEN OESTERGAARD")
	h.enrolled("4471", ids.UUID())
	senior, agent, admin := h.as(access.Senior), h.as(access.Agent), h.as(access.Admin)
	senior.get("/jump").want(http.StatusOK, `["Queue","/queue"]`, `["Customers","/customers"]`,
		`["Your account","/me"]`, `["Your keys","/me/keys"]`)
	senior.lacks("/users", "/sandbox")
	agent.get("/jump").want(http.StatusOK, `["Jobs","/jobs"]`)
	agent.lacks("/users", "/customers", "/deliveries")
	admin.get("/jump").want(http.StatusOK, "/users", "/retention", `["Deliveries","/deliveries"]`, "/breakers",
		"/audit", "/settings/reasons", "/dashboard/engine")
	for _, text := range []string{
		id[:9], strings.ReplaceAll(id, "-", "")[:12], id[:4] + "…" + id[len(id)-4:], "Østergård", "jørg",
	} {
		agent.get("/jump?q="+url.QueryEscape(text)).want(http.StatusOK, "JOERGEN OESTERGAARD", "/jobs/"+id)
		agent.lacks(other, "/customers")
	}
	for _, text := range []string{id, strings.ReplaceAll(id, "-", ""), captures[0].ID} {
		agent.get("/jump?q="+text).want(http.StatusOK, `["Open `+text[:10], "/jobs/"+id)
	}
	senior.get("/jump?q=doe").want(http.StatusOK, `["Customer · JANE DOE · #4471","/customers/4471"]`)
	for _, text := range []string{"x", "nobody", strings.Repeat("j", 201), other} {
		if senior.get("/jump?q=" + text).want(http.StatusOK); senior.body != "[]" {
			t.Errorf("%q finds %s", text, senior.body)
		}
	}
	auditor := h.as(access.Auditor)
	auditor.get("/jump?q=oestergaard").want(http.StatusOK, "/jobs/"+id)
	auditor.lacks("JOERGEN")
	h.browser().get("/jump?q=doe").want(http.StatusSeeOther)
}
