package queue_test

import (
	"net/http"
	"regexp"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

// share is a number between 0 and 1 as it stood beside the engine's suggestion once.
var share = regexp.MustCompile(`REVIEW,? ?(</b>)? ?[01]?\.\d\d`)

func TestTheQueueCountsRequirementsAndExplainsItsOrder(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/queue").Want(http.StatusOK, "11/15", "11 of 15 requirements met",
		"Order: fraud, data, quality, policy; the oldest first.", "Each job is ranked once",
		"“Take the next job” follows this order.")
	b.Lacks("Sorted by a column.")
	for _, order := range []string{"deadline", "waited"} {
		b.Get("/queue?order="+order).Want(http.StatusOK,
			"Sorted by a column. The next job is still taken by what is at stake.")
		b.Lacks("Order: fraud, data")
	}
	for _, path := range []string{"", "/report"} {
		b.Get("/jobs/"+id+path).Want(http.StatusOK, "11 of 15 requirements met")
		if found := share.FindString(b.Body); found != "" {
			t.Errorf("/jobs/…%s shows %q: a share of requirements reads like a certainty", path, found)
		}
	}
}
