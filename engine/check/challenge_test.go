//go:build !js

package check_test

import (
	"testing"
	"time"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

// The poses of one person: at rest, and in each move.
var (
	rest   = check.Pose{Yaw: 2, Pitch: -3, Open: .3, Size: 50}
	left   = check.Pose{Yaw: 11, Pitch: -4, Open: .3, Size: 48}
	right  = check.Pose{Yaw: -7, Pitch: -2, Open: .3, Size: 48}
	up     = check.Pose{Yaw: 1, Pitch: -11, Open: .28, Size: 49}
	shut   = check.Pose{Yaw: 2, Pitch: 1, Open: .1, Size: 50}
	closer = check.Pose{Yaw: 2, Pitch: -3, Open: .3, Size: 65}
)

// posed returns poses four a second, the first two at rest, and two of rest before each of the others.
func posed(all ...check.Pose) []check.Pose {
	poses := []check.Pose{rest, rest}
	for _, p := range all {
		poses = append(poses, rest, rest, p)
	}
	for i := range poses {
		poses[i].At = time.Duration(i) * time.Second / 4
	}
	return poses
}

// asked returns a challenge of moves in a window of so many seconds.
func asked(seconds int, moves ...finding.Move) finding.Challenge {
	return finding.Challenge{Moves: moves, Window: time.Duration(seconds) * time.Second}
}

func TestAFilmShowsAllMovesInTheirOrderAndNoOthers(t *testing.T) {
	const l, r, u, b, n = finding.TurnLeft, finding.TurnRight, finding.LookUp, finding.Blink, finding.ComeCloser
	barely := left
	barely.Yaw = rest.Yaw + 7.9
	both := left
	both.Pitch = rest.Pitch - 7
	for name, c := range map[string]struct {
		asked finding.Challenge
		poses []check.Pose
		want  want
	}{
		"left, blink, closer": {asked(60, l, b, n), posed(left, shut, closer), pass},
		"up, right":           {asked(60, u, r), posed(up, right), pass},
		"left twice":          {asked(60, l, n), posed(left, left, closer), pass},
		"a blink among them":  {asked(60, l, n), posed(shut, left, shut, closer), pass},
		"left and a bit up":   {asked(60, l, n), posed(both, closer), pass},
		"the other order":     {asked(60, n, l), posed(left, closer), fail("video.order")},
		"a blink too early":   {asked(60, l, b), posed(shut, left), fail("video.order")},
		"the other side":      {asked(60, r, n), posed(left, closer), fail("video.no_turn_right")},
		"not closer":          {asked(60, l, n), posed(left, up), fail("video.no_come_closer")},
		"eyes open":           {asked(60, l, b), posed(left, left), fail("video.no_blink")},
		"not up":              {asked(60, u, b), posed(left, shut), fail("video.no_look_up")},
		"hardly left":         {asked(60, l, n), posed(barely, closer), fail("video.no_turn_left")},
		"one in between":      {asked(60, l, n), posed(left, up, closer), fail("video.other_moves")},
		"every one":           {asked(60, r, n), posed(left, right, up, closer), fail("video.other_moves")},
		"in the window":       {asked(1, u, r), posed(left, up, right), pass},
		"before the window":   {asked(1, l, r), posed(left, up, right), fail("video.no_turn_left")},
		"too few pictures":    {asked(60, l, b, n), posed(left, shut)[:6], notRun("video.few_poses")},
		"no picture":          {asked(60, l, b), nil, notRun("video.few_poses")},
	} {
		end := time.Duration(0)
		if len(c.poses) > 0 {
			end = c.poses[len(c.poses)-1].At
		}
		expect(t, name, check.FilmChallenge("x", c.asked, c.poses, end), c.want)
	}
}

func TestAFilmOfWhichNothingWasAskedIsNotFollowed(t *testing.T) {
	got := check.FilmChallenge("x", finding.Challenge{}, posed(left, closer), time.Minute)
	if got.Outcome != finding.NotRun || len(got.Reasons) != 0 || got.Provider != finding.NoProvider {
		t.Errorf("%+v", got)
	}
}

func TestTheMomentsOfAllMovesAreShown(t *testing.T) {
	got := check.FilmChallenge("x", asked(60, finding.TurnLeft, finding.Blink), posed(left, shut), 2*time.Second)
	if want := "The video shows the moves asked for: turn left at second 1.0, blink at second 1.8"; got.Detail != want {
		t.Errorf("%q", got.Detail)
	}
	if len(got.Evidence) != 2 || *got.Evidence[0].At != 1 || *got.Evidence[1].At != 1.75 {
		t.Errorf("%+v", got.Evidence)
	}
}
