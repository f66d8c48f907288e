package dossier

import (
	"cmp"
	"slices"
	"strings"

	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
	"proofdesk/views/ui"
)

// Accepted returns the device's pass with which the policy met a requirement that the server could not prove; nil where
// it did not. A decision that a failed check or a known customer settled lists no other reasons, so that nothing is
// known about what it accepted.
func (d Dossier) Accepted(code string) *engine.Check {
	if !d.Decision.Outcome.Is(onboarding.Review) && !d.Decision.Outcome.Is(onboarding.Approved) {
		return nil
	}
	worst := Worst(d.Report.Checks, code)
	open := slices.ContainsFunc(d.Decision.Reasons, func(r policy.Reason) bool { return r.Check == code })
	if worst == nil || worst.Outcome != engine.Inconclusive || open {
		return nil
	}
	var best *engine.Check
	for i, c := range d.Report.Checks {
		if c.Code == code && c.RanOn == engine.OnDevice && c.Outcome == engine.Pass &&
			(best == nil || c.Assurance > best.Assurance) {
			best = &d.Report.Checks[i]
		}
	}
	return best
}

// Tone returns the colour of a check wherever it is shown: green where the policy accepted the device's pass for it,
// red where the finding about it is red, else that of its outcome.
func (d Dossier) Tone(c engine.Check) ui.Tone {
	if c.Outcome == engine.Inconclusive && d.Accepted(c.Code) != nil {
		return ui.Pass
	}
	if c.Outcome != engine.Pass && c.Outcome != engine.NotRun &&
		slices.ContainsFunc(d.Decision.Reasons, func(r policy.Reason) bool {
			return r.Red(&c) && (r.Of(c) || r.Capture == "" && r.Check == c.Code)
		}) {
		return ui.Fail
	}
	return wording.OutcomeTone(string(c.Outcome))
}

// AcceptedText reports whose pass on the device was accepted, and how far it is trusted.
func (d Dossier) AcceptedText(pass engine.Check) string {
	return d.T("The device’s pass was accepted: %s, trusted as %s",
		cmp.Or(strings.TrimSpace(pass.Provider+" "+pass.Version), d.T("unknown")),
		d.T(wording.Assurance(pass.Assurance)))
}
