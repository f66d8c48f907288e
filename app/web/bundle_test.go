package web_test

import (
	"archive/zip"
	"net/http"
	"strings"
	"testing"

	"proofdesk/app/access"
)

func TestTheBundleHoldsEverythingAndIsAudited(t *testing.T) {
	h := open(t)
	id, captures := h.job("acme", "DOE, JANE")
	h.as(access.Agent).get("/jobs/" + id + "/bundle.zip").want(http.StatusForbidden)
	b := h.as(access.Senior).get("/jobs/" + id + "/bundle.zip")
	b.want(200)
	archive, err := zip.NewReader(strings.NewReader(b.body), int64(len(b.body)))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, f := range archive.File {
		names[f.Name] = true
	}
	for _, want := range []string{
		"payload.json", "report.json", "decision.json", "audit.json", "captures/passport-" + captures[0].ID + ".png",
		"captures/selfie-" + captures[1].ID + ".png",
	} {
		if !names[want] {
			t.Errorf("the bundle lacks %s: %v", want, names)
		}
	}
	b.get("/jobs/"+id+"/history").want(200, "took a job’s files", "The senior")
}

func TestTheReportSaysWhatTheReviewPageShows(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	h.as(access.Agent).get("/jobs/"+id+"/report").want(200, "DOE, JANE", "1987-03-13", "1987-03-18", "no match",
		"Glare", ".31", "Printed 2026-11-20")
}
