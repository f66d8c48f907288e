package web

import (
	"slices"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/policy"
	"proofdesk/app/review"
	"proofdesk/engine"
	views "proofdesk/views/review"
	"proofdesk/views/ui"
)

// recheck puts the agents' corrections into the report and runs the checks of values again: on the day of the review
// where there was one, with the company's minimum age. Found keeps the checks as the engine left them.
func (w *Console) recheck(c *fiber.Ctx, v visitor, d *review.Dossier) error {
	if len(d.Corrections) == 0 {
		return nil
	}
	rules, err := w.Accounts.RulesOf(c.UserContext(), v.Company)
	if err != nil {
		return err
	}
	day := d.Now
	if !d.Job.ReviewedAt.IsZero() {
		day = d.Job.ReviewedAt
	}
	var corrections []engine.Correction
	for _, one := range d.Corrections {
		corrections = append(corrections, engine.Correction{Source: engine.Source(one.Source), Field: one.Field, After: one.After})
	}
	d.Found = d.Report.Checks
	d.Report = engine.Recheck(d.Report, corrections, day, rules.MinimumAge)
	return nil
}

// corrections tells what was put right, by whom, and what the checks that rest on it say now.
func (w *Console) corrections(c *fiber.Ctx, v visitor, d review.Dossier) (views.Corrections, error) {
	var shown views.Corrections
	if len(d.Corrections) == 0 {
		return shown, nil
	}
	names, err := w.agentNames(c, v)
	for _, one := range d.Corrections {
		shown.Values = append(shown.Values, views.Corrected{
			Field: fieldName(one.Field), Source: sourceName(one.Source), Before: one.Before, After: one.After, By: actorName("agent:"+one.AgentID, names), At: dayTime(one.CreatedAt),
		})
	}
	for _, code := range engine.Rechecked() {
		is, was := behind(d.Report.Checks, code), behind(d.Found, code)
		if is == nil {
			continue
		}
		line := views.Recheck{Check: policy.Title(code), Before: outcomeOf(was), After: outcomeOf(is), Tone: toneOf(string(is.Outcome)), Detail: is.Detail, Focus: focusOf(d, *is)}
		line.Changed = line.Before != line.After
		shown.Checks = append(shown.Checks, line)
	}
	return shown, err
}

func outcomeOf(c *engine.Check) string {
	if c == nil {
		return words(string(engine.NotRun))
	}
	return words(string(c.Outcome))
}

// rechecked says of a finding whether corrections settled it, or what it says with them.
func rechecked(d review.Dossier, reason policy.Reason, f *views.Finding) {
	if len(d.Corrections) == 0 || !slices.Contains(engine.Rechecked(), reason.Check) {
		return
	}
	is, was := behind(d.Report.Checks, reason.Check), behind(d.Found, reason.Check)
	switch {
	case is == nil || was == nil:
	case is.Outcome == engine.Pass:
		f.Tone, f.Text, f.Group = ui.Pass, "Settled by a correction: "+f.Text, "corrected"
	case is.Detail != "" && is.Detail != was.Detail:
		f.Text, f.Group = is.Detail, "corrected"
	}
}

// arisen are the checks of values that fail only since something was corrected, and so are no reason of the policy's.
func arisen(d review.Dossier) []views.Finding {
	var all []views.Finding
	for _, code := range engine.Rechecked() {
		is, was := behind(d.Report.Checks, code), behind(d.Found, code)
		known := slices.ContainsFunc(d.Decision.Reasons, func(r policy.Reason) bool { return r.Check == code })
		if len(d.Corrections) == 0 || is == nil || known || badness(is.Outcome) < badness(engine.Warn) || was != nil && badness(was.Outcome) >= badness(is.Outcome) {
			continue
		}
		all = append(all, views.Finding{Tone: toneOf(string(is.Outcome)), Text: firstOf(is.Detail, policy.Title(code)), Group: "corrected", Title: title(*is), Focus: focusOf(d, *is)})
	}
	return all
}
