package e2e_test

import (
	"net/http"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
)

// Whatever stands between the agent and the server may answer in its place, before or after a decision was written.
func TestADecisionThatAProxyAnsweredIsCarriedOutOnceAndGoesOn(t *testing.T) {
	h := at(t)
	h.supply(t, 6)
	for name, tt := range map[string]struct {
		status int
		body   string
	}{
		"an error of the server":  {http.StatusInternalServerError, ""},
		"a page of a proxy":       {http.StatusBadGateway, "<html><body><h1>502 Bad Gateway</h1></body></html>"},
		"a page of a guest net":   {http.StatusOK, "<html><body><h1>Welcome to our network</h1></body></html>"},
		"a page that was cut off": {http.StatusOK, `<!doctype html><html lang="en"><head><title>Pro`},
	} {
		t.Run(name, func(t *testing.T) {
			p := h.atQueue(t, access.Agent, playwright.BrowserNewContextOptions{})
			id := p.take(t)
			p.answers("**/decide", 1, func(r playwright.Route) {
				_, _ = r.Fetch(playwright.RouteFetchOptions{MaxRedirects: playwright.Int(0)}) // the server decides
				_ = r.Fulfill(playwright.RouteFulfillOptions{
					Status:      playwright.Int(tt.status),
					ContentType: playwright.String("text/html"),
					Body:        tt.body,
				})
			})
			p.press("d", "4", "Enter")
			p.becomes(t, "at another job", `location.pathname !== '/jobs/`+id+`' && !!document.querySelector('#decision')`)
			p.stands(t, id, onboarding.Declined)
			reviews, err := h.Store.Reviews(t.Context(), boottest.Company, id)
			check(t, err)
			if len(reviews) != 1 {
				t.Errorf("%d reviews", len(reviews))
			}
		})
	}
}
