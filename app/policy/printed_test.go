package policy_test

import (
	"testing"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/engine"
)

// A misread must not decline a valid document: dates that are only printed are for an agent to look at.
func TestPrintedValuesAloneNeverDecline(t *testing.T) {
	day := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	right := true
	for _, c := range []struct {
		field, value string
		reading      engine.Reading
		want         onboarding.Status
	}{
		{"expiryDate", "2016-07-03", engine.Reading{Source: engine.VIZ, Confidence: .99}, onboarding.Review},
		{
			"expiryDate", "2016-07-03",
			engine.Reading{Source: engine.MRZ, Confidence: .99, CheckDigit: &right},
			onboarding.Declined,
		},
		{"dateOfBirth", "2012-07-03", engine.Reading{Source: engine.VIZ, Confidence: .99}, onboarding.Review},
		{"dateOfBirth", "2012-07-03", engine.Reading{Source: engine.Barcode, Confidence: .99}, onboarding.Declined},
	} {
		c.reading.Field, c.reading.Value = c.field, c.value
		report := engine.Recheck(engine.Report{Readings: []engine.Reading{c.reading}}, nil, day, 18)
		d := policy.Decide(policy.Default(), policy.Input{
			Function: onboarding.IDValidation, Captures: []onboarding.CaptureKind{
				onboarding.IDFront, onboarding.IDBack,
			}, Report: report,
		})
		if d.Outcome != c.want {
			t.Errorf("%s of %s: %s %v, want %s", c.field, c.reading.Source, d.Outcome, d.Reasons, c.want)
		}
	}
}

func TestADocumentWhoseRecogniserGaveUpIsReviewed(t *testing.T) {
	check := engine.Check{
		Code:    engine.CodePrint,
		Group:   engine.GroupDocument,
		Outcome: engine.NotRun,
		Reasons: []string{"document.print_late"},
	}
	p := policy.Policy{
		Requirements: map[onboarding.Function][]policy.Requirement{
			onboarding.AutoFill: {{Check: engine.CodeRead, Assurance: engine.Heuristic}},
		},
	}
	read := engine.Check{Code: engine.CodeRead, Outcome: engine.Pass, Assurance: engine.Model}
	in := policy.Input{
		Function: onboarding.AutoFill,
		Captures: []onboarding.CaptureKind{onboarding.IDFront},
		Report:   engine.Report{Checks: []engine.Check{read, check}},
	}
	if d := policy.Decide(p, in); d.Outcome != onboarding.Review || len(d.Reasons) != 1 ||
		d.Reasons[0].Code != "document.print_late" {
		t.Errorf("gave up: %s %v", d.Outcome, d.Reasons)
	}
	in.Report.Checks[1].Reasons = nil
	if d := policy.Decide(p, in); d.Outcome != onboarding.Approved {
		t.Errorf("not installed: %s %v", d.Outcome, d.Reasons)
	}
}
