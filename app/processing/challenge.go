package processing

import (
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/engine"
)

// filmEnds is how long after the last move a film may end: the recorder and the last key frame take some time.
const filmEnds = 2 * time.Second

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
	var challenge engine.Challenge
	for _, m := range asked.Moves {
		challenge.Moves = append(challenge.Moves, engine.Move(m))
	}
	challenge.Each, challenge.Late = time.Duration(asked.Seconds)*time.Second, filmEnds
	return challenge
}
