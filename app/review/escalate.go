package review

import (
	"context"

	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/store"
)

// Escalate hands a job to the seniors with the agent's note. Nothing is told outside.
func (d *Desk) Escalate(ctx context.Context, a Agent, decision Decision) error {
	if err := a.may(); err != nil {
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
		c, err := tx.ReviewCase(ctx, a.Company, decision.JobID)
		if err != nil {
			return err
		}
		if c.State == store.CaseEscalated {
			return fault.New(fault.Conflict, "this job is escalated already")
		}
		if err := tx.EscalateCase(ctx, lock(a, decision)); err != nil {
			return err
		}
		err = tx.InsertReview(ctx, store.Review{
			ID: ids.UUID(), Company: a.Company, JobID: decision.JobID, AgentID: a.ID, Kind: store.ReviewEscalation, Outcome: decision.Outcome,
			Reasons: reasons, Note: decision.Note, StartedAt: started(decision.StartedAt, tx.Now), CompletedAt: tx.Now,
		})
		if err != nil {
			return err
		}
		if err := tx.DropDraft(ctx, a.Company, decision.JobID, a.ID); err != nil {
			return err
		}
		return tx.Audit(ctx, a.entry("review.escalate", decision.JobID, nil))
	})
}
