package review

import (
	"context"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// ViewerTime is how long somebody counts as viewing a job after the last heartbeat; pages send one every third of it.
const ViewerTime = 45 * time.Second

// Watch notes that the agent views a job of their company.
func (d *Desk) Watch(ctx context.Context, a Agent, jobID string) error {
	return d.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.HoldJob(ctx, a.Company, jobID); err != nil {
			return err
		}
		return tx.Watch(ctx, a.Company, jobID, a.ID, tx.Now.Add(-ViewerTime))
	})
}

// Unwatch notes that the agent no longer views it.
func (d *Desk) Unwatch(ctx context.Context, a Agent, jobID string) error {
	return d.Store.Write(ctx, func(tx *store.Tx) error { return tx.Unwatch(ctx, a.Company, jobID, a.ID) })
}

// Viewers returns the names of the others who view each of the jobs that the agent views now. A job that nobody else
// views is left out.
func (d *Desk) Viewers(ctx context.Context, a Agent) (map[string][]string, error) {
	rows, err := d.Store.Viewers(ctx, a.Company, a.ID, d.Clock.Now().Add(-ViewerTime))
	all := map[string][]string{}
	for _, v := range rows {
		all[v.JobID] = append(all[v.JobID], v.Name)
	}
	return all, err
}

// Attend sets whether the agent is available. Jobs reserved for an agent who leaves are released.
func (d *Desk) Attend(ctx context.Context, a Agent, state store.Availability) error {
	if state != store.Available && state != store.OnBreak && state != store.Away {
		return fault.BadField("availability", "one_of", "choose your availability: available, on a break or away")
	}
	return d.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.SetAvailability(ctx, a.Company, a.ID, state); err != nil || state == store.Available {
			return err
		}
		held, err := tx.HeldCases(ctx, a.Company, a.ID)
		if err != nil {
			return err
		}
		for _, c := range held {
			if claimedAhead(c) {
				if err := tx.ReleaseClaim(ctx, a.Company, c.JobID, a.ID); err != nil {
					return err
				}
			}
		}
		return nil
	})
}
