package review

import (
	"context"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/catalogue"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// Recheck puts the agents' corrections into the dossier's report and runs the checks of values again: on the day of the
// review where there was one. Found keeps the checks as the engine left them.
func (d *Dossier) Recheck(minimumAge int) {
	if len(d.Corrections) == 0 {
		return
	}
	day := d.Now
	if !d.Job.ReviewedAt.IsZero() {
		day = d.Job.ReviewedAt
	}
	d.Found = d.Report.Checks
	d.Report = rechecked(d.Report, d.Corrections, day, minimumAge)
}

func rechecked(report engine.Report, corrections []store.Correction, day time.Time, minimumAge int) engine.Report {
	var all []engine.Correction
	for _, one := range corrections {
		all = append(all, engine.Correction{Source: engine.Source(one.Source), Field: one.Field, After: one.After})
	}
	return engine.Recheck(report, all, day, minimumAge)
}

// Rows returns the cross-check. A customer who was found by the face alone may be somebody else, and is left out.
func (d Dossier) Rows() []policy.CheckRow {
	known := d.Enrolled
	if d.ByFace {
		known = nil
	}
	return policy.CrossCheck(d.Report.Comparisons, known, d.Masked)
}

// Red returns the red findings of a job, in spite of which an agent who approves it has to name why.
func (d Dossier) Red() []policy.Reason {
	found := d.Found
	if len(d.Corrections) == 0 {
		found = d.Report.Checks
	}
	return d.Decision.Red(d.Report.Checks, found, d.Rows())
}

// named returns why a decision approves a job in spite of its red findings; none for another outcome. A finding that
// the decision does not name is Invalid.
func (d *Desk) named(
	ctx context.Context, tx *store.Tx, a Agent, decision DecisionRequest,
) ([]policy.Override, error) {
	if !decision.Outcome.Is(onboarding.Approved) {
		return nil, nil
	}
	job, err := tx.Job(ctx, a.Company, decision.JobID)
	if err != nil {
		return nil, err
	}
	dossier := Dossier{Job: job, Now: tx.Now}
	if dossier.Sandbox, err = tx.IsSandbox(ctx, a.Company, decision.JobID); err != nil {
		return nil, err
	}
	for kind, to := range map[string]any{store.DocReport: &dossier.Report, store.DocDecision: &dossier.Decision} {
		if err := ignoreNotFound(tx.ReadJobDoc(ctx, a.Company, decision.JobID, kind, to)); err != nil {
			return nil, err
		}
	}
	if dossier.Corrections, err = tx.Corrections(ctx, a.Company, decision.JobID); err != nil {
		return nil, err
	}
	own, err := tx.Company(ctx, a.Company)
	if err != nil {
		return nil, err
	}
	if err := dossier.findEnrolled(ctx, tx); err != nil {
		return nil, err
	}
	dossier.Recheck(own.Rules().MinimumAge)
	return policy.Name(dossier.Red(), decision.Overrides, decision.Note)
}

// overridden returns the audit entry of an approval in spite of red findings.
func (a Agent) overridden(review store.Review) audit.Entry {
	named := map[string]string{}
	for _, o := range review.Overrides {
		named[o.Finding] = o.Reason
	}
	return a.entry("review.override", review.JobID, map[string]any{"review": review.ID, "overrides": named})
}

// auditOverrides records the overrides of a review, where there are any.
func auditOverrides(ctx context.Context, tx *store.Tx, a Agent, review store.Review) error {
	if len(review.Overrides) == 0 {
		return nil
	}
	return tx.Audit(ctx, a.overridden(review))
}

// wireBands maps the bands of findings to those of the API.
var wireBands = map[policy.Band]onboarding.Band{
	policy.BandFraud:   onboarding.Fraud,
	policy.BandData:    onboarding.Data,
	policy.BandQuality: onboarding.Quality,
	policy.BandPolicy:  onboarding.Quality,
}

// wireReasons returns the reasons of a review as the API has them: the agent's, then the findings that were overridden.
func wireReasons(review store.Review) []onboarding.ReviewReason {
	all := append([]onboarding.ReviewReason{}, review.Reasons...)
	for _, o := range review.Overrides {
		all = append(all, onboarding.ReviewReason{
			Code:     o.Code,
			Band:     wireBands[o.Band],
			Text:     o.Text,
			Override: &onboarding.Override{Code: o.Reason, Text: catalogue.OverrideText(o.Reason)},
		})
	}
	return all
}
