package review

import (
	"slices"

	"proofdesk/app/onboarding"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
	"proofdesk/views/finding"
	"proofdesk/views/ui"
)

// moved lists the moves that an applicant was asked to make in a film, each with the second at which the film shows it.
func moved(d dossier.Dossier, c onboarding.Capture) []finding.Fact {
	asked := d.Request.Challenges[c.Request]
	if c.Kind != onboarding.Video || asked.SHA256 != c.SHA256 {
		return nil
	}
	var check engine.Check
	of := func(one engine.Check) bool {
		return one.Code == engine.CodeVideo && dossier.SameCapture(c.ID, one.Capture)
	}
	if at := slices.IndexFunc(d.Report.Checks, of); at >= 0 {
		check = d.Report.Checks[at]
	}
	var facts []finding.Fact
	for i, m := range asked.Moves {
		f := finding.Fact{Label: d.T("Move %d of %d", i+1, len(asked.Moves))}
		name := d.T(wording.Move(m))
		seen := slices.IndexFunc(check.Evidence, func(e engine.Evidence) bool { return e.Label == m && e.At != nil })
		if seen >= 0 {
			f.Value = d.T("%s, at second %s", name, d.Decimal(*check.Evidence[seen].At, 1))
		} else {
			f.Value, f.Tone = d.T(wording.Followed(check.Outcome), name), ui.Warn
		}
		facts = append(facts, f)
	}
	return facts
}
