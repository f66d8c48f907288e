package onboarding

import "strings"

// Status is the status of a job. It is stored and sent verbatim and compared without case: automated processing writes
// upper case, a review writes the console's word.
type Status string

// The states of a job.
const (
	Capturing        Status = "CAPTURING"
	Queued           Status = "QUEUED"
	Processing       Status = "PROCESSING"
	Approved         Status = "APPROVED"
	Review           Status = "REVIEW"
	Declined         Status = "DECLINED"
	Errored          Status = "ERROR"
	ExistingCustomer Status = "EXISTING_CUSTOMER"
	Suspicious       Status = "SUSPICIOUS"
)

// The console's words for the outcomes of a review.
const (
	ReviewApproved   Status = "Approved"
	ReviewDeclined   Status = "Declined"
	ReviewSuspicious Status = "Suspicious"
)

// transitions is the complete table: no other transition exists.
var transitions = map[Status][]Status{
	Capturing:  {Queued},
	Queued:     {Processing},
	Processing: {Approved, Review, Declined, Errored, ExistingCustomer},
	Review:     {Approved, Declined, Suspicious},
}

// Is reports whether two statuses are equal without case.
func (s Status) Is(other Status) bool { return strings.EqualFold(string(s), string(other)) }

// May reports whether a job may change from s to next. When a worker's lease expires, the job stays in PROCESSING and
// becomes due again.
func (s Status) May(next Status) bool {
	for _, allowed := range transitions[Status(strings.ToUpper(string(s)))] {
		if allowed.Is(next) {
			return true
		}
	}
	return false
}

// Decided reports whether automated processing has finished with the job.
func (s Status) Decided() bool { return !s.Is(Capturing) && !s.Is(Queued) && !s.Is(Processing) }

// Final reports whether nothing more will happen to the job.
func (s Status) Final() bool { return s.Decided() && !s.Is(Review) }

// DecisionOutcomes returns the outcomes that application.decision carries.
func DecisionOutcomes() []Status {
	return []Status{Approved, Review, Declined, Errored, ExistingCustomer}
}

// ReviewOutcomes returns the outcomes that application.reviewed carries, in the console's words.
func ReviewOutcomes() []Status { return []Status{ReviewApproved, ReviewDeclined, ReviewSuspicious} }
