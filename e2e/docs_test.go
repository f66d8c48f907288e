package e2e_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/app/web/docs"
	"proofdesk/engine/specimen"
)

// The page that the documentation begins with, on an origin of its own, with the policy that it tells the host to send.
func TestTheFirstPageOfTheDocumentationGetsADecisionFromTheSandbox(t *testing.T) {
	h := at(t)
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", docs.HostPolicy(h.base))
		kind, text := "text/html", docs.StartPage()
		switch r.URL.Path {
		case "/start.js":
			kind, text = "text/javascript", docs.StartScript(h.base)
		case "/token":
			token, err := h.sandbox.Token(r.Context())
			if err != nil {
				http.Error(w, err.Error(), http.StatusBadGateway)
				return
			}
			kind, text = "text/plain", token
		}
		w.Header().Set("Content-Type", kind)
		_, _ = w.Write([]byte(text))
	}))
	t.Cleanup(site.Close)
	id := h.sandbox.Credentials.ClientID
	client, err := h.Store.Client(t.Context(), boottest.Company, id)
	check(t, err)
	check(t, h.Credentials.AllowOrigins(t.Context(), "test", boottest.Company, id, client.Origins, []string{site.URL}))
	picture, _ := captured(specimen.Applicant(11, specimen.Good, time.Now().UTC()), "selfie")
	p := filmed(t, shot(t, picture.Bytes, 1))
	_, err = p.Goto(site.URL)
	check(t, err)
	p.sees("#begin:enabled")
	check(t, p.Locator("#begin").Click())
	p.becomes(t, "submitted", `said.textContent.length === 36`)
	job, err := p.Locator("#said").TextContent()
	check(t, err)
	until(t, "the decision arrives", func() bool {
		var known onboarding.Payload
		check(t, h.sandbox.Snapshot(t.Context(), job, &known))
		status := known.ApplicationDetails.Status
		return status.Decided() || status.Is(onboarding.Review)
	})
}
