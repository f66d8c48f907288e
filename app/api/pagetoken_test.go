package api_test

import (
	"strings"
	"testing"

	"proofdesk/app/api"
	"proofdesk/app/store"
)

// The documentation tells integrators what somebody can do who takes the token out of their page.
func TestATokenFromAPageDoesWhatTheDocumentationSays(t *testing.T) {
	w := newWorld(t, capturing)
	const listed = "https://app.bank.example"
	w.write(func(tx *store.Tx) error {
		_, err := tx.SetClientOrigins(t.Context(), "acme", "sdk2", nil, []string{listed})
		return err
	})
	theirs, link := w.newJob(jobBody), w.newLink(faceLink) // of the client sdk
	job := w.newJobOf("acme2", jobBody)
	taken := bearer("acme2") // which no page sends: there is no origin
	picture, started := string(jpegOf(t, 30, 30)), `{"flavor":"MEDIUM","sdkVersion":"`+sdkVersion+`"}`
	for _, c := range []struct {
		call, body string
		status     int
	}{
		{"POST /api/v4/initialize", started, 200},
		{"POST /api/v4/jobs", jobBody, 201},
		{"POST /api/v4/capture-links", faceLink, 201},
		{"GET /api/v4/jobs/" + job, "", 200},
		{"PUT /api/v4/jobs/" + job + "/captures/id_front", picture, 201},
		{"PUT /api/v4/jobs/" + job + "/captures/id_back", picture, 201},
		{"PUT /api/v4/jobs/" + job + "/captures/selfie", picture, 201},
		{"POST /api/v4/jobs/" + job + "/submit", "", 202},
		{"GET /api/v4/jobs/" + theirs, "", 200},
		{"PUT /api/v4/jobs/" + theirs + "/captures/selfie", picture, 403},
		{"POST /api/v4/jobs/" + theirs + "/submit", "", 403},
		{"GET /api/v4/capture-links/" + link.ID, "", 404},
		{"DELETE /api/v4/capture-links/" + link.ID, "", 404},
		{"POST /api/get-job-data", `{"jobId":"` + job + `"}`, 401},
		{"GET /api/documents/urn:documentsv1:test:eu:acme:" + job, "", 401},
		{"GET /api/presets", "", 401},
		{"POST /api/presets", branded, 401},
	} {
		method, path, _ := strings.Cut(c.call, " ")
		kind := "application/json"
		if c.body == picture {
			kind = "image/jpeg"
		}
		if a := w.call(method, path, taken.with("Content-Type", kind), c.body); a.status != c.status {
			t.Errorf("%s: %d, want %d: %s", c.call, a.status, c.status, a.body)
		}
	}
	if a := w.call("GET", "/api/v4/jobs/"+job, bearer("other"), ""); a.status != 404 {
		t.Errorf("a token of another company finds the job: %d", a.status)
	}
	if a := w.call("GET", "/api/v4/jobs/"+job, taken.with("Origin", "https://evil.example"), ""); a.status != 403 {
		t.Errorf("a page of another origin reads the job: %d", a.status)
	}
}

func TestAClientWithOriginsCreatesCaptureLinksSlowly(t *testing.T) {
	w := newWorld(t, capturing, func(w *world) { w.api.PageLinkRate = api.Rate{PerSecond: .001, Burst: 2} })
	w.write(func(tx *store.Tx) error {
		_, err := tx.SetClientOrigins(t.Context(), "acme", "sdk2", nil, []string{"https://app.bank.example"})
		return err
	})
	for who, last := range map[string]int{"acme2": 429, "acme": 201} { // a page's client, and a server's
		for n := range 3 {
			want := 201
			if n == 2 {
				want = last
			}
			a := w.call("POST", "/api/v4/capture-links", bearer(who), faceLink)
			if a.status != want || want == 429 && a.header.Get("Retry-After") == "" {
				t.Errorf("%s, link %d: %d, want %d: %s", who, n, a.status, want, a.body)
			}
		}
	}
}
