//go:build !js

package check_test

import (
	"testing"
	"time"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
	"proofdesk/engine/relief"
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

// asked returns a challenge of moves that may be made at any time in a window of so many seconds.
func asked(seconds int, moves ...finding.Move) finding.Challenge {
	return finding.Challenge{Moves: moves, Late: time.Duration(seconds) * time.Second}
}

// at returns a pose at a time in seconds.
func at(seconds float64, p check.Pose) check.Pose {
	p.At = time.Duration(seconds * float64(time.Second))
	return p
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
		"one picture":         {asked(60, l, b), posed()[:1], notRun("video.few_poses")},
		"no picture":          {asked(60, l, b), nil, notRun("video.few_poses")},
	} {
		end := time.Duration(0)
		if len(c.poses) > 0 {
			end = c.poses[len(c.poses)-1].At
		}
		expect(t, name, check.FilmChallenge("x", c.asked, c.poses, end, nil), c.want)
	}
}

// A film of fourteen seconds: two at rest, then four for each of three moves.
func TestAMoveThatNoPictureCanShowIsNotMissing(t *testing.T) {
	const l, b, n = finding.TurnLeft, finding.Blink, finding.ComeCloser
	challenge := finding.Challenge{Moves: []finding.Move{l, b, n}, Each: 4 * time.Second, Late: time.Second}
	seen := func(from, until float64) (poses []check.Pose) {
		for ; from < until; from += .5 {
			poses = append(poses, at(from, rest))
		}
		return poses
	}
	join := func(parts ...[]check.Pose) (all []check.Pose) {
		for _, part := range parts {
			all = append(all, part...)
		}
		return all
	}
	one := func(seconds float64, p check.Pose) []check.Pose { return []check.Pose{at(seconds, p)} }
	blind := notRun("video.few_poses")
	for name, c := range map[string]struct {
		poses []check.Pose
		want  want
	}{
		"every 2.3 s, each shown": {
			[]check.Pose{at(0, rest), at(2.3, rest), at(4.6, left), at(6.9, shut), at(9.2, rest), at(11.5, closer)},
			pass,
		},
		"every 2.5 s, none shown": {
			[]check.Pose{at(0, rest), at(2.5, rest), at(5, rest), at(7.5, rest), at(10, rest), at(12.5, rest)}, blind,
		},
		"every 3 s, one between them": {
			[]check.Pose{at(1, rest), at(4, left), at(7, rest), at(10, rest), at(13, closer)}, blind,
		},
		"every 3 s, a blink before its time": {
			[]check.Pose{at(1, rest), at(3, shut), at(5, left), at(8, rest), at(11, closer)}, blind,
		},
		"no face for two seconds": {
			join(seen(0, 4), one(4, left), seen(4.5, 7), seen(9, 12), one(12, closer), seen(12.5, 14)), blind,
		},
		"no face at the end": {
			join(seen(0, 4), one(4, left), seen(4.5, 8), one(8, shut), seen(8.5, 12)), blind,
		},
		"no face where another was asked for": {
			join(seen(0, 6), seen(8, 12), one(12, closer), seen(12.5, 14)), fail("video.no_turn_left"),
		},
		"a turn that nobody asked for": {
			[]check.Pose{at(1, rest), at(4, right), at(7, rest), at(10, rest), at(13, closer)},
			fail("video.other_moves"),
		},
		"a face throughout": {seen(0, 14), fail("video.no_turn_left")},
	} {
		expect(t, name, check.FilmChallenge("x", challenge, c.poses, 14*time.Second, nil), c.want)
	}
}

// A film of fifteen seconds: three at rest, for which two may be late, then four for each of three moves.
func TestAPersonComesToRestBeforeTheFirstMove(t *testing.T) {
	challenge := finding.Challenge{
		Moves: []finding.Move{finding.TurnLeft, finding.Blink, finding.ComeCloser},
		Each:  4 * time.Second,
		Late:  2 * time.Second,
	}
	for name, first := range map[string]check.Pose{"turned": left, "up": up, "shut": shut, "closer": closer} {
		poses := []check.Pose{at(0, first), at(.5, first)}
		for s := 1.; s < 15; s += .5 {
			poses = append(poses, at(s, map[int]check.Pose{1: left, 2: shut, 3: closer}[int(s-3)/4+1]))
			if s < 4 {
				poses[len(poses)-1] = at(s, rest)
			}
		}
		expect(t, name, check.FilmChallenge("x", challenge, poses, 15*time.Second, nil), pass)
	}
}

// A film of nine seconds can't show what twelve are given for: whatever recorded it gave up early.
func TestAFilmThatIsShorterThanItsMovesDoesNotMissThem(t *testing.T) {
	challenge := finding.Challenge{
		Moves: []finding.Move{finding.TurnLeft, finding.Blink, finding.ComeCloser},
		Each:  4 * time.Second,
		Late:  2 * time.Second,
	}
	film := func(seconds float64, moves ...check.Pose) (poses []check.Pose, end time.Duration) {
		for s := 0.; s <= seconds; s += .5 {
			poses = append(poses, at(s, rest))
		}
		for i, m := range moves {
			poses[4+4*i] = at(2+2*float64(i), m)
		}
		return poses, poses[len(poses)-1].At
	}
	for name, c := range map[string]struct {
		seconds float64
		moves   []check.Pose
		want    want
	}{
		"nine seconds":              {9, []check.Pose{left, shut}, notRun("video.short")},
		"nine in the other order":   {9, []check.Pose{shut, left}, notRun("video.short")},
		"nine with all moves":       {9, []check.Pose{left, shut, closer}, pass},
		"nine with another first":   {9, []check.Pose{right, left, shut}, notRun("video.short")},
		"eleven with another first": {11, []check.Pose{right, left, shut, closer}, fail("video.other_moves")},
		"eleven, the last one made": {11, []check.Pose{left, shut, closer}, pass},
		"eleven without the last":   {11, []check.Pose{left, shut}, fail("video.no_come_closer")},
	} {
		poses, end := film(c.seconds, c.moves...)
		expect(t, name, check.FilmChallenge("x", challenge, poses, end, nil), c.want)
	}
}

// Whether a head made a turn is looked at in its three farthest poses, from the pose at rest that is nearest to the
// others.
func TestATurnCountsIfAHeadMadeIt(t *testing.T) {
	var seen []float64
	shapes := func(by map[float64]relief.Shape) check.Shapes {
		return func(rest, turned check.Pose) relief.Shape {
			if seen = append(seen, turned.Yaw); rest.Yaw != 2 {
				t.Errorf("from %+v", rest)
			}
			return by[turned.Yaw]
		}
	}
	turn := func(yaw float64) check.Pose { return check.Pose{Yaw: yaw, Pitch: -3, Open: .3, Size: 50} }
	poses := []check.Pose{
		turn(4), turn(2), turn(1), turn(2), turn(10), turn(13), turn(14), turn(12), rest, shut, rest, turn(-9), rest,
	}
	for i := range poses {
		poses[i].At = time.Duration(i) * time.Second / 2
	}
	challenge := finding.Challenge{
		Moves: []finding.Move{finding.TurnLeft, finding.Blink, finding.TurnRight}, Late: 4500 * time.Millisecond,
	}
	for name, c := range map[string]struct {
		by   map[float64]relief.Shape
		want want
	}{
		"both by a head":      {map[float64]relief.Shape{12: relief.Solid, -9: relief.Solid}, pass},
		"one by a sheet":      {map[float64]relief.Shape{14: relief.Solid, -9: relief.Flat}, fail("video.flat")},
		"one once by a sheet": {map[float64]relief.Shape{14: relief.Solid, 12: relief.Flat}, fail("video.flat")},
		"one unclear":         {map[float64]relief.Shape{14: relief.Solid}, notRun("video.flat_unclear")},
		"not the nearest": {
			map[float64]relief.Shape{10: relief.Solid, -9: relief.Solid}, notRun("video.flat_unclear"),
		},
	} {
		seen = nil
		got := check.FilmChallenge("x", challenge, poses, 6*time.Second, shapes(c.by))
		expect(t, name, got, c.want)
		if len(seen) < 3 || seen[0] != 14 || seen[1] != 13 {
			t.Errorf("%s: looked at %v", name, seen)
		}
	}
	// The order is told first: what else is wrong with the film is of no account.
	challenge.Moves = []finding.Move{finding.TurnRight, finding.TurnLeft}
	other := check.FilmChallenge("x", challenge, poses, 6*time.Second, shapes(nil))
	expect(t, "the other order", other, fail("video.order"))
}

func TestAFilmOfWhichNothingWasAskedIsNotFollowed(t *testing.T) {
	got := check.FilmChallenge("x", finding.Challenge{}, posed(left, closer), time.Minute, nil)
	if got.Outcome != finding.NotRun || len(got.Reasons) != 0 || got.Provider != finding.NoProvider {
		t.Errorf("%+v", got)
	}
}

func TestTheMomentsOfAllMovesAreShown(t *testing.T) {
	got := check.FilmChallenge("x", asked(60, finding.TurnLeft, finding.Blink), posed(left, shut), 2*time.Second, nil)
	if want := "The video shows the moves asked for: turn left at second 1.0, blink at second 1.8"; got.Detail != want {
		t.Errorf("%q", got.Detail)
	}
	if len(got.Evidence) != 2 || *got.Evidence[0].At != 1 || *got.Evidence[1].At != 1.75 ||
		got.Evidence[0].Label != "turn_left" || got.Evidence[1].Label != "blink" {
		t.Errorf("%+v", got.Evidence)
	}
	challenge := finding.Challenge{Moves: []finding.Move{finding.TurnLeft, finding.Blink}, Each: 4 * time.Second}
	sparse := []check.Pose{at(0, rest), at(3, left), at(6, rest)}
	got = check.FilmChallenge("x", challenge, sparse, 8*time.Second, nil)
	if got.Outcome != finding.NotRun || len(got.Evidence) != 1 || got.Evidence[0].Label != "turn_left" {
		t.Errorf("where another is hidden: %+v", got)
	}
}
