package review

import (
	"context"
	"slices"
	"strings"

	"proofdesk/app/onboarding"
	"proofdesk/app/review"
	"proofdesk/app/store"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/dossier"
	views "proofdesk/views/review"
)

// addStanding adds to a review page what the company's rules make of its job: whether it is a sandbox client's, and
// which outcomes only propose.
func (w *Handler) addStanding(ctx context.Context, v shell.Visitor, d dossier.Dossier, page *views.Page) error {
	page.Sandbox = d.Sandbox
	if !page.Held || page.Check {
		return nil
	}
	needs, err := w.Desk.SecondReview(ctx, v.Company)
	nameProposals(d, needs, page.Form.Outcomes)
	return err
}

// proposals are the labels of outcomes where two agents decide, by value: the first proposes it, the second confirms
// it.
var proposals = map[onboarding.Status]struct{ propose, confirm string }{
	onboarding.ReviewApproved:   {"Propose approval", "Confirm approval"},
	onboarding.ReviewDeclined:   {"Propose decline", "Confirm decline"},
	onboarding.ReviewSuspicious: {"Propose suspicious", "Confirm suspicious"},
}

// nameProposals labels the outcomes as ones that another agent has to confirm, or that confirm.
func nameProposals(d dossier.Dossier, needs []onboarding.Status, outcomes []views.Outcome) {
	var first *store.Review
	if d.Case != nil && d.Case.State == store.CaseProposed {
		first = proposal(d.Reviews)
	}
	for i := range outcomes {
		value := onboarding.Status(outcomes[i].Value)
		switch {
		case first != nil && first.Outcome.Is(value):
			outcomes[i].Label = d.T(proposals[value].confirm)
		case slices.ContainsFunc(needs, value.Is):
			outcomes[i].Label = d.T(proposals[value].propose)
		}
	}
}

// escalation returns who handed the job to the seniors, and why; nil where nobody did.
func escalation(d dossier.Dossier) *views.Escalation {
	r := escalated(d.Dossier)
	if r == nil {
		return nil
	}
	return &views.Escalation{By: r.AgentName, At: d.Recent(r.CompletedAt), Why: strings.TrimSpace(r.Note)}
}

// escalated returns the escalation that waits for a senior; nil where there is none.
func escalated(d review.Dossier) *store.Review {
	if d.Case == nil || d.Case.State != store.CaseEscalated {
		return nil
	}
	for i := len(d.Reviews) - 1; i >= 0; i-- {
		if r := &d.Reviews[i]; r.Kind == store.ReviewEscalation && r.UndoneAt.IsZero() {
			return r
		}
	}
	return nil
}

// recallable reports whether the visitor may take the job's escalation back.
func recallable(d review.Dossier, v shell.Visitor) bool {
	r := escalated(d)
	return r != nil && review.MayRecall(*d.Case, *r, v.ID)
}
