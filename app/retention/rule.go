package retention

import (
	"context"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/store"
)

// MaxDays limits a rule: ten years.
const MaxDays = 3650

// Check reports what is wrong with a rule.
func Check(r store.RetentionRule) error {
	switch {
	case r.JobDays < 0 || r.JobDays > MaxDays:
		return fault.BadField("jobDays", "range",
			"finished jobs are kept for 1 to %d days; leave it empty to keep them", MaxDays)
	case r.CaptureDays < 0 || r.CaptureDays > MaxDays:
		return fault.BadField("captureDays", "range",
			"captures are kept for 1 to %d days; leave it empty to keep them as long as their job", MaxDays)
	case r.JobDays > 0 && r.CaptureDays >= r.JobDays:
		return fault.BadField("captureDays", "range",
			"captures are removed with their job after %d days: enter fewer days, or leave it empty", r.JobDays)
	}
	return nil
}

// SetRule replaces a company's rule if it still has the version that the caller read; otherwise it returns a Conflict.
// Runs by the old rule are stopped. The next scheduled run is a full interval away, so that a mistake can be corrected.
func (k *Sweeper) SetRule(ctx context.Context, actor string, r store.RetentionRule) error {
	if err := Check(r); err != nil {
		return err
	}
	return k.Store.Write(ctx, func(tx *store.Tx) error {
		was, err := tx.RetentionRule(ctx, r.Company)
		if err != nil {
			return err
		}
		kept, err := tx.SetRetentionRule(ctx, r)
		if err != nil {
			return err
		}
		if !kept {
			return fault.New(fault.Conflict,
				"somebody else changed the rule: review it and save again")
		}
		if err := stopAll(ctx, tx, actor, r.Company); err != nil {
			return err
		}
		return tx.Audit(ctx, audit.Entry{
			Company: r.Company,
			Actor:   actor,
			Action:  "retention.rule",
			Target:  "company:" + r.Company,
			Detail: map[string][]int{
				"jobDays":     {was.JobDays, r.JobDays},
				"captureDays": {was.CaptureDays, r.CaptureDays},
			},
		})
	})
}

// Shorter reports whether a rule removes what another keeps.
func Shorter(r, than store.RetentionRule) bool {
	return sooner(r.JobDays, than.JobDays) || sooner(r.CaptureLife(), than.CaptureLife())
}

func sooner(days, than int) bool { return days > 0 && (than == 0 || days < than) }
