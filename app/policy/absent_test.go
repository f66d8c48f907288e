package policy_test

import (
	"slices"
	"testing"

	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/engine"
)

// empty adds what the engine reports of a capture in which no document is.
func empty(in policy.Input, capture string) policy.Input {
	told := func(code string, outcome engine.Outcome) engine.Check {
		return engine.Check{
			Code:      code,
			Group:     engine.GroupDocument,
			Capture:   capture,
			Assurance: engine.Heuristic,
			Outcome:   outcome,
			Reasons:   []string{"document.none"},
		}
	}
	in.Report.Checks = append(slices.Clone(in.Report.Checks), told(engine.CodeDocument, engine.Fail),
		told(engine.CodeKind, engine.Fail), told(engine.CodeRealness, engine.Inconclusive))
	return in
}

func TestACaptureWithoutADocumentIsReportedOnceAndByName(t *testing.T) {
	passed := passing(onboarding.IDValidation)
	bare := passed
	bare.Report.Checks = slices.DeleteFunc(slices.Clone(passed.Report.Checks),
		func(c engine.Check) bool { return c.Code == engine.CodeKind || c.Code == engine.CodeRealness })
	for name, c := range map[string]struct {
		in   policy.Input
		want []string
	}{
		"the front of two":  {empty(passed, "front"), []string{"front"}},
		"front and back":    {empty(empty(bare, "front"), "back"), []string{"front", "back"}},
		"the only one":      {empty(bare, "passport"), []string{"passport"}},
		"none without them": {passed, nil},
	} {
		d := policy.Decide(policy.Default(), c.in)
		var told []string
		for _, r := range d.Reasons {
			if r.Code != "document.none" || r.Check != engine.CodeDocument {
				t.Errorf("%s: %s of %s is told too", name, r.Code, r.Check)
			}
			told = append(told, r.Capture)
		}
		if !slices.Equal(told, c.want) || (d.Outcome == onboarding.Approved) != (c.want == nil) {
			t.Errorf("%s: %s, %v told, want %v", name, d.Outcome, told, c.want)
		}
	}
}

func TestAnEmptyCaptureHidesNothingOfTheOther(t *testing.T) {
	in := set(passing(onboarding.IDValidation), engine.CodeKind, func(c *engine.Check) {
		c.Capture, c.Outcome, c.Reasons = "back", engine.Fail, []string{"document.wrong_side"}
	})
	d := policy.Decide(policy.Default(), empty(in, "front"))
	if !slices.ContainsFunc(d.Reasons, func(r policy.Reason) bool { return r.Code == "document.wrong_side" }) {
		t.Errorf("the wrong side is not told: %+v", d.Reasons)
	}
}

func TestSeveralDocumentsInOneCaptureAreReviewedWhateverTheirDataSay(t *testing.T) {
	in := set(passing(onboarding.IDValidation), engine.CodeExpiry, func(c *engine.Check) { c.Outcome = engine.Fail })
	if d := policy.Decide(policy.Default(), in); d.Outcome != onboarding.Declined {
		t.Fatalf("an expired document alone: %s", d.Outcome)
	}
	in.Report.Checks = append(in.Report.Checks, engine.Check{
		Code:      engine.CodeDocument,
		Capture:   "passport",
		Assurance: engine.Heuristic,
		Outcome:   engine.Warn,
		Reasons:   []string{"document.multiple"},
	})
	d := policy.Decide(policy.Default(), in)
	if d.Outcome != onboarding.Review || d.Reasons[0].Code != "document.multiple" {
		t.Errorf("%s, %+v", d.Outcome, d.Reasons)
	}
	if !slices.ContainsFunc(d.Reasons, func(r policy.Reason) bool { return r.Check == engine.CodeExpiry }) {
		t.Errorf("the expiry is not told: %+v", d.Reasons)
	}
}
