package jobs_test

import (
	"archive/zip"
	"net/http"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/web/webtest"
)

func TestTheBundleHoldsEverythingAndIsAudited(t *testing.T) {
	h := webtest.Open(t)
	id, captures := h.Job("acme", "DOE, JANE")
	h.As(access.Agent).Get("/jobs/" + id + "/bundle.zip").Want(http.StatusForbidden)
	b := h.As(access.Senior).Get("/jobs/" + id + "/bundle.zip")
	b.Want(200)
	archive, err := zip.NewReader(strings.NewReader(b.Body), int64(len(b.Body)))
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
	b.Get("/jobs/"+id+"/history").Want(200, "exported a job", "The senior")
}
