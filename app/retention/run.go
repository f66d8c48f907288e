package retention

import (
	"context"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/store"
)

// System is the actor of a scheduled run in the audit log.
const System = "system"

// newRun returns the run of a plan.
func newRun(p Plan, actor string, now time.Time) store.RetentionRun {
	return store.RetentionRun{
		Company:        p.Company,
		ID:             ids.ULID(now),
		Actor:          actor,
		Stage:          store.RetentionRunning,
		JobDays:        p.JobDays,
		CaptureDays:    p.CaptureDays,
		JobsBefore:     before(now, p.JobDays),
		CapturesBefore: before(now, p.CaptureDays),
		Phase:          store.RemovingJobs,
		JobsDue:        p.Jobs,
		CapturesDue:    p.Captures,
	}
}

// errOtherRule refuses to remove anything by a rule that the caller has not seen.
var errOtherRule = fault.New(fault.Conflict, "somebody else changed the rule: review it and start again")

// Start starts at once the run that a company's rule would start on schedule. The rule is the one with the version that
// the caller has seen; another one is a Conflict.
func (k *Sweeper) Start(ctx context.Context, actor, company string, version int) error {
	rule, err := k.Store.RetentionRule(ctx, company)
	if err != nil {
		return err
	}
	if rule.Version != version {
		return errOtherRule
	}
	if !rule.On() {
		return fault.New(fault.Conflict, "no retention rule is set, so nothing can be removed: set one first")
	}
	plan, err := k.Plan(ctx, rule)
	if err != nil {
		return err
	}
	if plan.Empty() {
		return fault.New(fault.Conflict, "no job or capture is due for removal now")
	}
	return k.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.LockCompany(ctx, company); err != nil { // no other run starts meanwhile
			return err
		}
		same, err := tx.HoldRetentionRule(ctx, rule) // whoever changes it later sees this run and stops it
		if err != nil {
			return err
		}
		if !same {
			return errOtherRule
		}
		running, err := tx.RunningRetention(ctx, company)
		if err != nil {
			return err
		}
		if len(running) > 0 {
			return fault.New(fault.Conflict, "a removal is running: wait until it ends, or stop it")
		}
		run := newRun(plan, actor, tx.Now)
		if err := tx.InsertRetentionRun(ctx, run); err != nil {
			return err
		}
		return tx.Audit(ctx, audit.Entry{
			Company: company,
			Actor:   actor,
			Action:  "retention.start",
			Target:  "retention:" + run.ID,
			Detail:  map[string]int{"jobs": plan.Jobs, "captures": plan.Captures},
		})
	})
}

// Stop ends a run. What it removed stays removed.
func (k *Sweeper) Stop(ctx context.Context, actor, company, id string) error {
	return k.Store.Write(ctx, func(tx *store.Tx) error {
		r, err := tx.RetentionRun(ctx, company, id)
		if err != nil || r.Stage != store.RetentionRunning {
			return err
		}
		_, err = end(ctx, tx, actor, r, store.RetentionStopped, "")
		return err
	})
}

// stopAll ends the runs of a company's rule; a purge from the command line continues.
func stopAll(ctx context.Context, tx *store.Tx, actor, company string) error {
	running, err := tx.RunningRetention(ctx, company)
	if err != nil {
		return err
	}
	for _, r := range running {
		if r.Actor == CommandLine {
			continue
		}
		if _, err := end(ctx, tx, actor, r, store.RetentionStopped, ""); err != nil {
			return err
		}
	}
	return nil
}

// actions maps the end of a run to its action in the audit log.
var actions = map[store.RetentionStage]string{
	store.RetentionDone:    "jobs.purge",
	store.RetentionStopped: "retention.stop",
	store.RetentionFailed:  "retention.fail",
}

// end ends a run that is under way, with its audit entry, and reports whether it did: a run that has ended stays as it
// is.
func end(
	ctx context.Context, tx *store.Tx, actor string, r store.RetentionRun, stage store.RetentionStage, problem string,
) (bool, error) {
	r, err := tx.EndRetentionRun(ctx, r, stage, problem)
	if fault.Is(err, fault.NotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	detail := map[string]any{
		"days":        r.JobDays,
		"captureDays": r.CaptureDays,
		"jobs":        r.Jobs,
		"captures":    r.Captures,
		"run":         r.ID,
	}
	if problem != "" {
		detail["error"] = problem
	}
	return true, tx.Audit(ctx, audit.Entry{
		Company: r.Company,
		Actor:   actor,
		Action:  actions[stage],
		Target:  "company:" + r.Company,
		Detail:  detail,
	})
}
