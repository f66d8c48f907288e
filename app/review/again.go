package review

import (
	"context"
	"slices"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
)

// sentBefore reports whether this form was carried out already, and returns what it did. A form that was changed after
// it was carried out, or whose decision was undone since, is a Conflict. It locks the case first, so that of two equal
// forms at the same instant the second waits for the first.
func (d *Desk) sentBefore(
	ctx context.Context, tx *store.Tx, a Agent, sent DecisionRequest, reasons []onboarding.ReviewReason,
) (Decided, bool, error) {
	review, found, err := d.reviewOf(ctx, tx, a, sent)
	if err != nil || !found {
		return Decided{}, false, err
	}
	if !review.UndoneAt.IsZero() {
		return Decided{}, false, fault.New(fault.Conflict,
			"you have already undone this decision: decide again if you still hold the job")
	}
	if !same(review, sent, reasons) {
		return Decided{}, false, fault.New(fault.Conflict,
			"this form was already sent with other entries: reload the page, look at what was saved, and send it again")
	}
	done := Decided{Outcome: review.Outcome, Proposed: review.Kind == store.ReviewProposal, EventID: review.EventID}
	if !done.Proposed {
		done.HeldUntil = review.CompletedAt.Add(d.hold())
	}
	return done, true, nil
}

// reviewOf returns the review that the agent sent with the same form before, and whether there is one.
func (d *Desk) reviewOf(ctx context.Context, tx *store.Tx, a Agent, sent DecisionRequest) (store.Review, bool, error) {
	if sent.Key == "" {
		return store.Review{}, false, nil
	}
	if _, err := tx.LockCase(ctx, a.Company, sent.JobID); err != nil {
		return store.Review{}, false, err
	}
	review, err := tx.ReviewOfForm(ctx, a.Company, sent.JobID, a.ID, sent.Key)
	if fault.Is(err, fault.NotFound) {
		return store.Review{}, false, nil
	}
	return review, err == nil, err
}

// same reports whether a form that is sent again says what it said before.
func same(before store.Review, sent DecisionRequest, reasons []onboarding.ReviewReason) bool {
	return before.Kind != store.ReviewEscalation && before.Outcome.Is(sent.Outcome) &&
		slices.Equal(codes(before.Reasons), codes(reasons)) && sameOverrides(before.Overrides, sent.Overrides) &&
		before.Comment == sent.Comment && before.Note == sent.Note
}

// sameOverrides reports whether a form names the overrides that were stored. It may hold others of findings that need
// none.
func sameOverrides(stored []policy.Override, sent map[string]string) bool {
	return !slices.ContainsFunc(stored, func(o policy.Override) bool { return sent[o.Finding] != o.Reason })
}
