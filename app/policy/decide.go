package policy

import (
	"slices"
	"strings"

	"proofdesk/app/onboarding"
	"proofdesk/engine"
)

// Input is everything that a decision rests on.
type Input struct {
	Function onboarding.Function
	Captures []onboarding.CaptureKind // the kinds at hand
	Report   engine.Report
	Existing *Existing // the customer that an identifier names, where there is one
}

// Existing is an enrolled customer whose unique number, or document number with its issuing State, is exactly the
// job's.
type Existing struct {
	CustomerID string
	By         string // unique_number or document
	FacePass   bool   // the job's face is the customer's
}

// Reason is why an outcome is not APPROVED. Check is the check behind it; Band is fraud, data, quality, match or
// policy; Needs is the assurance that the policy asks for where it is what lacks.
type Reason struct {
	Code  string           `json:"code"`
	Check string           `json:"check,omitempty"`
	Band  string           `json:"band"`
	Text  string           `json:"text"`
	Needs engine.Assurance `json:"needs,omitempty"`
	// Capture is the one that the reason speaks of, where each capture has its own.
	Capture string `json:"capture,omitempty"`
}

// Decision is an outcome with its reasons, most telling first. Score is the share of the requirements that are met, a
// requirement that could not be judged counting half.
type Decision struct {
	Outcome  onboarding.Status `json:"outcome"`
	Reasons  []Reason          `json:"reasons"`
	Score    float64           `json:"score"`
	Policy   int               `json:"policy"`
	Accepted []string          `json:"accepted,omitempty"`
	Customer string            `json:"customer,omitempty"` // of EXISTING_CUSTOMER
	// Candidates are the enrolled customers that the applicant may be, found beside the policy; nearest first.
	Candidates []Candidate `json:"candidates,omitempty"`
}

// Candidate is an enrolled customer that an applicant may be. By is unique_number, document or face; Distance is that
// of the faces where By is face.
type Candidate struct {
	CustomerID string   `json:"customerId"`
	By         string   `json:"by"`
	Distance   *float64 `json:"distance,omitempty"`
}

// Decide applies a policy.
func Decide(p Policy, in Input) Decision {
	d := Decision{Policy: p.Version, Accepted: p.AcceptedNames(), Reasons: []Reason{}}
	judged := p.judge(in)
	d.Score = judged.score
	switch {
	case len(judged.unreadable) > 0:
		d.Outcome, d.Reasons = onboarding.Errored, judged.unreadable
	case len(judged.declining) > 0:
		d.Outcome, d.Reasons = onboarding.Declined, judged.declining
	case in.Existing != nil && in.Existing.FacePass && in.Function.Enrols():
		d.Outcome, d.Customer = onboarding.ExistingCustomer, in.Existing.CustomerID
		d.Reasons = []Reason{
			{
				Code: "customer." + in.Existing.By,
				Band: "match",
				Text: "The " + words(in.Existing.By) + " and the face are those of an enrolled customer",
			},
		}
	case len(judged.open) > 0:
		d.Outcome, d.Reasons = onboarding.Review, judged.open
	default:
		d.Outcome = onboarding.Approved
	}
	return d
}

// verdict sorts what stands against approval.
type verdict struct {
	unreadable, declining, open []Reason
	score                       float64
}

func (p Policy) judge(in Input) verdict {
	var v verdict
	v.unreadable = unreadable(in)
	for _, c := range in.Report.Checks {
		byData := slices.Contains(p.DeclineOn, c.Code) && !several(in.Report.Checks)
		if c.Outcome == engine.Fail && (c.Assurance >= DeclineAssurance || byData) {
			v.declining = append(v.declining, reasonOf(c))
		}
	}
	needs := p.required(in.Function)
	met, checks := 0.0, present(in.Report.Checks)
	for _, need := range needs {
		points, _ := need.judge(in.Report.Checks)
		met += points
		if asked(checks, need.Check) || !asked(in.Report.Checks, need.Check) {
			_, reason := need.judge(checks)
			v.open = append(v.open, reason...)
		}
	}
	for _, c := range checks {
		listed := slices.ContainsFunc(v.open, func(r Reason) bool { return r.Check == c.Code && r.Capture == of(c) })
		if !listed &&
			(c.Outcome == engine.Fail || c.Outcome == engine.Warn && lowers[c.Code] || incomplete(c) || unread(c) ||
				unprovenChip(c)) {
			v.open = append(v.open, reasonOf(c))
		}
	}
	if e := in.Existing; e != nil && !e.FacePass && in.Function.Enrols() {
		v.open = append(v.open, Reason{
			Code: "customer." + e.By + "_known",
			Band: "match",
			Text: "The " + words(e.By) + " belongs to an enrolled customer; the face is not proven to be theirs",
		})
	}
	if len(needs) == 0 {
		v.open = append(v.open, Reason{
			Code: "policy.no_requirements",
			Band: "policy",
			Text: "The policy names no requirements for this function",
		})
	} else {
		v.score = met / float64(len(needs))
	}
	v.open = telling(v.open)
	sortReasons(v.open)
	return v
}

// unreadable returns the reasons for ERROR: a need that no readable capture meets.
func unreadable(in Input) []Reason {
	readable := slices.Clone(in.Captures)
	var reasons []Reason
	for _, c := range in.Report.Captures {
		if c.Fault == "" {
			continue
		}
		kind := onboarding.CaptureKind(c.Kind)
		readable = slices.DeleteFunc(readable, func(k onboarding.CaptureKind) bool { return k == kind })
		reasons = append(reasons, Reason{
			Code:  "capture." + c.Fault,
			Check: engine.CodeReadable,
			Band:  "quality",
			Text:  "The " + words(c.Kind) + " can't be read: " + words(c.Fault),
		})
	}
	missing := in.Function.Missing(readable)
	if len(missing) == 0 {
		return nil
	}
	if len(reasons) == 0 {
		return []Reason{
			{Code: "capture.missing", Band: "quality", Text: "A capture is missing: " + words(string(missing[0][0]))},
		}
	}
	return reasons
}

// judge reports how far a requirement is met (1, ½ or 0) and what is missing. It is met by a pass at the assurance
// asked for, unless any provider of the same check says otherwise.
func (need Requirement) judge(checks []engine.Check) (float64, []Reason) {
	passed, asked := false, false
	var against, weak *engine.Check
	for i, c := range checks {
		if c.Code != need.Check {
			continue
		}
		asked = asked || c.Outcome != engine.NotRun
		switch {
		case c.Outcome == engine.Pass && c.Assurance >= need.Assurance:
			passed = true
		case c.Outcome == engine.Fail, c.Outcome == engine.Warn && against == nil:
			against = &checks[i]
		case c.Outcome != engine.NotRun || weak == nil:
			weak = &checks[i]
		}
	}
	switch {
	case against != nil && against.Outcome == engine.Fail:
		return 0, []Reason{reasonOf(*against)}
	case against != nil:
		return .5, []Reason{reasonOf(*against)}
	case passed:
		return 1, nil
	case !asked:
		return 0, []Reason{unproven(need, "not_run", "not run")}
	case weak.Outcome == engine.Pass:
		return .5, []Reason{
			unproven(need, "unproven",
				"unproven: "+weak.Provider+" is trusted at "+digit(weak.Assurance)+", the policy asks for "+
					digit(need.Assurance)),
		}
	}
	if need.Check == engine.CodeDocument && len(weak.Reasons) > 0 {
		return .5, []Reason{reasonOf(*weak)}
	}
	return .5, []Reason{unproven(need, "unproven", "unproven: "+orText(weak.Detail, "it could not be told"))}
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
		Text:  Title(need.Check) + " " + text,
		Needs: need.Assurance,
	}
}

// telling leaves out that the data could not be judged where the reason is that nothing was read.
func telling(open []Reason) []Reason {
	if !slices.ContainsFunc(open, func(r Reason) bool { return r.Check == engine.CodeRead }) {
		return open
	}
	return slices.DeleteFunc(open, func(r Reason) bool {
		return strings.HasPrefix(r.Check, "data.") && strings.HasSuffix(r.Code, ".not_run")
	})
}
