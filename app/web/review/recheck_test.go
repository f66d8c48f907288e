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
		"No source settles it: compare with the picture.")
	b.Correct(id, "VIZ", "dateOfBirth", "1987-03-18").Follow().Want(http.StatusOK,
		"Resolved by a correction: Date of birth differs: printed 13 Mar 1987", "Corrected, and checked again",
		`<del class="data">13 Mar 1987</del>`, `<ins class="data">18 Mar 1987</ins>`, "The agent", "doubtful →")
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
		"Expired on 01 Jan 2020, 2515 days ago", "not run →")
	auditor := h.As(access.Auditor).Get("/jobs/" + id)
	auditor.Want(http.StatusOK, "Expired on •• ••• 2020, ••• days ago")
	auditor.Lacks("-••-••")
	auditor.LacksSecrets("the auditor's page")
}
