package review

import (
	"context"
	"slices"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// second is the result of the four-eyes rule for a decision: whether it is only a proposal, and the proposal that it
// confirms.
type second struct {
	propose bool
	first   *store.Review
	since   time.Time // when the agent claimed the job
}

// second applies the company's rule ("secondReview": the outcomes that need two agents). A decision confirms somebody
// else's open proposal if its outcome is the same; with any other outcome it is independent.
func (d *Desk) second(ctx context.Context, tx *store.Tx, a Agent, decision DecisionRequest) (second, error) {
	c, err := tx.LockCase(ctx, a.Company, decision.JobID)
	if err != nil {
		return second{}, err
	}
	if c.State == store.CaseProposed {
		if c.Proposer == a.ID {
			return second{}, fault.New(fault.Forbidden, "another agent has to confirm your proposal")
		}
		first, err := tx.StandingProposal(ctx, a.Company, c.JobID)
		if err != nil || first.Outcome.Is(decision.Outcome) {
			return second{first: &first, since: c.ClaimedAt}, err
		}
	}
	needs, err := needsSecond(ctx, tx, a.Company)
	return second{propose: slices.ContainsFunc(needs, decision.Outcome.Is), since: c.ClaimedAt}, err
}

// needsSecond returns the outcomes for which a company requires two agents.
func needsSecond(ctx context.Context, tx *store.Tx, company string) ([]onboarding.Status, error) {
	c, err := tx.Company(ctx, company)
	return c.Settings.SecondReview, err
}

// SecondReview returns the outcomes for which a company requires two agents.
func (d *Desk) SecondReview(ctx context.Context, company string) ([]onboarding.Status, error) {
	c, err := d.Store.Company(ctx, company)
	return c.Settings.SecondReview, err
}

// propose hands the case to another agent; no event is sent.
func (d *Desk) propose(
	ctx context.Context, tx *store.Tx, a Agent, decision DecisionRequest, reasons []onboarding.ReviewReason,
) (Decided, error) {
	if err := tx.ProposeCase(ctx, lock(a, decision)); err != nil {
		return Decided{}, err
	}
	overrides, err := d.named(ctx, tx, a, decision)
	if err != nil {
		return Decided{}, err
	}
	review := store.Review{
		ID:          ids.UUID(),
		Company:     a.Company,
		JobID:       decision.JobID,
		AgentID:     a.ID,
		Kind:        store.ReviewProposal,
		Outcome:     decision.Outcome,
		Reasons:     reasons,
		Overrides:   overrides,
		Comment:     decision.Comment,
		Note:        decision.Note,
		StartedAt:   decision.StartedAt,
		CompletedAt: tx.Now,
		RequestKey:  decision.Key,
	}
	if err := tx.InsertReview(ctx, review); err != nil {
		return Decided{}, err
	}
	if err := auditOverrides(ctx, tx, a, review); err != nil {
		return Decided{}, err
	}
	if err := tx.DeleteDraft(ctx, a.Company, decision.JobID, a.ID); err != nil {
		return Decided{}, err
	}
	err = tx.Audit(ctx, a.entry("review.propose", decision.JobID, map[string]any{
		"outcome": decision.Outcome,
		"reasons": decision.Reasons,
	}))
	return Decided{Outcome: decision.Outcome, Proposed: true}, err
}

// confirm writes both agents into the payload: the one who proposed is the reviewer, the one who confirmed the second
// reviewer.
func confirm(details *onboarding.ReviewDetails, first store.Review) {
	details.SecondReview = &onboarding.SecondReview{Reviewer: details.Reviewer, CompletedAt: details.CompletedAt}
	details.Reviewer = onboarding.Reviewer{ID: first.AgentID, DisplayName: first.AgentName}
	details.StartedAt = onboarding.Timestamp(first.StartedAt)
	if details.Comment == "" {
		details.Comment = first.Comment
	}
	if len(details.Reasons) == 0 {
		details.Reasons = wireReasons(first)
	}
}
