package review_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/company"
	"proofdesk/app/onboarding"
	"proofdesk/app/store/storetest"
	"proofdesk/app/web/webtest"
)

const misread = "override.data.mismatch.dateOfBirth"

func TestAnApprovalNamesEachRedFinding(t *testing.T) {
	h := webtest.Open(t)
	id, captures := h.Job("acme", "DOE, JANE")
	h.Redden(id, captures)
	b := h.As(access.Agent)
	b.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow().Want(http.StatusOK,
		"Approving over 1 red finding: choose a reason", `name="`+misread+`" value="reading_mistake"`,
		`data-reason="1"`)
	b.Post("/jobs/"+id+"/decide", b.Decision("Approved", url.Values{misread: nil, "note": {"a word"}}))
	b.Want(http.StatusUnprocessableEntity, "Choose, for each red finding, why you approve in spite of it",
		">a word</textarea>")
	b.Post("/jobs/"+id+"/decide", b.Decision("Approved", url.Values{misread: {"same_person"}}))
	b.Want(http.StatusUnprocessableEntity, "Choose one of the reasons that are offered for a red finding")
	b.Post("/jobs/"+id+"/decide", b.Decision("Approved", url.Values{misread: {"other"}, "note": nil}))
	b.Want(http.StatusBadRequest, "Write a note: you chose “other” as the reason for approving",
		`value="other" data-reason="3" checked`)
	b.Post("/jobs/"+id+"/decide", b.Decision("Approved", url.Values{misread: {"reading_mistake"}, "then": {"stay"}}))
	b.Follow().Want(http.StatusOK, `class="verdict warn"`, "Approved over: ", "Reading mistake, the document is right")
	b.Get("/jobs/"+id+"/payload?raw=1").Want(http.StatusOK, `"code":"data.mismatch.dateOfBirth"`,
		`"override":{"code":"reading_mistake","text":"Reading mistake, the document is right"}`)
	b.Get("/jobs/"+id+"/history").Want(http.StatusOK, "approved in spite of red findings")
	b.Get("/jobs/"+id).Post("/jobs/"+id+"/undo", nil).Follow().Want(http.StatusOK,
		`value="reading_mistake" data-reason="1" checked`)
}

func TestAnApprovalSentAgainWithAnotherReasonIsNotTakenForTheSame(t *testing.T) {
	h := webtest.Open(t)
	id, captures := h.Job("acme", "DOE, JANE")
	h.Redden(id, captures)
	b := h.As(access.Agent)
	b.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow()
	sent := b.Decision("Approved", url.Values{misread: {"reading_mistake"}})
	changed := b.Decision("Approved", url.Values{misread: {"known_difference"}})
	if sent.Get("key") == "" || changed.Get("key") != sent.Get("key") {
		t.Fatalf("keys %q and %q", sent.Get("key"), changed.Get("key"))
	}
	for range 2 {
		b.Send("POST", "/jobs/"+id+"/decide", sent).Want(http.StatusSeeOther)
	}
	b.Send("POST", "/jobs/"+id+"/decide", changed).Want(http.StatusConflict, "already sent with other entries")
}

func TestADraftKeepsWhatWasNamed(t *testing.T) {
	h := webtest.Open(t)
	id, captures := h.Job("acme", "DOE, JANE")
	h.Redden(id, captures)
	b := h.As(access.Agent)
	b.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow()
	b.Post("/jobs/"+id+"/draft", b.Decision("Approved", url.Values{misread: {"known_difference"}})).Want(http.StatusOK)
	b.Get("/jobs/"+id).Want(http.StatusOK, `value="known_difference" data-reason="2" checked`)
}

func TestAJobWithoutRedFindingsAsksForNothing(t *testing.T) {
	h := webtest.Open(t)
	id, captures := h.Job("acme", "DOE, JANE")
	h.Calm(id, captures)
	b := h.As(access.Agent)
	b.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow().Want(http.StatusOK)
	if strings.Contains(b.Body, "override.") {
		t.Error("the decision bar asks why")
	}
	b.Post("/jobs/"+id+"/decide", b.Decision("Approved", nil)).Want(http.StatusSeeOther)
}

func TestADeclineNamesNoRedFinding(t *testing.T) {
	h := webtest.Open(t)
	id, captures := h.Job("acme", "DOE, JANE")
	h.Redden(id, captures)
	b := h.As(access.Agent)
	b.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow()
	b.Post("/jobs/"+id+"/decide", b.Decision("Declined", url.Values{"reason": {"data.expired"}}))
	b.Want(http.StatusSeeOther)
}

func TestACorrectionThatSettlesAFindingNeedsNoName(t *testing.T) {
	h := webtest.Open(t)
	id, captures := h.Job("acme", "DOE, JANE")
	h.Redden(id, captures)
	b := h.As(access.Agent)
	b.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow()
	b.Post("/jobs/"+id+"/correct", url.Values{
		"csrf":   {b.Field("csrf")},
		"claim":  {b.Field("claim")},
		"source": {"VIZ"},
		"field":  {"dateOfBirth"},
		"value":  {"1987-03-18"},
	}).Follow().Want(http.StatusOK)
	b.Post("/jobs/"+id+"/decide", b.Decision("Approved", nil)).Want(http.StatusSeeOther)
}

func TestTheSecondAgentSeesAndNamesTheOverrides(t *testing.T) {
	h := webtest.Open(t)
	storetest.ChangeSettings(t, h.Store, "acme", func(s *company.Settings) {
		s.SecondReview = []onboarding.Status{onboarding.ReviewApproved}
	})
	id, captures := h.Job("acme", "DOE, JANE")
	h.Redden(id, captures)
	first, second := h.As(access.Agent), h.As(access.Senior)
	first.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow()
	first.Post("/jobs/"+id+"/decide", first.Decision("Approved", url.Values{misread: nil}))
	first.Want(http.StatusUnprocessableEntity)
	first.Post("/jobs/"+id+"/decide", first.Decision("Approved", url.Values{misread: {"known_difference"}}))
	first.Want(http.StatusSeeOther)
	second.Get("/jobs/"+id).Post("/jobs/"+id+"/claim", nil).Follow().Want(http.StatusOK,
		"Proposed by The agent: Known difference, such as a changed name")
	second.Post("/jobs/"+id+"/decide", second.Decision("Approved", url.Values{misread: nil}))
	second.Want(http.StatusUnprocessableEntity)
	second.Post("/jobs/"+id+"/decide", second.Decision("Approved", url.Values{misread: {"reading_mistake"}}))
	second.Want(http.StatusSeeOther)
}
