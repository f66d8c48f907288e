package company

import (
	"strings"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
)

// Rates is the share of a company's decisions that is checked a second time, in whole per cent by outcome (Approved,
// Declined, Suspicious), and under Overridden of approvals in spite of a red finding. An outcome that is missing is not
// checked.
type Rates map[onboarding.Status]int

// Overridden is the name under which approvals in spite of a red finding have their rate. They are all checked unless a
// rate is set.
const Overridden onboarding.Status = "Overridden"

const defaultOverridden = 100

// OfReview returns the share of reviews with an outcome that overrode a red finding, or did not.
func (r Rates) OfReview(outcome onboarding.Status, overridden bool) int {
	if overridden {
		return r.Of(Overridden)
	}
	return r.Of(outcome)
}

// Of returns the share of an outcome.
func (r Rates) Of(outcome onboarding.Status) int {
	for o, rate := range r {
		if o.Is(outcome) {
			return rate
		}
	}
	if outcome.Is(Overridden) {
		return defaultOverridden
	}
	return 0
}

// Check returns the first rule that the rates break.
func (r Rates) Check() error {
	for _, outcome := range append(onboarding.ReviewOutcomes(), Overridden) {
		if rate := r.Of(outcome); rate < 0 || rate > 100 {
			return fault.BadField(strings.ToLower(string(outcome)), "range", "enter a percentage from 0 to 100")
		}
	}
	return nil
}
