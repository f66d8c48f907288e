package policy_test

import (
	"math"
	"slices"
	"testing"

	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/engine"
)

// second returns another provider's check of the same code.
func second(code string, outcome engine.Outcome, assurance engine.Assurance) engine.Check {
	return engine.Check{Code: code, Provider: "q", Assurance: assurance, Outcome: outcome}
}

// TestEveryProviderOfACheckCounts guards that a pass hides no other provider's doubt, in outcome and score.
func TestEveryProviderOfACheckCounts(t *testing.T) {
	in := passing(onboarding.IDValidation)
	needs := float64(len(policy.Default().Requirements[onboarding.IDValidation]))
	for name, c := range map[string]struct {
		outcome engine.Outcome
		want    onboarding.Status
		lost    float64
	}{
		"another pass":         {engine.Pass, onboarding.Approved, 0},
		"another failure":      {engine.Fail, onboarding.Review, 1},
		"another warning":      {engine.Warn, onboarding.Review, .5},
		"another inconclusive": {engine.Inconclusive, onboarding.Approved, 0},
		"another not run":      {engine.NotRun, onboarding.Approved, 0},
	} {
		d := policy.Decide(policy.Default(), with(in, second(engine.CodeRealness, c.outcome, engine.Heuristic)))
		if score := (needs - c.lost) / needs; d.Outcome != c.want || math.Abs(d.Score-score) > 1e-9 {
			t.Errorf("%s: %s with score %.3f, want %s with %.3f", name, d.Outcome, d.Score, c.want, score)
		}
	}
}

func TestTheScoreCountsWhatIsUnprovenHalf(t *testing.T) {
	needs := float64(len(policy.Default().Requirements[onboarding.IDValidation]))
	for outcome, met := range map[engine.Outcome]float64{
		engine.Pass:         1,
		engine.Inconclusive: .5,
		engine.Warn:         .5,
		engine.Fail:         0,
		engine.NotRun:       0,
	} {
		in := set(passing(onboarding.IDValidation), engine.CodeRealness,
			func(c *engine.Check) { c.Outcome = outcome })
		want := (needs - 1 + met) / needs
		if d := policy.Decide(policy.Default(), in); math.Abs(d.Score-want) > 1e-9 {
			t.Errorf("%s: score %.3f, want %.3f", outcome, d.Score, want)
		}
	}
}

func TestAReasonIsListedOnce(t *testing.T) {
	in := set(passing(onboarding.IDValidation), engine.CodeRealness,
		func(c *engine.Check) { c.Outcome = engine.Fail })
	d := policy.Decide(policy.Default(), with(in, second(engine.CodeRealness, engine.Fail, engine.Heuristic)))
	if len(d.Reasons) != 1 {
		t.Errorf("reasons %+v, want one", d.Reasons)
	}
}

func TestAFunctionWithoutRequirementsIsReviewed(t *testing.T) {
	p := policy.Default()
	p.Requirements = map[onboarding.Function][]policy.Requirement{}
	d := policy.Decide(p, passing(onboarding.IDValidation))
	if d.Outcome != onboarding.Review || len(d.Reasons) != 1 || d.Reasons[0].Code != "policy.no_requirements" {
		t.Errorf("%s %+v", d.Outcome, d.Reasons)
	}
}

func TestAnAcceptedAssuranceNeverRaisesARequirement(t *testing.T) {
	p := policy.Default()
	p.Accepted = map[string]engine.Assurance{engine.CodeRealness: engine.Certified}
	if d := policy.Decide(p, passing(onboarding.IDValidation)); d.Outcome != onboarding.Approved {
		t.Errorf("%s %+v", d.Outcome, d.Reasons)
	}
}

// TestOnlyEnrolmentEndsAsAnExistingCustomer guards that checking a known customer approves them.
func TestOnlyEnrolmentEndsAsAnExistingCustomer(t *testing.T) {
	for _, f := range onboarding.Functions() {
		in := passing(f)
		in.Existing = &policy.Existing{CustomerID: "c", By: "unique_number", FacePass: true}
		want := onboarding.Approved
		if f.Enrols() {
			want = onboarding.ExistingCustomer
		}
		if d := policy.Decide(policy.Default(), in); d.Outcome != want {
			t.Errorf("%s: %s, want %s (%+v)", f, d.Outcome, want, d.Reasons)
		}
	}
}

func TestEnrolmentLooksForDuplicates(t *testing.T) {
	for _, f := range onboarding.Functions() {
		if !f.Enrols() {
			continue
		}
		in := passing(f)
		in.Report.Checks = slices.DeleteFunc(in.Report.Checks,
			func(c engine.Check) bool { return c.Code == engine.CodeDuplicate })
		if d := policy.Decide(policy.Default(), in); d.Outcome != onboarding.Review {
			t.Errorf("%s without a duplicate search: %s", f, d.Outcome)
		}
	}
}
