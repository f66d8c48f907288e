package policy

import (
	"strings"

	"proofdesk/app/catalogue"
	"proofdesk/engine"
)

// judgeNeeds returns how many requirements are met and the reasons of those that are not; a requirement that could not
// be judged counts half. A check that only follows from a capture without a document lowers the score and adds no
// reason.
func judgeNeeds(needs []Requirement, all []engine.Check) (met float64, open []Reason) {
	checks := present(all)
	for _, need := range needs {
		points, _ := need.judge(all)
		met += points
		if asked(checks, need.Check) || !asked(all, need.Check) {
			_, reason := need.judge(checks)
			open = append(open, reason...)
		}
	}
	return met, open
}

// judge returns how far a requirement is met (1, ½ or 0) and what is missing. It is met by a pass at the required
// assurance, unless any provider of the same check reports otherwise.
func (need Requirement) judge(checks []engine.Check) (float64, []Reason) {
	a := need.answersOf(checks)
	switch {
	case a.against != nil && a.against.Outcome == engine.Fail:
		return 0, []Reason{reasonOf(*a.against)}
	case a.against != nil:
		return .5, []Reason{reasonOf(*a.against)}
	case a.passed:
		return 1, nil
	case !a.asked:
		return 0, []Reason{unproven(need, "not_run", "not run")}
	}
	return .5, []Reason{need.weak(*a.weak)}
}

// answers sums up what the providers of one check report.
type answers struct {
	passed  bool          // a provider passed it at the required assurance
	asked   bool          // a provider ran it
	against *engine.Check // the last failure, or else the first warning
	weak    *engine.Check // a result that is neither a pass nor against it
}

func (need Requirement) answersOf(checks []engine.Check) answers {
	var a answers
	for i, c := range checks {
		if c.Code != need.Check {
			continue
		}
		a.asked = a.asked || c.Outcome != engine.NotRun
		switch {
		case c.Outcome == engine.Pass && c.Assurance >= need.Assurance:
			a.passed = true
		case c.Outcome == engine.Fail, c.Outcome == engine.Warn && a.against == nil:
			a.against = &checks[i]
		case c.Outcome != engine.NotRun || a.weak == nil:
			a.weak = &checks[i]
		}
	}
	return a
}

// weak returns the reason for a check that ran and is not sufficient.
func (need Requirement) weak(c engine.Check) Reason {
	switch {
	case c.Outcome == engine.Pass:
		return unproven(need, "unproven",
			"unproven: "+c.Provider+" is trusted at "+digit(c.Assurance)+", the policy asks for "+digit(need.Assurance))
	case need.Check == engine.CodeDocument && len(c.Reasons) > 0:
		return reasonOf(c)
	}
	return unproven(need, "unproven", "unproven: "+orText(c.Detail, "it could not be told"))
}

func unproven(need Requirement, suffix, text string) Reason {
	group, _, _ := strings.Cut(need.Check, ".")
	code := need.Check + "." + suffix
	if need.Check == engine.CodeLiveness {
		code = "liveness." + suffix
	}
	band := "policy"
	if group == "quality" || group == "face" && suffix == "not_run" {
		band = "quality"
	}
	return Reason{
		Code:  code,
		Check: need.Check,
		Band:  band,
		Text:  catalogue.Title(need.Check) + " " + text,
		Needs: need.Assurance,
	}
}
