package web_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
)

func TestTheMainFlowWalksWithoutScript(t *testing.T) {
	h := open(t)
	first, _ := h.job("acme", "DOE, JANE")
	second, _ := h.job("acme", "ROE, RICHARD")
	b := h.as(access.Agent)
	b.get("/queue").want(200, "2 waiting", "DOE, JANE", "MEX passport", "Born differs", "30:00")
	b.post("/queue/next", nil).follow().want(200, "DOE, JANE",
		"Born differs: Printed 1987-03-13 · MRZ 1987-03-18", "1987-03-1<mark>3</mark>", "1987-03-1<mark>8</mark>",
		"engine says")
	b.post("/jobs/"+first+"/decide",
		b.decision("Declined", url.Values{"reason": {"data.mismatch"}, "then": {"next"}})).follow()
	b.want(200, "ROE, RICHARD", "Declined: DOE, JANE.", "/jobs/"+first+"/undo")
	b.post("/jobs/"+first+"/undo", nil).follow().want(200, "DOE, JANE", `value="data.mismatch" data-reason="4" checked`)
	b.post("/jobs/"+first+"/decide", b.decision("Approved", url.Values{"then": {"stay"}})).follow().want(200,
		"Approved", "The agent", "/undo")
	h.clock.Advance(review.DefaultHold)
	b.get("/jobs/"+first+"?after="+first).want(200, "Decided. Nothing more can be changed here.")
	if strings.Contains(b.body, "/undo") {
		t.Error("undo is offered after the hold")
	}
	b.get("/jobs/" + second)
	b.post("/jobs/"+second+"/skip", b.decision("", nil)).follow().want(200, "No job is free", "Skipped, back")
}

func TestAnInvalidDecisionGivesTheFilledFormBack(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	b.get("/queue").post("/queue/next", nil).follow()
	b.post("/jobs/"+id+"/decide",
		b.decision("Suspicious", url.Values{"note": {"seen <before>"}, "comment": {"Sorry."}}))
	b.want(http.StatusBadRequest, "Give at least one reason.", "seen &lt;before&gt;", "Sorry.",
		`value="Suspicious" data-key="v" checked`)
}

func TestAConflictSaysWhatChangedAndKeepsEveryWord(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	late, quick := h.as(access.Agent), h.as(access.Senior)
	late.get("/queue").post("/queue/next", nil).follow()
	h.clock.Advance(review.DefaultLease + time.Second)
	quick.get("/queue").post("/queue/next", nil).follow()
	quick.post("/jobs/"+id+"/decide", quick.decision("Approved", nil))
	late.post("/jobs/"+id+"/decide",
		late.decision("Declined", url.Values{
			"reason":  {"data.expired"},
			"note":    {"all my words"},
			"comment": {"and these"},
		}))
	late.want(http.StatusConflict, "The senior decided Approved", "all my words", "and these")
}

func TestAnEndedSessionGivesTheFormBackAfterSigningIn(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	b.get("/queue").post("/queue/next", nil).follow()
	form := b.decision("Declined", url.Values{"reason": {"data.expired"}, "note": {"kept words"}})
	b.cookies = map[string]string{}
	b.post("/jobs/"+id+"/decide", form).want(http.StatusUnauthorized, "Your session ended",
		`name="kept.note" value="kept words"`)
	kept := url.Values{
		"next":         {"/jobs/" + id},
		"kept.note":    {"kept words"},
		"kept.outcome": {"Declined"},
		"kept.reason":  {"data.expired"},
	}
	b.signIn("agent@acme.test", "a wrong one entirely", kept)
	b.want(http.StatusUnauthorized, `name="kept.note" value="kept words"`,
		"The e-mail address or the password is wrong")
	b.signIn("agent@acme.test", password, kept)
	b.follow().want(200, "kept words", `value="data.expired" data-reason="5" checked`)
}

func TestDraftsHeartbeatsAndClaimsAheadAnswerTheScript(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	second, captures := h.job("acme", "ROE, RICHARD")
	b := h.as(access.Agent)
	b.get("/queue").post("/queue/next", nil).follow()
	form := b.decision("", url.Values{"note": {"half a tho"}})
	csrf := b.field("csrf")
	b.post("/jobs/"+id+"/draft", form).want(200, `"saved":`)
	b.post("/jobs/"+id+"/heartbeat", url.Values{"csrf": {csrf}, "claim": form["claim"]}).want(200, `"until":`)
	b.post("/jobs/"+id+"/heartbeat", url.Values{"csrf": {csrf}, "claim": {"other"}}).want(200, `"until":0`)
	b.post("/queue/ahead", url.Values{"csrf": {csrf}}).want(200, second, captures[0].ID)
	b.get("/jobs/"+id).want(200, "half a tho")
	b.post("/jobs/"+id+"/leave", url.Values{"csrf": {csrf}, "claim": form["claim"]}).want(http.StatusNoContent)
	b.get("/jobs/"+id).want(200, `data-job="`+id+`"`)
	h.clock.Advance(review.DefaultGrace + time.Second)
	b.get("/jobs/"+id).want(200, "Take this job")
}

func TestACorrectionShowsBeforeAndAfterAndChecksAgain(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	b.get("/queue").post("/queue/next", nil).follow()
	fix := url.Values{
		"csrf":   {b.field("csrf")},
		"claim":  {b.field("claim")},
		"source": {"VIZ"},
		"field":  {"dateOfBirth"},
		"value":  {"1987-03-18"},
	}
	b.post("/jobs/"+id+"/correct", fix).follow().want(200, "corrected from 1987-03-13", "Born corrected (Printed)")
	if strings.Contains(b.body, "<mark>") {
		t.Error("the corrected row still differs")
	}
	fix.Set("source", "MRZ")
	b.post("/jobs/"+id+"/correct", fix).want(http.StatusBadRequest,
		"Only printed text and submitted values can be corrected.")
}

func TestAReviewedJobKeepsItsPayloadAsSent(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	b := h.as(access.Agent)
	b.get("/jobs/"+id+"/payload").want(200, "&#34;status&#34;: &#34;REVIEW&#34;", "what the snapshot endpoint answers")
	b.get("/queue").post("/queue/next", nil).follow()
	b.post("/jobs/"+id+"/decide", b.decision(string(onboarding.ReviewApproved), nil))
	b.get("/jobs/"+id+"/payload?raw=1").want(200, `"type":"application.reviewed"`, `"status":"Approved"`)
	b.get("/jobs/"+id+"/history").want(200, "took a job", "reviewed a job", "approved", "The agent")
}
