package policy

import "proofdesk/app/onboarding"

// notSent returns a reason for each capture that was asked for beside a function's needs and was not sent. Whoever
// leaves out what would show too much hopes that nobody misses it.
func notSent(due []onboarding.CaptureKind) []Reason {
	var reasons []Reason
	for _, kind := range due {
		switch kind {
		case onboarding.SecondaryFront:
			reasons = append(reasons, Reason{
				Code: "capture.second_missing",
				Band: BandData,
				Text: "The preset asks for a second ID, and none was sent",
			})
		case onboarding.Video:
			reasons = append(reasons, Reason{
				Code: "capture.film_missing",
				Band: BandFraud,
				Text: "The moves that the company asks for were not filmed",
			})
		}
	}
	return reasons
}
