package quality

import (
	"context"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/store"
)

// How often the sampler looks for checks that nobody may take. An administrator may take checks, but many never review:
// one who has not done so for adminIdle is waited for adminGrace and no longer.
const (
	voidEvery  = time.Minute
	voidBatch  = 100
	adminIdle  = 30 * 24 * time.Hour
	adminGrace = 24 * time.Hour
)

// Void hands back the checks that nobody is left to judge blind: it closes them with a record of why, and the first
// decision stands. It returns how many it closed. A closed check counts neither as agreement nor as disagreement.
func (s *Sampler) Void(ctx context.Context) (int, error) {
	now := s.Clock.Now()
	idle := store.IdleAdmins{Since: now.Add(-adminIdle), Drawn: now.Add(-adminGrace)}
	found, err := s.Store.ChecksOfNobody(ctx, now, idle, voidBatch)
	closed := 0
	for _, c := range found {
		done, err := s.void(ctx, c, idle)
		if err != nil {
			return closed, err
		}
		if done {
			closed++
		}
	}
	return closed, err
}

// void closes a check if still nobody may take it, and reports whether it did.
func (s *Sampler) void(ctx context.Context, c store.QualityCheck, idle store.IdleAdmins) (done bool, err error) {
	err = s.Store.Write(ctx, func(tx *store.Tx) (err error) {
		if done, err = tx.VoidCheck(ctx, c.Company, c.ID, store.VoidNobodyLeft, idle); err != nil || !done {
			return err
		}
		return tx.Audit(ctx, audit.Entry{
			Company: c.Company,
			Actor:   "system",
			Action:  "quality.void",
			Target:  "check:" + c.ID,
			Detail:  map[string]any{"why": store.VoidNobodyLeft, "job": c.JobID},
		})
	})
	return done, err
}
