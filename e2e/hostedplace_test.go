package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/apiclient"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// placeOf returns where a job was captured.
func (h *house) placeOf(t *testing.T, link apiclient.HostedLink) *onboarding.Location {
	t.Helper()
	var request onboarding.RequestDetails
	check(t, h.Store.ReadJobDoc(t.Context(), boottest.Company, link.JobID, store.DocRequest, &request))
	return request.Location
}

func TestALinkThatAsksWhereItsApplicantIsGoesOnWithAndWithout(t *testing.T) {
	h := at(t)
	asks := map[string]any{"function": onboarding.SignatureCapture, "enableGPS": true}
	link := h.link(t, asks)
	p := open(t, playwright.BrowserNewContextOptions{
		Permissions: []string{"geolocation"},
		Geolocation: &playwright.Geolocation{Latitude: 19.4326, Longitude: -99.1332},
	})
	p.visit(link.URL)
	p.heading(t, "Show that it is you")
	p.becomes(t, "told before", `document.querySelector('ol').textContent.startsWith('Where you are')`)
	p.agrees(t)
	p.becomes(t, "asked to sign", inShadow+`.querySelector('[data-subject=signature]')`)
	if l := h.placeOf(t, link); l == nil || l.Latitude != 19.4326 || l.Longitude != -99.1332 {
		t.Errorf("the job is at %+v", l)
	}
	check(t, p.Context().ClearPermissions()) // after which the browser says no for the applicant
	link = h.link(t, asks)
	p.visit(link.URL)
	p.agrees(t)
	p.becomes(t, "asked to sign", inShadow+`.querySelector('[data-subject=signature]')`)
	if l := h.placeOf(t, link); l != nil || h.stateOf(t, link) != "CAPTURING" {
		t.Errorf("the job is at %+v, though nobody said where", l)
	}
	check(t, p.AddInitScript(playwright.Script{
		Content: playwright.String("navigator.geolocation.getCurrentPosition = () => {}"),
	}))
	link = h.link(t, asks)
	p.visit(link.URL)
	p.agrees(t)
	p.heading(t, "Finding your location…")
	p.accessibleIn(t, "locating", plainly)
	check(t, p.Locator("button.plain").Click())
	p.becomes(t, "asked to sign", inShadow+`.querySelector('[data-subject=signature]')`)
	check(t, first(p.Reload()))
	p.agrees(t) // and nobody is asked for the place again
	p.becomes(t, "asked to sign", inShadow+`.querySelector('[data-subject=signature]')`)
	p.quiet(t)
}

func TestAPlaceThatAnotherTabCutOffIsAskedForAgain(t *testing.T) {
	h := at(t)
	link := h.link(t, map[string]any{"function": onboarding.SignatureCapture, "enableGPS": true})
	one := open(t, playwright.BrowserNewContextOptions{})
	check(t, one.Context().AddInitScript(playwright.Script{
		Content: playwright.String("navigator.geolocation.getCurrentPosition = found => { window.found = found }"),
	}))
	one.visit(link.URL)
	one.agrees(t)
	one.heading(t, "Finding your location…")
	other := one.beside(t)
	other.visit(link.URL)
	other.agrees(t)
	other.heading(t, "This goes on in another tab")
	other.agrees(t)
	other.heading(t, "Finding your location…")
	one.heading(t, "This goes on in another tab")
	one.agrees(t)
	one.heading(t, "Finding your location…")
	check(t, first(one.Evaluate(`() => found({ coords: { latitude: 19.5, longitude: -99.5, accuracy: 20 } })`)))
	one.becomes(t, "asked to sign", inShadow+`.querySelector('[data-subject=signature]')`)
	if l := h.placeOf(t, link); l == nil || l.Latitude != 19.5 {
		t.Errorf("the job is at %+v", l)
	}
	one.quiet(t)
	other.quiet(t)
}
