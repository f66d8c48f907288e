package policy_test

import (
	"testing"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/engine"
)

// A misread must not decline a valid document: dates that are only printed are for an agent to look at.
func TestWhatIsOnlyPrintedNeverDeclines(t *testing.T) {
	day := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	right := true
	for _, c := range []struct {
		field, value string
		reading      engine.Reading
		want         onboarding.Status
	}{
		{"expiryDate", "2016-07-03", engine.Reading{Source: engine.VIZ, Confidence: .99}, onboarding.Review},
		{"expiryDate", "2016-07-03", engine.Reading{Source: engine.MRZ, Confidence: .99, CheckDigit: &right}, onboarding.Declined},
		{"dateOfBirth", "2012-07-03", engine.Reading{Source: engine.VIZ, Confidence: .99}, onboarding.Review},
		{"dateOfBirth", "2012-07-03", engine.Reading{Source: engine.Barcode, Confidence: .99}, onboarding.Declined},
	} {
		c.reading.Field, c.reading.Value = c.field, c.value
		report := engine.Recheck(engine.Report{Readings: []engine.Reading{c.reading}}, nil, day, 18)
		d := policy.Decide(policy.Default(), policy.Input{
			Function: onboarding.IDValidation, Captures: []onboarding.CaptureKind{onboarding.IDFront, onboarding.IDBack}, Report: report,
		})
		if d.Outcome != c.want {
			t.Errorf("%s of %s: %s %v, want %s", c.field, c.reading.Source, d.Outcome, d.Reasons, c.want)
		}
	}
}
