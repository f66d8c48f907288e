package review_test

import (
	"net/http"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestACorrectionShowsTheNewResultAtOnce(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/queue").Post("/queue/next", nil).Follow().Want(http.StatusOK,
		"Born differs: Printed 1987-03-13 · MRZ 1987-03-18")
	b.Correct(id, "VIZ", "dateOfBirth", "1987-03-18").Follow().Want(http.StatusOK,
		"Resolved by a correction: Born differs: Printed 1987-03-13", "Corrected, and checked again",
		`<del class="data">1987-03-13</del>`, `<ins class="data">1987-03-18</ins>`, "The agent", "fail →")
	if strings.Contains(b.Body, "no match") {
		t.Error("the corrected row still does not match")
	}
	b.Get("/jobs/"+id+"/report").Want(http.StatusOK, "Resolved by a correction")
}

func TestACorrectionThatMakesThingsWorseIsAFinding(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/queue").Post("/queue/next", nil).Follow()
	b.Correct(id, "VIZ", "expiryDate", "2020-01-01").Follow().Want(http.StatusOK,
		"Expired on 2020-01-01, 2515 days ago", "not run →")
	auditor := h.As(access.Auditor).Get("/jobs/" + id)
	auditor.Want(http.StatusOK, "Expired on 2020-••-••, ••• days ago")
	auditor.LacksSecrets("the auditor's page")
}
