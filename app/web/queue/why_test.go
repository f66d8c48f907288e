package queue_test

import (
	"net/http"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestTheQueueTellsInTheAgentsLanguageWhyAJobWaits(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/queue").Want(http.StatusOK, "/jobs/"+id, "Born differs: Printed 1987-03-13 · MRZ 1987-03-18")
	b.Get("/jobs/"+id).Want(http.StatusOK, "Born differs: Printed 1987-03-13 · MRZ 1987-03-18")
	b.Headers["Accept-Language"] = "es-MX"
	b.Get("/queue").Want(http.StatusOK, "/jobs/"+id, "Nacimiento no coincide: Impreso 1987-03-13 · MRZ 1987-03-18")
	b.Get("/jobs/"+id+"/peek").Want(http.StatusOK, "MEX pasaporte", "validación", "enviado")
}

func TestTheQueueCoversInWhyAJobWaitsWhatTheReviewPageCovers(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Auditor)
	covered := "Born differs: Printed, MRZ 1987-••-••"
	b.Get("/jobs/"+id).Want(http.StatusOK, covered)
	b.Get("/queue").Want(http.StatusOK, covered)
	if strings.Contains(b.Body, "1987-03-1") {
		t.Error("the queue tells a covered date")
	}
}
