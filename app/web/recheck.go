package web

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/policy"
	"proofdesk/app/review"
	"proofdesk/app/web/shell"
	"proofdesk/engine"
	"proofdesk/views/finding"
	views "proofdesk/views/review"
	"proofdesk/views/ui"
)

// recheck puts the agents' corrections into the report and runs the checks of values again: on the day of the review
// where there was one, with the company's minimum age. Found keeps the checks as the engine left them.
func (w *Console) recheck(c *fiber.Ctx, v shell.Visitor, d *review.Dossier) error {
	if len(d.Corrections) == 0 {
		return nil
	}
	own, err := w.Store.Company(c.UserContext(), v.Company)
	if err != nil {
		return err
	}
	day := d.Now
	if !d.Job.ReviewedAt.IsZero() {
		day = d.Job.ReviewedAt
	}
	var corrections []engine.Correction
	for _, one := range d.Corrections {
		corrections = append(corrections, engine.Correction{
			Source: engine.Source(one.Source),
			Field:  one.Field,
			After:  one.After,
		})
	}
	d.Found = d.Report.Checks
	d.Report = engine.Recheck(d.Report, corrections, day, own.Rules().MinimumAge)
	return nil
}

// corrections reports what was put right, by whom, and what the checks that rest on it say now.
func (w *Console) corrections(c *fiber.Ctx, v shell.Visitor, d dossier) (views.Corrections, error) {
	var shown views.Corrections
	if len(d.Corrections) == 0 {
		return shown, nil
	}
	names, err := w.AgentNames(c, v)
	for _, one := range d.Corrections {
		shown.Values = append(shown.Values, views.Corrected{
			Field:  d.T(fieldName(one.Field)),
			Source: d.T(sourceName(one.Source)),
			Before: one.Before,
			After:  one.After,
			By:     shell.ActorName("agent:"+one.AgentID, names),
			At:     d.day(one.CreatedAt),
		})
	}
	for _, code := range engine.Rechecked() {
		is, was := behind(d.Report.Checks, code), behind(d.Found, code)
		if is == nil {
			continue
		}
		line := views.Recheck{
			Check:  d.T(policy.Title(code)),
			Before: d.T(outcomeOf(was)),
			After:  d.T(outcomeOf(is)),
			Tone:   toneOf(string(is.Outcome)),
			Detail: d.detail(*is),
			Focus:  focusOf(d, *is),
		}
		line.Changed = line.Before != line.After
		shown.Checks = append(shown.Checks, line)
	}
	return shown, err
}

func outcomeOf(c *engine.Check) string {
	if c == nil {
		return outcomeWord(engine.NotRun)
	}
	return outcomeWord(c.Outcome)
}

func firstReason(c engine.Check) string {
	if len(c.Reasons) == 0 {
		return ""
	}
	return c.Reasons[0]
}

// before returns the dossier as it was before it was corrected, so that a settled finding tells what it was about.
func (d dossier) before() dossier {
	first := map[string]bool{}
	changed, readings := slices.Clone(d.Report.Comparisons), slices.Clone(d.Report.Readings)
	for _, one := range d.Corrections {
		key := one.Source + "/" + one.Field
		for i, c := range changed {
			if c.Field == one.Field && !first[key] {
				changed[i].Values = maps.Clone(c.Values)
				changed[i].Values[engine.Source(one.Source)] = one.Before
				changed[i].Match = engine.MatchNone
			}
		}
		for i, r := range readings {
			if r.Field == one.Field && string(r.Source) == one.Source && !first[key] {
				readings[i].Value = one.Before
			}
		}
		first[key] = true
	}
	d.Report.Comparisons, d.Report.Readings, d.Corrections = changed, readings, nil
	return d
}

// rechecked says of a finding whether corrections settled it, or what it says with them.
func rechecked(d dossier, reason policy.Reason, f *finding.Finding) {
	if len(d.Corrections) == 0 || !slices.Contains(engine.Rechecked(), reason.Check) {
		return
	}
	is, was := behind(d.Report.Checks, reason.Check), behind(d.Found, reason.Check)
	switch {
	case is == nil || was == nil:
	case is.Outcome == engine.Pass:
		f.Tone, f.Text, f.Group = ui.Pass, d.T("Settled by a correction: %s",
			d.before().says(reason, was)), d.T("corrected")
	case is.Detail != "" && is.Detail != was.Detail:
		f.Group = d.T("corrected")
	}
}

// arisen are the checks of values that fail only since something was corrected, and so are no reason of the policy's.
func arisen(d dossier) []finding.Finding {
	var all []finding.Finding
	for _, code := range engine.Rechecked() {
		is, was := behind(d.Report.Checks, code), behind(d.Found, code)
		known := slices.ContainsFunc(d.Decision.Reasons, func(r policy.Reason) bool { return r.Check == code })
		if len(d.Corrections) == 0 || is == nil || known || badness(is.Outcome) < badness(engine.Warn) ||
			was != nil && badness(was.Outcome) >= badness(is.Outcome) {
			continue
		}
		all = append(all, finding.Finding{
			Tone: toneOf(string(is.Outcome)),
			Text: d.says(policy.Reason{
				Code:  cmp.Or(firstReason(*is), code),
				Check: code,
				Text:  cmp.Or(is.Detail, policy.Title(code)),
			}, is),
			Group: d.T("corrected"),
			Title: title(d, *is),
			Focus: focusOf(d, *is),
		})
	}
	return all
}
