package policy_test

import (
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

// TestEveryProviderOfACheckCounts guards that a pass hides no other provider's doubt, in outcome and count.
func TestEveryProviderOfACheckCounts(t *testing.T) {
	in := passing(onboarding.IDValidation)
	needs := len(policy.Default().Requirements[onboarding.IDValidation])
	for name, c := range map[string]struct {
		outcome engine.Outcome
		want    onboarding.Status
		lost    int
	}{
		"another pass":         {engine.Pass, onboarding.Approved, 0},
		"another failure":      {engine.Fail, onboarding.Review, 1},
		"another warning":      {engine.Warn, onboarding.Review, 1},
		"another inconclusive": {engine.Inconclusive, onboarding.Approved, 0},
		"another not run":      {engine.NotRun, onboarding.Approved, 0},
	} {
		d := policy.Decide(policy.Default(), with(in, second(engine.CodeRealness, c.outcome, engine.Heuristic)))
		if d.Outcome != c.want || d.Met != needs-c.lost || d.Required != needs {
			t.Errorf("%s: %s with %d of %d met, want %s with %d of %d", name, d.Outcome, d.Met, d.Required, c.want,
				needs-c.lost, needs)
		}
	}
}

func TestAFailureIsTheReasonWhateverElseIsReported(t *testing.T) {
	fail, warn := second(engine.CodeRealness, engine.Fail, engine.Heuristic),
		second(engine.CodeRealness, engine.Warn, engine.Heuristic)
	fail.Reasons, warn.Reasons = []string{"document.copy"}, []string{"document.realness_unsure"}
	for _, order := range [][]engine.Check{{fail, warn}, {warn, fail}} {
		in := passing(onboarding.IDValidation)
		in.Report.Checks = append(in.Report.Checks, order...)
		if d := policy.Decide(policy.Default(), in); len(d.Reasons) != 1 || d.Reasons[0].Code != "document.copy" {
			t.Errorf("%s first: the reasons are %+v", order[0].Outcome, d.Reasons)
		}
	}
}

func TestWhatDeclinesAnApplicantDeclinesAKnownCustomerToo(t *testing.T) {
	in := with(passing(onboarding.Enrollment), second(engine.CodeRealness, engine.Fail, policy.DeclineAssurance))
	in.Existing = &policy.Existing{CustomerID: "c1", By: "unique_number", FacePass: true}
	if d := policy.Decide(policy.Default(), in); d.Outcome != onboarding.Declined || d.Customer != "" {
		t.Errorf("a known customer with a copy of a document is %s as %q", d.Outcome, d.Customer)
	}
}

func TestOnlyAPassMeetsARequirement(t *testing.T) {
	needs := len(policy.Default().Requirements[onboarding.IDValidation])
	for outcome, met := range map[engine.Outcome]int{
		engine.Pass:         1,
		engine.Inconclusive: 0,
		engine.Warn:         0,
		engine.Fail:         0,
		engine.NotRun:       0,
	} {
		in := set(passing(onboarding.IDValidation), engine.CodeRealness,
			func(c *engine.Check) { c.Outcome = outcome })
		if d := policy.Decide(policy.Default(), in); d.Met != needs-1+met || d.Required != needs {
			t.Errorf("%s: %d of %d met, want %d of %d", outcome, d.Met, d.Required, needs-1+met, needs)
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
