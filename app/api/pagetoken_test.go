package api_test

import (
	"strings"
	"testing"

	"proofdesk/app/api"
)

// The documentation tells integrators what somebody can do who takes the token out of their page.
func TestATokenFromAPageDoesWhatTheDocumentationSays(t *testing.T) {
	w := newWorld(t, capturing, listed)
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

func TestANetworkOpensJobsSessionsAndLinksOfAClientWithOriginsSlowly(t *testing.T) {
	started := `{"flavor":"MEDIUM","sdkVersion":"` + sdkVersion + `"}`
	for _, c := range []struct{ first, second, third string }{
		{"jobs", "jobs", "jobs"},
		{"jobs", "initialize", "jobs"},
		{"initialize", "initialize", "initialize"},
		{"capture-links", "jobs", "capture-links"},
	} {
		w := newWorld(t, capturing, listed, addressed, func(w *world) {
			w.api.PageRate = api.Rate{PerSecond: .001, Burst: 2}
		})
		open := func(who, address, what string) answer {
			body := map[string]string{"jobs": jobBody, "initialize": started, "capture-links": faceLink}[what]
			return w.call("POST", "/api/v4/"+what, bearer(who).with("X-Address", address), body)
		}
		for _, what := range []string{c.first, c.second} {
			if a := open("acme2", "2001:db8:0:1::1", what); a.status >= 300 {
				t.Errorf("%v: %d %s", c, a.status, a.body)
			}
		}
		if a := open("acme2", "2001:db8:0:1::2", c.third); a.status != 429 || a.header.Get("Retry-After") != "1000" {
			t.Errorf("%v, one more of the network: %d %v %s", c, a.status, a.header, a.body)
		}
		for _, other := range []string{"2001:db8:0:2::1", "192.0.2.1"} {
			for range 2 {
				if a := open("acme2", other, c.third); a.status >= 300 {
					t.Errorf("%v, from %s: %d %s", c, other, a.status, a.body)
				}
			}
		}
		for range 3 { // a server's calls come from one address
			if a := open("acme", "192.0.2.2", c.third); a.status >= 300 {
				t.Errorf("%v, a server: %d %s", c, a.status, a.body)
			}
		}
		l := w.newLinkOf("acme2", faceLink)
		_, token := w.start(l)
		if a := open(token, "2001:db8:0:1::1", "initialize"); a.status != 200 {
			t.Errorf("%v, with a link: %d %s", c, a.status, a.body)
		}
	}
}
