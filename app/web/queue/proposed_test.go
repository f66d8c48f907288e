package queue_test

import (
	"net/http"
	"net/url"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/company"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/store/storetest"
	"proofdesk/app/web/webtest"
)

func TestToCheckSaysWhatWasProposedByWhomAndWhy(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	storetest.ChangeSettings(t, h.Store, "acme", func(s *company.Settings) {
		s.SecondReview = []onboarding.Status{onboarding.ReviewSuspicious}
	})
	b := h.As(access.Agent)
	b.Get("/queue")
	b.Post("/queue/next", url.Values{}).Follow()
	b.Post("/jobs/"+id+"/decide", b.Decision("SUSPICIOUS", url.Values{"reason": {"fraud.document_altered"}}))
	if c, err := h.Store.ReviewCase(t.Context(), "acme", id); err != nil || c.State != store.CaseProposed {
		t.Fatalf("the case is %s (%v): %s", c.State, err, b.Body)
	}
	lead := h.As(access.Senior)
	lead.Get("/queue?view=check").Want(http.StatusOK, "Suspicious, proposed by The agent, ",
		"Document forged or altered")
	lead.Get("/jobs/"+id).Want(http.StatusOK, "Proposed, to be confirmed by a second agent", "Proposed: Suspicious",
		"by The agent", "Document forged or altered")
}

func TestAnEscalatedProposalStillSaysWhatWasProposed(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	storetest.ChangeSettings(t, h.Store, "acme", func(s *company.Settings) {
		s.SecondReview = []onboarding.Status{onboarding.ReviewSuspicious}
	})
	first := h.As(access.Senior)
	first.Get("/queue").Post("/queue/next", url.Values{}).Follow()
	first.Post("/jobs/"+id+"/decide", first.Decision("SUSPICIOUS", url.Values{
		"reason": {"fraud.document_altered"},
		"note":   {"the edge is cut"},
	}))
	second := h.As(access.Agent)
	second.Get("/queue").Post("/queue/next", url.Values{}).Follow()
	second.Post("/jobs/"+id+"/escalate", second.Decision("", url.Values{"why": {"not sure"}}))
	if c, err := h.Store.ReviewCase(t.Context(), "acme", id); err != nil || c.State != store.CaseEscalated {
		t.Fatalf("the case is %s (%v): %s", c.State, err, second.Body)
	}
	lead := h.As(access.Admin)
	lead.Get("/queue?view=escalated").Want(http.StatusOK, "Suspicious, proposed by The senior, ", "not sure")
	lead.Get("/jobs/"+id).Want(http.StatusOK, "Proposed: Suspicious", "by The senior", "the edge is cut", "not sure")
}
