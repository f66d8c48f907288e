package review

import (
	"context"
	"time"

	"proofdesk/app/draft"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/store"
)

// Escalate hands a job to the seniors with the agent's note. No event is sent. A form that escalated the job already
// does nothing.
func (d *Desk) Escalate(ctx context.Context, a Agent, decision DecisionRequest) error {
	if err := a.may(); err != nil {
		return err
	}
	if err := checkTexts(decision); err != nil {
		return err
	}
	all, err := d.Reasons(ctx, a.Company)
	if err != nil {
		return err
	}
	reasons, err := pick(all, decision.Reasons)
	if err != nil {
		return err
	}
	return d.Store.Write(ctx, func(tx *store.Tx) error {
		c, err := tx.LockCase(ctx, a.Company, decision.JobID)
		if err != nil {
			return err
		}
		if done, err := d.escalatedBefore(ctx, tx, a, decision); err != nil || done {
			return err
		}
		if c.State == store.CaseEscalated {
			return fault.New(fault.Conflict, "this job is already escalated")
		}
		if err := draft.RefuseUnseen(ctx, tx, ownerOf(a, decision.JobID), decision.Draft()); err != nil {
			return err
		}
		if err := tx.EscalateCase(ctx, lock(a, decision)); err != nil {
			return err
		}
		err = tx.InsertReview(ctx, store.Review{
			ID:          ids.UUID(),
			Company:     a.Company,
			JobID:       decision.JobID,
			AgentID:     a.ID,
			Kind:        store.ReviewEscalation,
			Outcome:     decision.Outcome,
			Reasons:     reasons,
			Comment:     decision.Comment,
			Note:        decision.Note,
			StartedAt:   started(decision.StartedAt, tx.Now),
			CompletedAt: tx.Now,
			RequestKey:  decision.Key,
		})
		if err != nil {
			return err
		}
		if err := saveForUndo(ctx, tx, a, decision); err != nil {
			return err
		}
		return tx.Audit(ctx, a.entry("review.escalate", decision.JobID, nil))
	})
}

// escalatedBefore reports whether this form has escalated the job already.
func (d *Desk) escalatedBefore(ctx context.Context, tx *store.Tx, a Agent, sent DecisionRequest) (bool, error) {
	review, found, err := d.reviewOf(ctx, tx, a, sent)
	return found && review.Kind == store.ReviewEscalation && review.UndoneAt.IsZero(), err
}

// DefaultRecall is how long the page that follows an escalation offers to undo it.
const DefaultRecall = 30 * time.Second

// MayRecall reports whether the agent may undo an escalation: it is theirs, and nobody has claimed the job since. A
// reservation for a senior does not count as a claim.
func MayRecall(c store.ReviewCase, escalation store.Review, agent string) bool {
	taken := (c.Claim != "" || c.ClaimedAt.After(escalation.CompletedAt)) && !claimedAhead(c)
	return c.State == store.CaseEscalated && escalation.AgentID == agent && !taken
}

// recallEscalation undoes the agent's escalation; the agent holds the job again, with the texts as they were.
func (d *Desk) recallEscalation(
	ctx context.Context, tx *store.Tx, a Agent, c store.ReviewCase, leaving string,
) error {
	escalation, err := tx.StandingEscalation(ctx, a.Company, c.JobID)
	switch {
	case err != nil:
		return err
	case escalation.AgentID != a.ID:
		return fault.New(fault.Forbidden, "only the agent who escalated can undo it")
	case !MayRecall(c, escalation, a.ID):
		return fault.New(fault.Conflict, "a senior agent has already taken this job, so the escalation can't be undone")
	}
	if err := tx.UndoReview(ctx, a.Company, escalation.ID, a.ID); err != nil {
		return err
	}
	if err := tx.RecallCase(ctx, d.claim(a, tx.Now), c.JobID, c.Version); err != nil {
		return err
	}
	if err := d.reserveAgain(ctx, tx, a, escalation, leaving); err != nil {
		return err
	}
	if err := restoreDraft(ctx, tx, a, escalation); err != nil {
		return err
	}
	return tx.Audit(ctx, a.entry("review.undo", c.JobID, map[string]any{"review": escalation.ID}))
}
