package review_test

import (
	"net/http"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
	"proofdesk/engine"
)

func TestFindingsAboutCustomersNameThem(t *testing.T) {
	h := webtest.Open(t)
	id, _ := h.Job("acme", "DOE, JANE")
	distance := .41
	decision := policy.Decision{
		Outcome: onboarding.Review, Reasons: []policy.Reason{
			{Code: "customer.document_known", Band: "match", Text: "The document belongs to an enrolled customer"},
			{
				Code:  "customer.same_face",
				Check: engine.CodeDuplicate,
				Band:  "match",
				Text:  "The face is similar to that of an enrolled customer",
			},
		},
		Candidates: []policy.Candidate{
			{CustomerID: "c1", By: "document"},
			{CustomerID: "c2", By: "face", Distance: &distance},
			{CustomerID: "gone", By: "face"},
		},
	}
	h.Change(func(tx *store.Tx) error {
		for _, c := range []onboarding.Customer{
			{ID: "c1", UniqueNumber: "N 1", FullName: "ROE, RICHARD"},
			{ID: "c2", UniqueNumber: "N2", FullName: "POE, EDGAR"},
		} {
			c.Company, c.JobID, c.CreatedAt, c.UpdatedAt = "acme", id, webtest.Noon, webtest.Noon
			if err := tx.PutCustomer(t.Context(), c); err != nil {
				return err
			}
		}
		return tx.WriteJobDoc(t.Context(), "acme", id, store.DocDecision, decision)
	})
	h.As(access.Senior).Get("/jobs/"+id).Want(http.StatusOK, "same document:", `href="/customers/N%201"`,
		"ROE, RICHARD #N 1", "face at distance .41:", "POE, EDGAR #N2")
	agent := h.As(access.Agent).Get("/jobs/" + id)
	agent.Want(http.StatusOK, "POE, EDGAR #N2")
	if strings.Contains(agent.Body, `href="/customers/`) {
		t.Error("an agent gets a link that the role may not follow")
	}
	auditor := h.As(access.Auditor).Get("/jobs/" + id)
	auditor.Want(http.StatusOK, "P••, E••••", `href="/customers/N2"`)
	if strings.Contains(auditor.Body, "EDGAR") {
		t.Error("an auditor sees the candidate's name")
	}
}
