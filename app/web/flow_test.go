package web_test

import (
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/review"
	"proofdesk/app/web/webtest"
)

func TestTheMainFlowWalksWithoutScript(t *testing.T) {
	h := webtest.Open(t)
	first, _ := h.Job("acme", "DOE, JANE")
	second, _ := h.Job("acme", "ROE, RICHARD")
	b := h.As(access.Agent)
	b.Get("/queue").Want(200, "2 waiting", "DOE, JANE", "Passport, Mexico", "Date of birth differs", "30:00")
	b.Post("/queue/next", nil).Follow().Want(200, "DOE, JANE",
		"Date of birth differs: printed 13 Mar 1987, MRZ 18 Mar 1987", "1<mark>3</mark> Mar 1987",
		"1<mark>8</mark> Mar 1987", "engine suggests")
	b.Post("/jobs/"+first+"/decide",
		b.Decision("Declined", url.Values{"reason": {"data.mismatch"}, "then": {"next"}})).Follow()
	b.Want(200, "ROE, RICHARD", "Declined: DOE, JANE.", "/jobs/"+first+"/undo")
	b.Post("/jobs/"+first+"/undo", nil).Follow().Want(200, "DOE, JANE", `value="data.mismatch" data-reason="4" checked`)
	b.Post("/jobs/"+first+"/decide", b.Decision("Approved", url.Values{"then": {"stay"}})).Follow().Want(200,
		"Approved", "The agent", "/undo")
	h.Clock.Advance(review.DefaultHold)
	b.Get("/jobs/"+first+"?after="+first).Want(200, "Approved by The agent, ")
	if strings.Contains(b.Body, "/undo") {
		t.Error("undo is offered after the hold")
	}
	b.Get("/jobs/" + second)
	b.Post("/jobs/"+second+"/skip", b.Decision("", nil)).Follow().Want(200, "No jobs are available", "Skipped, back")
}
