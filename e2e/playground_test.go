package e2e_test

import (
	"strings"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/engine"
)

// The browser has no camera of its own, and none that a flag gives it.
func TestThePlaygroundGoesFromItsPageToTheDecisionWithoutACamera(t *testing.T) {
	h := alone(t)
	check(t, h.asksForMoves(true))
	for _, c := range []struct {
		specimen, function string
		captures           string
	}{
		{"face", "LIVE_FACE_CHECK", "selfie video"},
		{"passport", "ID_VALIDATION_FACE_MATCH", "passport selfie video"},
		{"card", "ID_VALIDATION", "id_front id_back"},
		{"blurred", "VIDEO_ID", "selfie voice video"},
		{"glare", "VOICE_CAPTURE", "voice"},
	} {
		if testing.Short() && c.specimen != "card" && c.specimen != "glare" { // one plays pictures, the other a voice
			continue
		}
		t.Run(c.specimen, func(t *testing.T) { h.plays(t, c.specimen, c.function, c.captures) })
	}
}

func (h *house) plays(t *testing.T, specimen, function, captures string) {
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/docs/playground")
	p.accessibleIn(t, "form of the playground", plainly)
	choose := func(name, value string) {
		check(t, first(p.Locator("select[name="+name+"]").SelectOption(playwright.SelectOptionValues{
			Values: &[]string{value},
		})))
	}
	choose("function", function)
	choose("specimen", specimen)
	choose("client", h.sandbox.Credentials.ClientID)
	choose("outcome", string(onboarding.Declined))
	p.press("Tab")
	check(t, p.Locator("form .go").Focus())
	p.press("Enter")
	p.sees("a.go")
	opened, err := p.Context().ExpectPage(func() error { return p.Locator("a.go").Click() })
	check(t, err)
	capture := &page{Page: opened, t: t}
	capture.listens()
	capture.heading(t, "Show that it is you")
	capture.becomes(t, "told that the camera plays", `document.body.textContent.includes('Your own stay off')`)
	capture.agrees(t)
	if function != "LIVE_FACE_CHECK" {
		capture.walksOn(t)
	}
	capture.heading(t, "Done")
	check(t, p.BringToFront())
	p.becomes(t, "told of the decision",
		`document.querySelector('.run [role=status]').textContent.trim().toLowerCase() === 'declined' &&
		document.querySelector('.run pre').textContent.includes('application.decision')`)
	p.accessibleIn(t, "job of the playground", plainly)
	href, err := p.Locator(".run .links a").First().GetAttribute("href")
	check(t, err)
	id := strings.TrimPrefix(href, "/jobs/")
	job := h.record(t, id)
	if job.Sandbox != onboarding.Declined || job.ClientID != h.sandbox.Credentials.ClientID {
		t.Errorf("the job is %+v", job)
	}
	kept, err := h.Store.Captures(t.Context(), job.Company, id)
	check(t, err)
	for _, one := range kept {
		if !strings.Contains(captures, string(one.Kind)) {
			t.Errorf("it has a capture %s, want %s", one.Kind, captures)
		}
	}
	if len(kept) != len(strings.Fields(captures)) {
		t.Errorf("it has %d captures, want %s", len(kept), captures)
	}
	if strings.Contains(captures, "video") {
		h.obeyed(t, id)
	}
	p.quiet(t)
	capture.quiet(t)
}

// obeyed fails the test unless the film of a job shows the moves that were asked for, or a busy browser has left out so
// much of it that the engine says that they can't be followed.
func (h *house) obeyed(t *testing.T, job string) {
	t.Helper()
	got, keys := h.checkOf(t, job, engine.CodeVideo), h.keysOf(t, job)
	if got.Outcome != engine.Pass && (got.Outcome != engine.NotRun || !sparse(keys)) {
		t.Errorf("the moves are: %s, %s; key frames at %v", got.Outcome, got.Detail, keys)
	}
}

// walksOn presses each button that leads on until the page is done. A recording is long enough after three seconds.
func (p *page) walksOn(t *testing.T) {
	t.Helper()
	check(t, first(p.Evaluate(`() => {
		let pressed = 0
		const look = setInterval(() => {
			const screen = document.querySelector('dialog > div')?.shadowRoot
			screen?.querySelector('[data-action=continue], [data-action=done]')?.click()
			const record = screen?.querySelector('.phrase') && screen.querySelector('[data-action=take]')
			if (record && performance.now() - pressed > 3000) {
				pressed = performance.now()
				record.click()
			}
			if (document.querySelector('h1')?.textContent === 'Done') clearInterval(look)
		}, 200)
	}`)))
}
