package e2e_test

import (
	"net/http"
	"testing"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

func TestALinkThatIsOnlyFetchedStaysAsItWasCreated(t *testing.T) {
	h := at(t)
	link := h.link(t, map[string]any{"function": onboarding.LiveFaceCheck})
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, link.URL, nil)
	check(t, err)
	answer, err := http.DefaultClient.Do(request)
	check(t, err)
	check(t, answer.Body.Close())
	if state := h.stateOf(t, link); answer.StatusCode != http.StatusOK || state != "CREATED" {
		t.Errorf("status %d, state %s once a previewer has fetched the page", answer.StatusCode, state)
	}
}

func TestAnApplicantWhoIsDoneGoesBackToWhereTheLinkSays(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "")
	b.list(t, h)
	picture, _ := captured(specimen.Applicant(11, specimen.Good, time.Now().UTC()), "selfie")
	to := b.URL + "/?done=yes"
	p := filmed(t, shot(t, picture.Bytes, 1))
	p.visit(h.link(t, map[string]any{"function": onboarding.LiveFaceCheck, "returnUrl": to}).URL)
	p.agrees(t)
	p.heading(t, "Done")
	p.accessibleIn(t, "done, with a way back", plainly)
	check(t, p.Locator("a.main").Click())
	p.becomes(t, "back at the bank", `location.href === '`+to+`'`)
	p.quiet(t)
}
