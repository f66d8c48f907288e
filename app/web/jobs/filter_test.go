package jobs_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestJobsAreFilteredByTheirURL(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	h.Job("acme", "ROE, RICHARD")
	b := h.As(access.Senior)
	b.Get("/queue").Post("/queue/next", nil).Follow()
	b.Post("/jobs/"+id+"/decide", b.Decision("Declined", url.Values{"reason": {"data.expired"}, "then": {"stay"}}))
	for query, found := range map[string]string{
		"status=declined":        "DOE",
		"by=person":              "DOE",
		"agent=senior@acme.test": "DOE",
		"reason=data.expired":    "DOE",
		"status=review":          "ROE",
		"from=2026-11-20&until=2026-11-20&status=review":   "ROE",
		"from=20+Nov+2026&until=20+nov+2026&status=review": "ROE",
	} {
		b.Get("/jobs?"+query).Want(200, found+", ", "Remove this filter")
		if strings.Count(b.Body, "<tr data-row") != 1 {
			t.Errorf("%s shows %d rows", query, strings.Count(b.Body, "<tr data-row"))
		}
	}
	b.Get("/jobs?from=2026-11-21").Want(200, "Nothing found.", `value="21 Nov 2026"`, "<b>21 Nov 2026</b>")
	b.Get("/jobs?from=soon").Want(http.StatusBadRequest, "Enter the date as 31 Jan 2026 or as 2026-01-31.")
	b.Get("/jobs?from=2026-11-21&until=2026-11-20").Want(http.StatusBadRequest, "The last day is before the first.")
	b.Get("/jobs?agent=nobody").Want(http.StatusBadRequest, "Choose an agent from the list.")
	b.Get("/jobs.csv?status=review").Want(200, "ROE, RICHARD")
	if rows := b.Answer.Header.Get("X-Rows"); rows != "1" || strings.Count(b.Body, "\n") != 2 {
		t.Errorf("%s rows are told: %s", rows, b.Body)
	}
}
