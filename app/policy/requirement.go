package policy

import (
	"strings"

	"proofdesk/app/catalogue"
	"proofdesk/engine"
)

// judgeNeeds returns how many requirements are met and the reasons of those that are not. A requirement whose check
// only follows from a capture without a document is not met and adds no reason.
func judgeNeeds(needs []Requirement, all []engine.Check) (met int, open []Reason) {
	checks := present(all)
	for _, need := range needs {
		if len(need.judge(all)) == 0 {
			met++
		}
		if asked(checks, need.Check) || !asked(all, need.Check) {
			open = append(open, need.judge(checks)...)
		}
	}
	return met, open
}

// judge returns what is missing of a requirement; nothing where it is met: by a pass at the required assurance, unless
// any provider of the same check reports otherwise.
func (need Requirement) judge(checks []engine.Check) []Reason {
	a := need.answersOf(checks)
	switch {
	case a.against != nil:
		return []Reason{reasonOf(*a.against)}
	case a.passed:
		return nil
	case !a.asked:
		return []Reason{unproven(need, "not_run", "not run")}
	}
	return []Reason{need.weak(*a.weak)}
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
		case c.Outcome == engine.Pass && a.weak != nil && a.weak.Outcome != engine.NotRun: // what was found says more
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
	band := BandPolicy
	if group == "quality" || group == "face" && suffix == "not_run" {
		band = BandQuality
	}
	return Reason{
		Code:  code,
		Check: need.Check,
		Band:  band,
		Text:  catalogue.Title(need.Check) + " " + text,
		Needs: need.Assurance,
	}
}
