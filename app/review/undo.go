package review

import (
	"context"

	"proofdesk/app/fault"
	"proofdesk/app/store"
)

var errTooLate = fault.New(fault.Conflict, "it is too late to undo this decision: its event may have been sent")

// Undo undoes the agent's decision while it is held: the event is deleted, the job is in review again and the agent
// holds it, with the texts and the request for captures as they were. An escalation is undone in the same way as long
// as nobody has claimed the job. The job that the agent leaves for it, if any, is reserved for afterwards; what they
// hold elsewhere stays as it is.
func (d *Desk) Undo(ctx context.Context, a Agent, jobID, leaving string) error {
	if err := a.may(); err != nil {
		return err
	}
	return d.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.LockAgent(ctx, a.Company, a.ID); err != nil { // Next sees the job that comes back
			return err
		}
		c, err := tx.LockCase(ctx, a.Company, jobID)
		if err != nil {
			return err
		}
		if c.State == store.CaseEscalated {
			return d.recallEscalation(ctx, tx, a, c, leaving)
		}
		review, err := tx.StandingDecision(ctx, a.Company, jobID)
		if fault.Is(err, fault.NotFound) && c.HeldBy(a.ID, tx.Now) { // another window has undone it
			return nil
		}
		if err != nil {
			return err
		}
		if review.AgentID != a.ID {
			return fault.New(fault.Forbidden, "only the agent who decided can undo it")
		}
		if err := d.recall(ctx, tx, a, review); err != nil {
			return err
		}
		if err := tx.UndoReview(ctx, a.Company, review.ID, a.ID); err != nil {
			return err
		}
		if err := tx.ReopenCase(ctx, d.claim(a, tx.Now), jobID); err != nil {
			return err
		}
		if err := restoreRequest(ctx, tx, a, review); err != nil {
			return err
		}
		if err := d.reserveAgain(ctx, tx, a, review, leaving); err != nil {
			return err
		}
		if err := restoreDraft(ctx, tx, a, review); err != nil {
			return err
		}
		return tx.Audit(ctx, a.entry("review.undo", jobID, map[string]any{"review": review.ID}))
	})
}

// restoreRequest opens the request for captures again that a decision ended: the applicant has its link already.
func restoreRequest(ctx context.Context, tx *store.Tx, a Agent, review store.Review) error {
	restored, err := tx.RestoreRequest(ctx, a.Company, review.JobID, review.CompletedAt)
	if err != nil || !restored {
		return err
	}
	return tx.Audit(ctx, a.entry("capture_request.restore", review.JobID, nil))
}

// reserveAgain reserves the job that followed a decision, and that the agent leaves now, for afterwards, instead of
// leaving it claimed besides the one that comes back.
func (d *Desk) reserveAgain(ctx context.Context, tx *store.Tx, a Agent, decided store.Review, leaving string) error {
	if leaving == "" || leaving == decided.JobID {
		return nil
	}
	held, err := tx.HeldCases(ctx, a.Company, a.ID)
	if err != nil {
		return err
	}
	for _, c := range held {
		if c.JobID != leaving || claimedAhead(c) || c.ClaimedAt.Before(decided.CompletedAt) {
			continue
		}
		claim := d.claim(a, tx.Now)
		claim.Secret, claim.Until = aheadMark+claim.Secret, tx.Now.Add(DefaultAhead)
		if _, err := tx.ClaimCase(ctx, claim, c.JobID); err != nil {
			return err
		}
	}
	return nil
}

// recall reverts what the decision changed: status, event and payload.
func (d *Desk) recall(ctx context.Context, tx *store.Tx, a Agent, review store.Review) error {
	job, err := tx.Job(ctx, a.Company, review.JobID)
	if err != nil {
		return err
	}
	back, err := tx.UnreviewJob(ctx, a.Company, job.ID)
	if err != nil || !back {
		return first(err, errTooLate)
	}
	recalled, err := tx.RecallEvent(ctx, a.Company, review.EventID)
	if err != nil || !recalled {
		return first(err, errTooLate)
	}
	return tx.MoveJobDoc(ctx, a.Company, job.ID, store.DocPayloadBefore, store.DocPayload)
}

func first(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}
