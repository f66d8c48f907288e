package review_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/web/webtest"
)

func TestAnInvalidDecisionGivesTheFilledFormBack(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/queue").Post("/queue/next", nil).Follow()
	b.Post("/jobs/"+id+"/decide",
		b.Decision("Suspicious", url.Values{"note": {"seen <before>"}, "comment": {"Sorry."}}))
	b.Want(http.StatusBadRequest, "Choose at least one reason.", "seen &lt;before&gt;", "Sorry.",
		`value="Suspicious" data-key="v" checked`)
}

func TestAConflictSaysWhatChangedAndKeepsEveryWord(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	late, quick := h.As(access.Agent), h.As(access.Senior)
	late.Get("/queue").Post("/queue/next", nil).Follow()
	h.Clock.Advance(review.DefaultLease + time.Second)
	quick.Get("/queue").Post("/queue/next", nil).Follow()
	quick.Post("/jobs/"+id+"/decide", quick.Decision("Approved", nil))
	late.Post("/jobs/"+id+"/decide",
		late.Decision("Declined", url.Values{
			"reason":  {"data.expired"},
			"note":    {"all my words"},
			"comment": {"and these"},
		}))
	late.Want(http.StatusConflict, "The senior decided Approved", "all my words", "and these")
}

func TestDraftsHeartbeatsAndClaimsAheadAnswerTheScript(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	second, captures := h.Job("acme", "ROE, RICHARD")
	b := h.As(access.Agent)
	b.Get("/queue").Post("/queue/next", nil).Follow()
	form := b.Decision("", url.Values{"note": {"half a tho"}})
	csrf := b.Field("csrf")
	b.Post("/jobs/"+id+"/draft", form).Want(200, `"saved":`, `"held":true`)
	b.Post("/jobs/"+id+"/heartbeat", url.Values{"csrf": {csrf}, "claim": form["claim"]}).Want(200, `"until":`)
	b.Post("/jobs/"+id+"/heartbeat", url.Values{"csrf": {csrf}, "claim": {"other"}}).Want(200, `"until":0`)
	b.Post("/queue/ahead", url.Values{"csrf": {csrf}}).Want(200, second, captures[0].ID)
	b.Get("/jobs/"+id).Want(200, "half a tho")
	b.Post("/jobs/"+id+"/leave", url.Values{"csrf": {csrf}, "claim": form["claim"]}).Want(http.StatusNoContent)
	b.Get("/jobs/"+id).Want(200, `data-job="`+id+`"`)
	h.Clock.Advance(review.DefaultGrace + time.Second)
	b.Post("/jobs/"+id+"/draft", form).Want(200, `"saved":`, `"held":false`)
	b.Get("/jobs/"+id).Want(200, "Take this job")
}

func TestACorrectionShowsBeforeAndAfterAndChecksAgain(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/queue").Post("/queue/next", nil).Follow()
	fix := url.Values{
		"csrf":   {b.Field("csrf")},
		"claim":  {b.Field("claim")},
		"source": {"VIZ"},
		"field":  {"dateOfBirth"},
		"value":  {"1987-03-18"},
	}
	b.Post("/jobs/"+id+"/correct", fix).Follow().Want(200, "corrected from 13 Mar 1987", "Born corrected (Printed)")
	if strings.Contains(b.Body, "<mark>") {
		t.Error("the corrected row still differs")
	}
	fix.Set("source", "MRZ")
	b.Post("/jobs/"+id+"/correct", fix).Want(http.StatusBadRequest,
		"Only printed text and submitted values can be corrected.")
}

func TestADateIsCorrectedAsTheConsoleWritesIt(t *testing.T) {
	for _, test := range []struct{ typed, kept string }{
		{"18 Mar 1987", "1987-03-18"}, {"Mar 18, 1987", "1987-03-18"}, {"1987-03-18", "1987-03-18"},
	} {
		h := webtest.Open(t)
		id, _ := h.Job("acme", "DOE, JANE")
		b := h.As(access.Agent)
		b.Get("/queue").Post("/queue/next", nil).Follow()
		b.Want(http.StatusOK, `placeholder="e.g. 31 Jan 2026"`, `value="13 Mar 1987"`)
		b.Correct(id, "VIZ", "dateOfBirth", test.typed).Follow().Want(http.StatusOK, "corrected from 13 Mar 1987")
		made, err := h.Store.Corrections(t.Context(), "acme", id)
		if err != nil || len(made) != 1 || made[0].After != test.kept {
			t.Errorf("%s was kept as %+v, %v", test.typed, made, err)
		}
		b.Correct(id, "VIZ", "dateOfBirth", "31 Feb 1987").Want(http.StatusBadRequest, `value="31 Feb 1987"`,
			"Enter the date as 31 Jan 2026 or as 2026-01-31.")
	}
}

func TestAReviewedJobKeepsItsPayloadAsSent(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	b := h.As(access.Agent)
	b.Get("/jobs/"+id+"/payload").Want(200, "&#34;status&#34;: &#34;REVIEW&#34;",
		"current response of the snapshot endpoint")
	b.Get("/queue").Post("/queue/next", nil).Follow()
	b.Post("/jobs/"+id+"/decide", b.Decision(string(onboarding.ReviewApproved), nil))
	b.Get("/jobs/"+id+"/payload?raw=1").Want(200, `"type":"application.reviewed"`, `"status":"Approved"`)
	b.Get("/jobs/"+id+"/history").Want(200, "claimed a job", "reviewed a job", "approved", "The agent")
}
