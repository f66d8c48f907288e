package company

import (
	"strings"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
)

// Rates is the share of a company's decisions that is checked a second time, in whole per cent by outcome (Approved,
// Declined, Suspicious). An outcome that is missing is not checked.
type Rates map[onboarding.Status]int

// Of returns the share of an outcome.
func (r Rates) Of(outcome onboarding.Status) int {
	for o, rate := range r {
		if o.Is(outcome) {
			return rate
		}
	}
	return 0
}

// On reports whether anything is checked.
func (r Rates) On() bool {
	for _, rate := range r {
		if rate > 0 {
			return true
		}
	}
	return false
}

// Check returns the first rule that the rates break.
func (r Rates) Check() error {
	for _, outcome := range onboarding.ReviewOutcomes() {
		if rate := r.Of(outcome); rate < 0 || rate > 100 {
			return fault.BadField(strings.ToLower(string(outcome)), "range", "enter a percentage from 0 to 100")
		}
	}
	return nil
}
