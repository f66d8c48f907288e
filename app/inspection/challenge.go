package inspection

import (
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/engine"
)

// filmEnds is how long after the last move a film may end: the recorder and the last key frame take some time.
const filmEnds = 2 * time.Second

// Challenge returns what an applicant was asked to do in a film, for the engine.
func Challenge(asked onboarding.Challenge) engine.Challenge {
	challenge := engine.Challenge{Each: time.Duration(asked.Seconds) * time.Second, Late: filmEnds}
	for _, m := range asked.Moves {
		challenge.Moves = append(challenge.Moves, engine.Move(m))
	}
	return challenge
}
