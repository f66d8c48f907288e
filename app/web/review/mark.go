package review

import (
	"strings"

	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/web/shell/dossier"
	"proofdesk/engine"
	"proofdesk/views/finding"
	"proofdesk/views/ui"
)

// disputes returns the fields on which the sources disagree: red where that is a finding against the applicant.
func disputes(d dossier.Dossier) map[string]ui.Tone {
	tones := map[string]ui.Tone{}
	for _, row := range policy.CrossCheck(d.Report.Comparisons, nil, d.Masked) {
		switch {
		case row.Red():
			tones[row.Field] = ui.Fail
		case row.Match == engine.MatchNone:
			tones[row.Field] = ui.Warn
		}
	}
	return tones
}

// marks reports of each capture whether anything is wrong with it.
type marks struct {
	dossier.Dossier
	findings []finding.Finding
	disputes map[string]ui.Tone // by field
}

func newMarks(d dossier.Dossier) marks {
	return marks{Dossier: d, findings: d.Why(), disputes: disputes(d)}
}

// of sums up what is known of a capture: its own checks, and the findings that it has a part in, such as a face that is
// not the one beside it. It is green where neither has anything against it.
func (m marks) of(capture onboarding.Capture) (ui.Tone, string) {
	tone, state := m.checked(capture)
	for _, found := range m.found(capture) {
		if found == ui.Fail && tone != ui.Fail || found == ui.Warn && (tone == ui.Pass || tone == ui.Soft) {
			tone, state = found, "a finding is about it"
		}
	}
	return tone, m.T(state)
}

// checked sums up the checks of one capture.
func (m marks) checked(capture onboarding.Capture) (ui.Tone, string) {
	worst := engine.NotRun
	for _, c := range m.Report.Checks {
		outcome := c.Outcome
		if outcome == engine.Inconclusive && m.Accepted(c.Code) != nil {
			outcome = engine.Pass
		}
		if dossier.SameCapture(capture.ID, c.Capture) && dossier.Severity(outcome) > dossier.Severity(worst) {
			worst = outcome
		}
	}
	switch worst {
	case engine.Fail:
		return ui.Fail, "a check failed"
	case engine.Warn:
		return ui.Warn, "a check is doubtful"
	case engine.Inconclusive:
		return ui.Warn, "a check is not proven"
	case engine.Pass:
		return ui.Pass, "all checks passed"
	}
	return ui.Soft, "no checks"
}

// found returns the tones of the findings that a capture has a part in, and of the disputed fields that it shows.
func (m marks) found(capture onboarding.Capture) []ui.Tone {
	var tones []ui.Tone
	for _, f := range m.findings {
		if m.concerns(f, capture) {
			tones = append(tones, f.Tone)
		}
	}
	for _, r := range m.Report.Readings {
		if tone := m.disputes[r.Field]; tone != "" && dossier.SameCapture(capture.ID, r.Capture) {
			tones = append(tones, tone)
		}
	}
	return tones
}

// concerns reports whether a finding is about a capture: its place is there, or it compares the face that it shows.
func (m marks) concerns(f finding.Finding, capture onboarding.Capture) bool {
	if at, _, _ := strings.Cut(f.Focus, " "); at != "" && at == capture.ID {
		return true
	}
	switch f.Check {
	case engine.CodeFaceMatch:
		return capture.Kind == onboarding.Selfie || len(reportOf(m.Dossier, capture.ID).Faces) > 0
	case engine.CodeDuplicate, engine.CodeCustomerFace:
		return capture.Kind == onboarding.Selfie
	}
	return false
}
