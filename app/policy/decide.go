package policy

import (
	"slices"
	"strings"

	"proofdesk/app/onboarding"
	"proofdesk/engine"
)

// Input is everything that a decision is based on.
type Input struct {
	Function onboarding.Function
	Captures []onboarding.CaptureKind // the kinds that were sent, and those that were not to be sent
	Due      []onboarding.CaptureKind // what was asked for beside the function's needs, and was not sent
	Report   engine.Report
	Existing *Existing // the customer that an identifier names, where there is one
}

// Existing is an enrolled customer with exactly the job's unique number, or document number and issuing State.
type Existing struct {
	CustomerID string
	By         string // unique_number or document
	FacePass   bool   // the job's face is the customer's
}

// Reason is why an outcome is not APPROVED. Check is the check behind it; Needs is the assurance that the policy asks
// for, where a lower one is the reason.
type Reason struct {
	Code  string           `json:"code"`
	Check string           `json:"check,omitempty"`
	Band  Band             `json:"band"`
	Text  string           `json:"text"`
	Needs engine.Assurance `json:"needs,omitempty"`
	// Capture is the capture that the reason is about, where the check runs for each capture.
	Capture string `json:"capture,omitempty"`
}

// Decision is an outcome with its reasons, the most important first. Met is how many of the Required requirements of
// the policy are met; both are 0 in decisions that were stored before requirements were counted.
type Decision struct {
	Outcome  onboarding.Status `json:"outcome"`
	Reasons  []Reason          `json:"reasons"`
	Met      int               `json:"met"`
	Required int               `json:"required"`
	Policy   int               `json:"policy"`
	Accepted []string          `json:"accepted,omitempty"`
	Customer string            `json:"customer,omitempty"` // of EXISTING_CUSTOMER
	// Candidates are the enrolled customers that the applicant may be, found apart from the policy; nearest first.
	Candidates []Candidate `json:"candidates,omitempty"`
}

// Candidate is an enrolled customer that the applicant may be. By is unique_number, document or face; Distance is the
// distance between the faces where By is face.
type Candidate struct {
	CustomerID string   `json:"customerId"`
	By         string   `json:"by"`
	Distance   *float64 `json:"distance,omitempty"`
}

// Decide applies a policy.
func Decide(p Policy, in Input) Decision {
	d := Decision{Policy: p.Version, Accepted: p.AcceptedNames(), Reasons: []Reason{}}
	judged := p.judge(in)
	d.Met, d.Required = judged.met, judged.required
	switch {
	case len(judged.unreadable) > 0:
		d.Outcome, d.Reasons = onboarding.Errored, judged.unreadable
	case len(judged.declining) > 0:
		d.Outcome, d.Reasons = onboarding.Declined, judged.declining
	case len(judged.customer) > 0 && !doubted(judged.open):
		d.Outcome, d.Customer, d.Reasons = onboarding.ExistingCustomer, in.Existing.CustomerID, judged.customer
	case len(judged.open) > 0:
		d.Outcome, d.Reasons = onboarding.Review, append(judged.open, judged.customer...)
		sortReasons(d.Reasons)
	default:
		d.Outcome = onboarding.Approved
	}
	return d
}

// doubted reports whether anything but the search for enrolled faces, which finds the customer, leaves a doubt. Who is
// a customer is told so without a person only where they would be approved: a photograph is no face that is there.
func doubted(open []Reason) bool {
	return slices.ContainsFunc(open, func(r Reason) bool { return r.Check != engine.CodeDuplicate })
}

// verdict holds the reasons against approval, grouped by the outcome that they lead to. Those of a customer stand
// beside the open ones in a review: who approves the job changes the customer.
type verdict struct {
	unreadable, declining, open, customer []Reason
	met, required                         int
}

func (p Policy) judge(in Input) verdict {
	needs := p.required(in.Function)
	met, open := judgeNeeds(needs, in.Report.Checks)
	v := verdict{
		unreadable: unreadable(in),
		declining:  p.declining(in.Report.Checks),
		met:        met,
		required:   len(needs),
	}
	v.open = append(open, unlisted(present(in.Report.Checks), open)...)
	v.open = append(v.open, notSent(in.Due)...)
	switch e := in.Existing; {
	case e == nil || !in.Function.Enrols():
	case e.FacePass:
		v.customer = append(v.customer, Reason{
			Code: "customer." + e.By,
			Band: BandPolicy,
			Text: "The " + words(e.By) + " and the face are those of an enrolled customer",
		})
	default:
		v.open = append(v.open, Reason{
			Code: "customer." + e.By + "_known",
			Band: BandFraud,
			Text: "The " + words(e.By) + " belongs to an enrolled customer; the face is not proven to be theirs",
		})
	}
	if len(needs) == 0 {
		v.open = append(v.open, Reason{
			Code: "policy.no_requirements",
			Band: BandPolicy,
			Text: "The policy names no requirements for this function",
		})
	}
	v.open = withoutUnjudgedData(v.open)
	sortReasons(v.open)
	return v
}

// declining returns the reasons of the failed checks that decline a job: those of a provider with enough assurance, and
// those that the policy declines on unless a capture shows several documents.
func (p Policy) declining(checks []engine.Check) []Reason {
	var reasons []Reason
	for _, c := range checks {
		byData := slices.Contains(p.DeclineOn, c.Code) && !several(checks)
		if c.Outcome == engine.Fail && (c.Assurance >= DeclineAssurance || byData) {
			reasons = append(reasons, reasonOf(c))
		}
	}
	return reasons
}

// unlisted returns the reasons of the checks that send a job to review whatever the policy requires, except those that
// are listed already.
func unlisted(checks []engine.Check, listed []Reason) []Reason {
	var reasons []Reason
	for _, c := range checks {
		same := func(r Reason) bool { return r.Check == c.Code && r.Capture == of(c) }
		if raises(c) && !slices.ContainsFunc(listed, same) && !slices.ContainsFunc(reasons, same) {
			reasons = append(reasons, reasonOf(c))
		}
	}
	return reasons
}

// raises reports whether a check sends a job to review whatever the policy requires.
func raises(c engine.Check) bool {
	return c.Outcome == engine.Fail || c.Outcome == engine.Warn && lowers[c.Code] || incomplete(c) || unread(c) ||
		unprovenChip(c) || maskOpen(c) || secondOpen(c) || filmOpen(c)
}

// unreadable returns the reasons for ERROR: the needs that no readable capture meets.
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
			Band:  BandQuality,
			Text:  "The " + words(c.Kind) + " can't be read: " + words(c.Fault),
		})
	}
	missing := in.Function.Missing(readable)
	if len(missing) == 0 {
		return nil
	}
	if len(reasons) == 0 {
		return []Reason{
			{Code: "capture.missing", Band: BandQuality, Text: "A capture is missing: " + words(string(missing[0][0]))},
		}
	}
	return reasons
}

// withoutUnjudgedData leaves out the reasons that data could not be judged where another reason is that nothing was
// read.
func withoutUnjudgedData(open []Reason) []Reason {
	if !slices.ContainsFunc(open, func(r Reason) bool { return r.Check == engine.CodeRead }) {
		return open
	}
	return slices.DeleteFunc(open, func(r Reason) bool {
		return strings.HasPrefix(r.Check, "data.") && strings.HasSuffix(r.Code, ".not_run")
	})
}
