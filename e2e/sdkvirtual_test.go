package e2e_test

import (
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

// disguised sets the name of a program for the cameras of a page.
const disguised = `Object.defineProperty(MediaStreamTrack.prototype, 'label', { get: () => 'OBS Virtual Camera' })`

func TestTheAgentIsToldOfAVirtualCamera(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "idValidation()")
	b.list(t, h)
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene + "\n" + disguised)}))
	b.begins(t, p)
	passport, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "passport")
	p.turns(t, specimen.JPEG(framed(t, passport.Bytes, .8), 92, 1))
	id := submitted.FindStringSubmatch(p.says(t, `"QUEUED"`))[1]
	captures, err := h.Store.Captures(t.Context(), boottest.Company, id)
	check(t, err)
	if len(captures) != 1 || captures[0].VirtualCamera != "OBS Virtual Camera" {
		t.Fatalf("%+v", captures)
	}
	until(t, "it waits for a person", func() bool { return h.record(t, id).Status.Is(onboarding.Review) })
	agent := h.seat(t, access.Agent, playwright.BrowserNewContextOptions{})
	agent.pick(t, id)
	agent.becomes(t, "told of the camera",
		`document.body.innerText.includes('The capture came from a virtual camera')`)
}
