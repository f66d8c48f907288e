package dossier

import (
	"cmp"
	"maps"
	"slices"

	"proofdesk/app/catalogue"
	"proofdesk/app/policy"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
	"proofdesk/views/finding"
	"proofdesk/views/ui"
)

// FirstReason returns the code of the first reason of a check; empty for none.
func FirstReason(c engine.Check) string {
	if len(c.Reasons) == 0 {
		return ""
	}
	return c.Reasons[0]
}

// before returns the dossier as it was before corrections, so that a settled finding says what it was about.
func (d Dossier) before() Dossier {
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

// markRechecked marks a finding that corrections have settled or changed.
func (d Dossier) markRechecked(reason policy.Reason, f *finding.Finding) {
	if len(d.Corrections) == 0 || !slices.Contains(engine.Rechecked(), reason.Check) {
		return
	}
	is, was := Worst(d.Report.Checks, reason.Check), Worst(d.Found, reason.Check)
	switch {
	case is == nil || was == nil:
	case is.Outcome == engine.Pass:
		f.Tone, f.Text, f.Group = ui.Pass, d.T("Resolved by a correction: %s",
			d.before().Sentence(reason, was)), d.T("corrected")
	case f.Tone != ui.Fail && is.Outcome == engine.Fail && reason.OfRow():
		f.Tone, f.Text, f.Group = ui.Pass, d.T("Resolved by a correction: %s",
			d.before().Sentence(reason, nil)), d.T("corrected")
	case is.Detail != "" && is.Detail != was.Detail:
		f.Group = d.T("corrected")
	}
}

// arisen lists the findings that the policy does not know: the red ones, and the checks that warn only since something
// was corrected.
func (d Dossier) arisen(red []policy.Reason) []finding.Finding {
	known := func(code string) bool {
		return slices.ContainsFunc(d.Decision.Reasons, func(r policy.Reason) bool { return r.Check == code })
	}
	var all []finding.Finding
	for _, r := range red {
		same := func(other policy.Reason) bool { return other.Key() == r.Key() }
		if slices.ContainsFunc(d.Decision.Reasons, same) {
			continue
		}
		f := d.finding(r, Worst(d.Report.Checks, r.Check), true)
		if len(d.Corrections) > 0 && slices.Contains(engine.Rechecked(), r.Check) {
			f.Group = d.T("corrected")
		}
		all = append(all, f)
	}
	for _, code := range engine.Rechecked() {
		is, was := Worst(d.Report.Checks, code), Worst(d.Found, code)
		if len(d.Corrections) == 0 || is == nil || known(code) || is.Outcome == engine.Fail ||
			Severity(is.Outcome) < Severity(engine.Warn) ||
			was != nil && Severity(was.Outcome) >= Severity(is.Outcome) {
			continue
		}
		reason := policy.Reason{
			Code:  cmp.Or(FirstReason(*is), code),
			Check: code,
			Text:  cmp.Or(is.Detail, catalogue.Title(code)),
		}
		all = append(all, finding.Finding{
			Tone:  wording.OutcomeTone(string(is.Outcome)),
			Text:  d.Sentence(reason, is),
			Group: d.T("corrected"),
			Code:  reason.Code,
			Check: code,
			Field: fieldOf(reason),
			Title: d.CheckTitle(*is),
			Focus: d.Focus(*is),
		})
	}
	return all
}
