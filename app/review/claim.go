package review

import (
	"context"

	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// Next claims the next job for the agent and returns it: of the jobs that the agent holds already the most urgent one,
// otherwise the reserved one, otherwise one whose applicant has sent the captures that the agent asked for, otherwise
// for seniors the most urgent escalated one, otherwise the most urgent proposal of another agent, otherwise the most
// urgent open one. The job that the agent leaves, if any, is released to the queue. NotFound where no job waits.
func (d *Desk) Next(ctx context.Context, a Agent, leaving string) (store.ReviewCase, error) {
	if err := d.mayTake(a); err != nil {
		return store.ReviewCase{}, err
	}
	var taken store.ReviewCase
	err := d.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.LockAgent(ctx, a.Company, a.ID); err != nil { // no other page of the agent takes one meanwhile
			return err
		}
		held, err := holds(ctx, tx, a, leaving)
		if err != nil {
			return err
		}
		if taken, err = d.claimBest(ctx, tx, a, d.claim(a, tx.Now), leaving); err != nil {
			return err
		}
		if held { // only now, so that it is not the next one again
			if err := tx.ReleaseClaim(ctx, a.Company, leaving, a.ID); err != nil {
				return err
			}
		}
		return tx.Audit(ctx, a.entry("review.claim", taken.JobID, nil))
	})
	if fault.Is(err, fault.NotFound) && leaving != "" { // the job that was left is released all the same
		return taken, d.releaseAnyway(ctx, a, leaving, err)
	}
	return taken, err
}

// holds reports whether the agent holds a job, which another page of theirs may have released already.
func holds(ctx context.Context, tx *store.Tx, a Agent, jobID string) (bool, error) {
	if jobID == "" {
		return false, nil
	}
	c, err := tx.LockCase(ctx, a.Company, jobID)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	return c.HeldBy(a.ID, tx.Now), err
}

// releaseAnyway releases a job although the rest of the transaction was rolled back, and returns the error.
func (d *Desk) releaseAnyway(ctx context.Context, a Agent, jobID string, cause error) error {
	if err := d.Release(ctx, a, jobID); err != nil {
		return err
	}
	return cause
}

// claimBest claims a job with one statement per place to look: first those that the agent holds.
func (d *Desk) claimBest(
	ctx context.Context, tx *store.Tx, a Agent, claim store.Claim, leaving string,
) (store.ReviewCase, error) {
	held, err := tx.HeldCases(ctx, a.Company, a.ID)
	if err != nil {
		return store.ReviewCase{}, err
	}
	if c, ok := firstHeld(held, false, leaving); ok {
		claim.Secret, c.LeaseUntil = c.Claim, claim.Until // the same claim, so that another tab with the job keeps it
		return c, tx.RenewClaim(ctx, claim, c.JobID)
	}
	if c, ok := firstHeld(held, true, leaving); ok {
		return tx.ClaimCase(ctx, claim, c.JobID)
	}
	return d.claimFresh(ctx, tx, a, claim)
}

// firstHeld returns the first of some held cases that is reserved, or taken, and not the one to be left.
func firstHeld(held []store.ReviewCase, reserved bool, leaving string) (store.ReviewCase, bool) {
	for _, c := range held {
		if claimedAhead(c) == reserved && c.JobID != leaving {
			return c, true
		}
	}
	return store.ReviewCase{}, false
}

// claimFresh claims a job that nobody holds: one that comes back to the agent, an escalated one for seniors, a proposal
// of somebody else, an open one.
func (d *Desk) claimFresh(ctx context.Context, tx *store.Tx, a Agent, claim store.Claim) (store.ReviewCase, error) {
	states := []store.CaseState{store.CaseProposed, store.CaseOpen}
	if a.Senior {
		states = []store.CaseState{store.CaseEscalated, store.CaseProposed, store.CaseOpen}
	}
	taken, err := tx.ClaimReturned(ctx, claim)
	if !fault.Is(err, fault.NotFound) {
		return taken, err
	}
	for _, state := range states {
		if taken, err = tx.ClaimNext(ctx, claim, state); !fault.Is(err, fault.NotFound) {
			break
		}
	}
	return taken, err
}

// Ahead returns the job that Next will return once the agent has decided the current one: another that the agent holds,
// otherwise the reserved one, otherwise it reserves one for a short time. Nothing is reserved for an agent on a break.
// Where current is empty, jobs that the agent holds do not count.
func (d *Desk) Ahead(ctx context.Context, a Agent, current string) (store.ReviewCase, error) {
	if err := d.mayTake(a); err != nil {
		return store.ReviewCase{}, err
	}
	if a.Resting {
		return store.ReviewCase{}, fault.New(fault.NotFound,
			"you are on a break: set yourself to available to get the next job")
	}
	var taken store.ReviewCase
	err := d.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.LockAgent(ctx, a.Company, a.ID); err != nil { // no other page reserves one meanwhile
			return err
		}
		held, err := tx.HeldCases(ctx, a.Company, a.ID)
		if err != nil {
			return err
		}
		taken, err = d.aheadOf(ctx, tx, a, held, current)
		if err == nil && taken.JobID == current { // its page is still open, but the job is anybody's again
			return fault.New(fault.NotFound, "you no longer hold this job")
		}
		return err
	})
	return taken, err
}

// aheadOf returns the job after the current one: one that the agent holds, or a reserved one.
func (d *Desk) aheadOf(
	ctx context.Context, tx *store.Tx, a Agent, held []store.ReviewCase, current string,
) (store.ReviewCase, error) {
	if c, ok := firstHeld(held, false, current); ok && current != "" {
		return c, nil
	}
	claim := d.claim(a, tx.Now)
	claim.Secret, claim.Until = aheadMark+claim.Secret, tx.Now.Add(DefaultAhead)
	if c, ok := firstHeld(held, true, ""); ok {
		claim.Secret = c.Claim
		return c, tx.RenewClaim(ctx, claim, c.JobID)
	}
	return d.claimFresh(ctx, tx, a, claim)
}

// Take claims one job. It returns a Conflict where somebody else holds it, and Forbidden where it is for seniors.
func (d *Desk) Take(ctx context.Context, a Agent, jobID string) (store.ReviewCase, error) {
	if err := d.mayTake(a); err != nil {
		return store.ReviewCase{}, err
	}
	var taken store.ReviewCase
	err := d.Store.Write(ctx, func(tx *store.Tx) error {
		if _, err := tx.LockAgent(ctx, a.Company, a.ID); err != nil { // Next sees that the agent has a job now
			return err
		}
		c, err := tx.LockCase(ctx, a.Company, jobID)
		if err != nil {
			return err
		}
		if c.State == store.CaseEscalated && !a.Senior {
			return fault.New(fault.Forbidden, "this job was escalated: only a senior agent can take it")
		}
		if c.State == store.CaseProposed && c.Proposer == a.ID {
			return fault.New(fault.Forbidden, "another agent has to confirm your proposal")
		}
		if taken, err = tx.ClaimCase(ctx, d.claim(a, tx.Now), jobID); err != nil {
			return err
		}
		return tx.Audit(ctx, a.entry("review.claim", jobID, nil))
	})
	return taken, err
}

// Renew extends a claim by another lease; NotFound where it is lost.
func (d *Desk) Renew(ctx context.Context, a Agent, jobID, secret string) (store.Claim, error) {
	claim := store.Claim{Company: a.Company, Agent: a.ID, Secret: secret}
	err := d.Store.Write(ctx, func(tx *store.Tx) error {
		claim.Until = tx.Now.Add(or(d.Lease, DefaultLease))
		return tx.RenewClaim(ctx, claim, jobID)
	})
	return claim, err
}

// Leave shortens a claim to a few seconds, so that a reload still finds it.
func (d *Desk) Leave(ctx context.Context, a Agent, jobID, secret string) error {
	return d.Store.Write(ctx, func(tx *store.Tx) error {
		return tx.RenewClaim(ctx,
			store.Claim{Company: a.Company, Agent: a.ID, Secret: secret, Until: tx.Now.Add(DefaultGrace)}, jobID)
	})
}

// Release returns a job to the queue at once.
func (d *Desk) Release(ctx context.Context, a Agent, jobID string) error {
	return d.Store.Write(ctx, func(tx *store.Tx) error { return tx.ReleaseClaim(ctx, a.Company, jobID, a.ID) })
}

// Skip returns a job to the queue and keeps it from the agent for the cool-down.
func (d *Desk) Skip(ctx context.Context, a Agent, jobID string) error {
	if err := a.may(); err != nil {
		return err
	}
	return d.Store.Write(ctx, func(tx *store.Tx) error {
		c, err := tx.LockCase(ctx, a.Company, jobID)
		if err != nil {
			return err
		}
		if !c.HeldBy(a.ID, tx.Now) {
			return fault.New(fault.Conflict, "you no longer hold this job")
		}
		if err := tx.PurgeSkips(ctx, a.Company, a.ID); err != nil {
			return err
		}
		if err := tx.SkipCase(ctx, a.Company, jobID, a.ID, tx.Now.Add(or(d.CoolDown, DefaultCoolDown))); err != nil {
			return err
		}
		if err := tx.ReleaseClaim(ctx, a.Company, jobID, a.ID); err != nil {
			return err
		}
		if c.ReturnsTo == a.ID {
			if err := tx.OfferToAll(ctx, a.Company, jobID); err != nil {
				return err
			}
		}
		return tx.Audit(ctx, a.entry("review.skip", jobID, nil))
	})
}
