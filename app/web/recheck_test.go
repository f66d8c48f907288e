package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
)

// correct sends a correction of the job that the page shows.
func (b *browser) correct(id, source, field, value string) *browser {
	b.t.Helper()
	return b.post("/jobs/"+id+
		"/correct", url.Values{"claim": {b.field("claim")}, "source": {source}, "field": {field}, "value": {value}})
}

func TestACorrectionShowsTheNewResultAtOnce(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	b.get("/queue").post("/queue/next", nil).follow().want(http.StatusOK,
		"Born differs: Printed 1987-03-13 · MRZ 1987-03-18")
	b.correct(id, "VIZ", "dateOfBirth", "1987-03-18").follow().want(http.StatusOK,
		"Settled by a correction: Born differs: Printed 1987-03-13", "Corrected, and checked again",
		`<del class="data">1987-03-13</del>`, `<ins class="data">1987-03-18</ins>`, "The agent", "fail →")
	if strings.Contains(b.body, "no match") {
		t.Error("the corrected row still does not match")
	}
	b.get("/jobs/"+id+"/report").want(http.StatusOK, "Settled by a correction")
}

func TestACorrectionThatMakesThingsWorseIsAFinding(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	b.get("/queue").post("/queue/next", nil).follow()
	b.correct(id, "VIZ", "expiryDate", "2020-01-01").follow().want(http.StatusOK,
		"Expired on 2020-01-01, 2515 days ago", "not run →")
	auditor := h.as(access.Auditor).get("/jobs/" + id)
	auditor.want(http.StatusOK, "Expired on 2020-••-••, ••• days ago")
	auditor.lacksSecrets("the auditor's page")
}
