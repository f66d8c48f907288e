package jobs_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/ids"
	"proofdesk/app/web/webtest"
)

func TestTheBoxThatGoesAnywhereListsTheVisitorsPagesAndWhatIsFound(t *testing.T) {
	h := webtest.Open(t)
	id, captures := h.Job("acme", "JOERGEN OESTERGAARD")
	other, _ := h.Job("globex", "JOERGEN OESTERGAARD")
	h.Enrolled("4471", ids.UUID())
	senior, agent, admin := h.As(access.Senior), h.As(access.Agent), h.As(access.Admin)
	senior.Get("/jump").Want(http.StatusOK, `["Queue","/queue"]`, `["Customers","/customers"]`,
		`["Your account","/me"]`, `["Keyboard shortcuts","/me/keys"]`)
	senior.Lacks("/users", "/sandbox")
	agent.Get("/jump").Want(http.StatusOK, `["Jobs","/jobs"]`)
	agent.Lacks("/users", "/customers", "/deliveries")
	admin.Get("/jump").Want(http.StatusOK, "/users", "/retention", `["Deliveries","/deliveries"]`, "/webhooks",
		"/audit", "/settings/reasons", "/dashboard/engine")
	for _, text := range []string{
		id[:9], strings.ReplaceAll(id, "-", "")[:12], id[:4] + "…" + id[len(id)-4:], "Østergård", "jørg",
	} {
		agent.Get("/jump?q="+url.QueryEscape(text)).Want(http.StatusOK, "JOERGEN OESTERGAARD", "/jobs/"+id)
		agent.Lacks(other, "/customers")
	}
	for _, text := range []string{id, strings.ReplaceAll(id, "-", ""), captures[0].ID} {
		agent.Get("/jump?q="+text).Want(http.StatusOK, `["Open `+text[:10], "/jobs/"+id)
	}
	senior.Get("/jump?q=doe").Want(http.StatusOK, `["Customer · JANE DOE · #4471","/customers/4471"]`)
	for _, text := range []string{"x", "nobody", strings.Repeat("j", 201), other} {
		if senior.Get("/jump?q=" + text).Want(http.StatusOK); senior.Body != "[]" {
			t.Errorf("%q finds %s", text, senior.Body)
		}
	}
	auditor := h.As(access.Auditor)
	auditor.Get("/jump?q=oestergaard").Want(http.StatusOK, "/jobs/"+id)
	auditor.Lacks("JOERGEN")
	h.Browser().Get("/jump?q=doe").Want(http.StatusSeeOther)
}
