package processing

import (
	"proofdesk/app/inspection"
	"proofdesk/app/onboarding"
	"proofdesk/engine"
)

// challengeOf returns what an applicant was asked to do in a film; nothing for another capture, or for a film that was
// sent for no challenge.
func challengeOf(r onboarding.RequestDetails, c onboarding.Capture) engine.Challenge {
	if c.Kind != onboarding.Video {
		return engine.Challenge{}
	}
	asked := r.Challenges[c.Request]
	if asked.SHA256 != c.SHA256 {
		return engine.Challenge{}
	}
	return inspection.Challenge(asked)
}
