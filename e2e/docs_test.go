package e2e_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

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
			token, err := fresh(r.Context(), h.sandbox)
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
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	p := filmed(t, shot(t, picture.Bytes, 1))
	check(t, first(p.Goto(site.URL)))
	p.becomes(t, "told that its origin is not listed", `said.textContent === 'NETWORK'`)
	check(t, h.Credentials.AllowOrigins(t.Context(), "test", boottest.Company, id, client.Origins, []string{site.URL}))
	check(t, p.Route("**/api/v4/jobs", func(r playwright.Route) { check(t, r.Abort("connectionreset")) }))
	check(t, first(p.Reload()))
	p.sees("#begin:enabled")
	check(t, p.Locator("#begin").Click())
	p.becomes(t, "told that there is no connection", `said.textContent === 'NETWORK'`)
	check(t, p.Unroute("**/api/v4/jobs"))
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
