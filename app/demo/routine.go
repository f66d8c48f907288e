package demo

import (
	"context"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/quality"
	"proofdesk/app/store"
)

const (
	routineHour  = 16 // UTC
	checksDaily  = 2  // that a colleague takes at most
	checkLength  = 70 * time.Second
	maxDisagreed = 50
)

// nextRoutine returns when the team's daily routine is, after a time.
func nextRoutine(after time.Time) time.Time {
	at := time.Date(after.Year(), after.Month(), after.Day(), routineHour, 0, 0, 0, time.UTC)
	if !at.After(after) {
		at = at.AddDate(0, 0, 1)
	}
	return at
}

// routine is what the team does every day: decisions are sampled and checked by colleagues, a senior says who was
// right where two disagreed the day before, and what is due by the retention rule is removed.
func (h *past) routine(ctx context.Context) error {
	h.Routine = nextRoutine(h.clock.Now())
	if _, err := h.program.Sampler.Draw(ctx); err != nil {
		return err
	}
	for _, c := range h.team {
		for range checksDaily {
			if err := h.check(ctx, c); err != nil {
				return err
			}
		}
	}
	if err := h.adjudicate(ctx); err != nil {
		return err
	}
	return h.program.Retention.Turn(ctx)
}

// check lets a colleague take a quality check and judge it.
func (h *past) check(ctx context.Context, c colleague) error {
	checks := h.program.Checks
	id, err := checks.Next(ctx, c.checker())
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	held, _, err := checks.Held(ctx, c.checker(), id)
	if err != nil {
		return err
	}
	job, err := h.program.Store.Job(ctx, company, id)
	if err != nil {
		return err
	}
	known, err := h.program.Desk.Reasons(ctx, company)
	if err != nil {
		return err
	}
	n, started := numberAt(h.all, job.CreatedAt), h.clock.Now()
	h.clock.Forward(started.Add(checkLength))
	judged := c.rule(n, h.all[n].application, "check")
	found, err := h.program.Desk.Gather(ctx, c.Agent, id)
	if err != nil {
		return err
	}
	red := found.Decision.Red(found.Report.Checks, found.Report.Checks, found.Rows())
	filled := quality.Filled{
		Outcome:   judged.outcome,
		Reasons:   judged.reasons,
		Overrides: overrides(red),
		Note:      judged.note,
	}
	err = checks.Judge(ctx, c.checker(), id, held.Claim, filled, started, quality.Grounds{Reasons: known, Red: red})
	if interfered(err) { // a person judges it
		return nil
	}
	return err
}

// adjudicate lets a senior who was not involved say who was right in each disagreement.
func (h *past) adjudicate(ctx context.Context) error {
	open, err := h.program.Store.Disagreements(ctx, company, h.From, h.clock.Now().Add(-time.Hour), store.CheckCursor{},
		maxDisagreed)
	if err != nil {
		return err
	}
	for _, d := range open {
		if d.Verdict != "" {
			continue
		}
		job, err := h.program.Store.Job(ctx, company, d.JobID)
		if err != nil {
			return err
		}
		for _, c := range h.team {
			if !c.Senior || c.ID == d.First.AgentID || c.ID == d.Second.AgentID {
				continue
			}
			verdict, note := h.verdict(d, numberAt(h.all, job.CreatedAt))
			err := h.program.Checks.Adjudicate(ctx, c.checker(), quality.Adjudication{
				Check:   d.ID,
				Version: d.Version,
				Verdict: verdict,
				Note:    note,
			})
			if err != nil && !interfered(err) {
				return err
			}
			break
		}
	}
	return nil
}

// verdict returns whose judgement about an applicant is that of a careful agent.
func (h *past) verdict(d store.QualityCheck, n int) (store.Verdict, string) {
	right, known := rulings[h.all[n].kind]
	if !known {
		right = approval
	}
	switch {
	case d.First.Outcome.Is(right.outcome):
		return store.VerdictFirst, "The first decision is right."
	case !d.Second.Outcome.Is(right.outcome):
		return store.VerdictEither, "Both can be defended, ask a senior in such a case."
	case right.outcome.Is(onboarding.ReviewApproved):
		return store.VerdictSecond, "All values can be read when the picture is made larger: nothing speaks against it."
	}
	return store.VerdictSecond, right.note
}
