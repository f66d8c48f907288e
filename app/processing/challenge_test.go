package processing

import (
	"slices"
	"testing"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/engine"
)

func TestAFilmCountsAgainstTheChallengeOfItsOwnRequest(t *testing.T) {
	r := onboarding.RequestDetails{Challenges: map[string]onboarding.Challenge{
		"":     {Moves: []string{"blink", "look_up"}, Seconds: 4},
		"link": {Moves: []string{"turn_left", "blink", "come_closer"}, Seconds: 5},
	}}
	for _, c := range []struct {
		of    onboarding.Capture
		moves []engine.Move
		least time.Duration
	}{
		{onboarding.Capture{Kind: onboarding.Video}, []engine.Move{"blink", "look_up"}, 8 * time.Second},
		{
			onboarding.Capture{Kind: onboarding.Video, Request: "link"},
			[]engine.Move{"turn_left", "blink", "come_closer"},
			15 * time.Second,
		},
		{onboarding.Capture{Kind: onboarding.Video, Request: "other"}, nil, 0},
		{onboarding.Capture{Kind: onboarding.Selfie}, nil, 0},
	} {
		got := challengeOf(r, c.of)
		if !slices.Equal(got.Moves, c.moves) || got.Window() < c.least || got.Window() > c.least+3*time.Second {
			t.Errorf("%+v: %+v", c.of, got)
		}
	}
}
