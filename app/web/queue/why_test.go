package queue_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestTheQueueTellsInTheAgentsLanguageWhyAJobWaits(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/queue").Want(http.StatusOK, "/jobs/"+id, "Date of birth differs: printed 13 Mar 1987, MRZ 18 Mar 1987")
	b.Get("/jobs/"+id).Want(http.StatusOK, "No source settles it: compare with the picture.")
	b.Headers["Accept-Language"] = "es-MX"
	b.Get("/queue").Want(http.StatusOK, "/jobs/"+id,
		"Diferencia en fecha de nacimiento: impreso 13 mar 1987, MRZ 18 mar 1987")
	b.Get("/jobs/"+id+"/peek").Want(http.StatusOK, "pasaporte, México", "validación", "enviado")
}

func TestTheQueueCoversInWhyAJobWaitsWhatTheReviewPageCovers(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Auditor)
	covered := "Date of birth differs: printed and MRZ •• ••• 1987"
	b.Get("/jobs/"+id).Want(http.StatusOK, "Values differ between sources")
	b.Get("/queue").Want(http.StatusOK, covered)
	if strings.Contains(b.Body, "1987-03-1") {
		t.Error("the queue tells a covered date")
	}
}

func TestTheQueueCoversForEachVisitorByItself(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	covered := "Date of birth differs: printed and MRZ •• ••• 1987"
	open := "Date of birth differs: printed 13 Mar 1987, MRZ 18 Mar 1987"
	for range 2 {
		h.As(access.Auditor).Get("/queue").Want(http.StatusOK, "/jobs/"+id, covered)
		h.As(access.Agent).Get("/queue").Want(http.StatusOK, "/jobs/"+id, open)
	}
}

// An agent searches for what the queue shows, in either language: the sentence, or a value in it.
func TestTheQueueIsSearchedByTheReasonsAsTheyAreRead(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	english, spanish := h.As(access.Agent), h.As(access.Agent)
	spanish.Headers["Accept-Language"] = "es-MX"
	for _, text := range []string{
		"Date of birth differs", "date of  birth  DIFFERS", "diferencia en fecha de nacimiento", "18 mar 1987",
		"Impreso 13",
	} {
		for _, b := range []*webtest.Browser{english, spanish} {
			b.Get("/queue?why="+url.QueryEscape(text)).Want(http.StatusOK, "/jobs/"+id)
		}
	}
	for _, text := range []string{"vencido", "expired", "%", "19 mar"} {
		english.Get("/queue?why=" + url.QueryEscape(text)).Lacks("/jobs/" + id)
	}
}
