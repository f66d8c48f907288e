package processing

import (
	"slices"
	"testing"
	"time"

	"proofdesk/app/onboarding"
	"proofdesk/engine"
)

func TestAFilmCountsAgainstTheChallengeThatItWasSentFor(t *testing.T) {
	r := onboarding.RequestDetails{Challenges: map[string]onboarding.Challenge{
		"":     {Moves: []string{"blink", "look_up"}, Seconds: 4, SHA256: "a"},
		"link": {Moves: []string{"turn_left", "blink", "come_closer"}, Seconds: 5, SHA256: "b"},
	}}
	for _, c := range []struct {
		of    onboarding.Capture
		moves []engine.Move
		least time.Duration
	}{
		{onboarding.Capture{Kind: onboarding.Video, SHA256: "a"}, []engine.Move{"blink", "look_up"}, 8 * time.Second},
		{
			onboarding.Capture{Kind: onboarding.Video, Request: "link", SHA256: "b"},
			[]engine.Move{"turn_left", "blink", "come_closer"},
			15 * time.Second,
		},
		{onboarding.Capture{Kind: onboarding.Video, SHA256: "b"}, nil, 0},
		{onboarding.Capture{Kind: onboarding.Video, Request: "other", SHA256: "a"}, nil, 0},
		{onboarding.Capture{Kind: onboarding.Selfie, SHA256: "a"}, nil, 0},
	} {
		got := challengeOf(r, c.of)
		if !slices.Equal(got.Moves, c.moves) || got.Window() < c.least || got.Window() > c.least+3*time.Second {
			t.Errorf("%+v: %+v", c.of, got)
		}
	}
}
