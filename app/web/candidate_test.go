package web_test

import (
	"net/http"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/engine"
)

func TestFindingsAboutCustomersNameThem(t *testing.T) {
	h := open(t)
	id, _ := h.job("acme", "DOE, JANE")
	distance := .41
	decision := policy.Decision{
		Outcome: onboarding.Review, Reasons: []policy.Reason{
			{Code: "customer.document_known", Band: "match", Text: "The document belongs to an enrolled customer"},
			{
				Code:  "customer.same_face",
				Check: engine.CodeDuplicate,
				Band:  "match",
				Text:  "The face is near that of an enrolled customer",
			},
		},
		Candidates: []policy.Candidate{
			{CustomerID: "c1", By: "document"},
			{CustomerID: "c2", By: "face", Distance: &distance}, {CustomerID: "gone", By: "face"},
		},
	}
	h.change(func(tx *store.Tx) error {
		for _, c := range []onboarding.Customer{
			{ID: "c1", UniqueNumber: "N 1", FullName: "ROE, RICHARD"},
			{ID: "c2", UniqueNumber: "N2", FullName: "POE, EDGAR"},
		} {
			c.Company, c.JobID, c.CreatedAt, c.UpdatedAt = "acme", id, noon, noon
			if err := tx.PutCustomer(t.Context(), c); err != nil {
				return err
			}
		}
		return tx.WriteJobDoc(t.Context(), "acme", id, store.DocDecision, decision)
	})
	h.as(access.Senior).get("/jobs/"+id).want(http.StatusOK, "same document:", `href="/customers/N%201"`,
		"ROE, RICHARD #N 1", "face at distance .41:", "POE, EDGAR #N2")
	agent := h.as(access.Agent).get("/jobs/" + id)
	agent.want(http.StatusOK, "POE, EDGAR #N2")
	if strings.Contains(agent.body, `href="/customers/`) {
		t.Error("an agent gets a link that the role may not follow")
	}
	auditor := h.as(access.Auditor).get("/jobs/" + id)
	auditor.want(http.StatusOK, "P••, E••••", `href="/customers/N2"`)
	if strings.Contains(auditor.body, "EDGAR") {
		t.Error("an auditor sees the candidate's name")
	}
}
