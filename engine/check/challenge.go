//go:build !js

package check

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"proofdesk/engine/finding"
	"proofdesk/engine/relief"
)

// From which change against a person's own rest on a move counts as made. Drawn people who are told to turn by 22
// degrees change the mesh's yaw by 9 to 18, those who look up by 28 its pitch by 8 at least, and shut eyes are open by
// .62 of their rest at most.
const (
	leastTurn   = 8.  // degrees of yaw
	leastLookUp = 7.  // degrees of pitch
	mostShut    = .65 // share of the eyes' opening at rest
	leastCloser = 1.2 // times the distance between the pupils at rest
	held        = .5  // share of a turn's least change down to which it goes on
)

// longestGap is the longest time between two pictures in which no move is missed: people hold one for about a second.
const longestGap = time.Second

// notSeen are the reasons for moves that a film does not show.
var notSeen = map[finding.Move]string{
	finding.TurnLeft:   "video.no_turn_left",
	finding.TurnRight:  "video.no_turn_right",
	finding.LookUp:     "video.no_look_up",
	finding.Blink:      "video.no_blink",
	finding.ComeCloser: "video.no_come_closer",
}

// Pose is the one face in a picture of a film, as the mesh measures it.
type Pose struct {
	At         time.Duration
	Yaw, Pitch float64 // degrees, as those of face.Mesh
	Open       float64 // the opening of the eye that is open more
	Size       float64 // the distance between the pupils in pixels
	View       *relief.View
}

// made is a move at the time when it was first seen. Poses are those that show it, if it is a turn.
type made struct {
	move  finding.Move
	at    time.Duration
	poses []Pose
}

// FilmNoChallenge returns the check of the moves in a film in which nothing can be followed, with the reason.
func FilmNoChallenge(capture string, asked finding.Challenge, reason, detail string) finding.Check {
	if len(asked.Moves) == 0 {
		return finding.NewAbsent(finding.CodeVideo, finding.GroupVideo, capture,
			"No moves were asked for, only a phrase; what a browser films proves no presence")
	}
	c := finding.NewAbsent(finding.CodeVideo, finding.GroupVideo, capture, detail)
	c.Reasons = []string{reason}
	return c
}

// FilmChallenge reports whether a film shows the moves that the server asked for: all of them, in their order, within
// the window at its end, and no other turn or approach among them. Poses are those of the film's pictures in the order
// of their times; end is when the film ends. Shapes tells whether a head made the turns; without it that is not asked.
//
// Code video.challenge. No score. Not run where nothing was asked for, and where a move is missing that may have been
// made between two pictures that show a face, or in a part of its time that the film lacks; nor where a film that lacks
// time shows another one, or where a turn may be a picture's. That it passes proves no presence: what a browser films
// can be made.
// Assurance: heuristic.
func FilmChallenge(
	capture string, asked finding.Challenge, poses []Pose, end time.Duration, shapes Shapes,
) finding.Check {
	start := from(poses, end-asked.Window())
	start = max(start, 1) // the first is at rest at least
	if len(asked.Moves) == 0 || len(poses) <= start {
		return FilmNoChallenge(capture, asked, "video.few_poses",
			"The video has too few key frames with one face to follow the moves")
	}
	c := finding.NewCheck(finding.CodeVideo, finding.GroupVideo, capture)
	c.Provider = "facemesh"
	// Rest lasts until the first prompt, whose time is counted back from the end of the film.
	asks := from(poses, end-asked.Each*time.Duration(len(asked.Moves)))
	resting := poses[:max(start, asks)]
	all := movesOf(restOf(resting), poses[start:])
	seen, missing := follow(asked.Moves, all)
	absent, hidden := sortOut(asked, missing, poses, end)
	other := others(all) > others(seen)
	switch {
	case absent != "" && slices.ContainsFunc(all, func(m made) bool { return m.move == absent }):
		c.Conclude(finding.Fail, "video.order", "The moves in the video are not in the order asked for: "+listOf(all))
	case absent != "":
		c.Conclude(finding.Fail, notSeen[absent], "The video does not show this move: "+nameOf(absent))
	case other && short(asked, end):
		// Where it lacks time is unknown: they may be how somebody came to rest before the first prompt.
		c = FilmNoChallenge(capture, asked, "video.short",
			"The video is shorter than its moves take, and shows moves that may be from before any was asked for: "+
				listOf(all))
	case other:
		c.Conclude(finding.Fail, "video.other_moves", "The video shows moves that were not asked for: "+listOf(all))
	case hidden != "" && short(asked, end):
		c = FilmNoChallenge(capture, asked, "video.short",
			"The video is shorter than its moves take, and does not show this one: "+nameOf(hidden))
	case hidden != "":
		c = FilmNoChallenge(capture, asked, "video.few_poses",
			"The video has too few key frames with one face to tell whether it shows this move: "+nameOf(hidden))
	default:
		c = shapes.conclude(c, capture, asked, resting, seen)
	}
	for _, m := range seen {
		at := m.at.Seconds()
		c.Evidence = append(c.Evidence, finding.Evidence{Capture: capture, Label: string(m.move), At: &at})
	}
	return c
}

// from returns the place of the first pose that is not before a time.
func from(poses []Pose, t time.Duration) int {
	at, _ := slices.BinarySearchFunc(poses, t, func(p Pose, t time.Duration) int { return cmp.Compare(p.At, t) })
	return at
}

// restOf returns the median of poses.
func restOf(poses []Pose) Pose {
	median := func(of func(Pose) float64) float64 {
		var all []float64
		for _, p := range poses {
			all = append(all, of(p))
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	return Pose{
		Yaw:   median(func(p Pose) float64 { return p.Yaw }),
		Pitch: median(func(p Pose) float64 { return p.Pitch }),
		Open:  median(func(p Pose) float64 { return p.Open }),
		Size:  median(func(p Pose) float64 { return p.Size }),
	}
}

// movesOf returns the moves that poses show against a rest, each when it begins. One that is made again with no other
// in between is one.
func movesOf(rest Pose, poses []Pose) []made {
	var all []made
	var turn finding.Move
	near, shut := false, false
	add := func(m finding.Move, at time.Duration) {
		if len(all) == 0 || all[len(all)-1].move != m {
			all = append(all, made{move: m, at: at})
		}
	}
	for _, p := range poses {
		was := turn
		if turn = turnOf(rest, p, was); turn != "" && turn != was {
			add(turn, p.At)
		}
		for i := len(all) - 1; turn != "" && i >= 0; i-- {
			if all[i].move == turn {
				all[i].poses = append(all[i].poses, p)
				break
			}
		}
		wasNear, wasShut := near, shut
		near, shut = p.Size >= leastCloser*rest.Size, p.Open <= mostShut*rest.Open
		if near && !wasNear {
			add(finding.ComeCloser, p.At)
		}
		if shut && !wasShut {
			add(finding.Blink, p.At)
		}
	}
	return all
}

// turnOf returns where a head is turned; nothing at rest. It was turned as told before.
func turnOf(rest, p Pose, was finding.Move) finding.Move {
	by := turnsOf(rest, p)
	most := was
	for _, m := range []finding.Move{finding.TurnLeft, finding.TurnRight, finding.LookUp} {
		if by[m] >= 1 && by[m] > by[most] {
			most = m
		}
	}
	if by[most] < held {
		return ""
	}
	return most
}

// turnsOf returns how far a head is turned each way, in turns that count as made.
func turnsOf(rest, p Pose) map[finding.Move]float64 {
	return map[finding.Move]float64{
		finding.TurnLeft:  (p.Yaw - rest.Yaw) / leastTurn, // the applicant's left is the picture's right
		finding.TurnRight: (rest.Yaw - p.Yaw) / leastTurn,
		finding.LookUp:    (rest.Pitch - p.Pitch) / leastLookUp,
	}
}

// follow finds the moves that were asked for among those that were made, in their order; missing are the places of
// those that are not there.
func follow(asked []finding.Move, all []made) (seen []made, missing []int) {
	for at, m := range asked {
		i := slices.IndexFunc(all, func(one made) bool { return one.move == m })
		if i < 0 {
			missing = append(missing, at)
			continue
		}
		seen, all = append(seen, all[i]), all[i+1:]
	}
	return seen, missing
}

// sortOut returns the first of the missing moves that the film would show, had it been made; and the first that may
// have been made where the film shows no face for longer than a move takes.
func sortOut(
	asked finding.Challenge, missing []int, poses []Pose, end time.Duration,
) (absent, hidden finding.Move) {
	for _, at := range missing {
		// The film may have ended with the last prompt, or late.
		until := end - asked.Each*time.Duration(len(asked.Moves)-1-at)
		m := asked.Moves[at]
		if !short(asked, end) && shows(poses, max(0, until-asked.Each-asked.Late), until) {
			absent = cmp.Or(absent, m)
		} else {
			hidden = cmp.Or(hidden, m)
		}
	}
	return absent, hidden
}

// short reports whether some of a film's time was not recorded.
func short(asked finding.Challenge, end time.Duration) bool {
	return end < asked.Each*time.Duration(len(asked.Moves))-longestGap
}

// CanFollow reports whether pictures at these times, in their order, show every move of somebody who is in all of them.
func CanFollow(asked finding.Challenge, times []time.Duration, end time.Duration) bool {
	var poses []Pose
	for _, at := range times {
		poses = append(poses, Pose{At: at})
	}
	return !short(asked, end) && shows(poses, max(0, end-asked.Window()), end)
}

// shows reports whether no move can have been missed in a part of a film.
func shows(poses []Pose, since, until time.Duration) bool {
	last := since
	for _, p := range poses {
		if p.At <= since {
			continue
		}
		if min(p.At, until)-last > longestGap {
			return false
		}
		if last = p.At; last >= until {
			return true
		}
	}
	return until-last <= longestGap
}

// others counts moves without those that people make all the time: they blink.
func others(all []made) int {
	n := 0
	var last finding.Move
	for _, m := range all {
		if m.move != finding.Blink && m.move != last {
			n, last = n+1, m.move
		}
	}
	return n
}

func listOf(all []made) string {
	var said []string
	for _, m := range all {
		said = append(said, nameOf(m.move)+atSeconds([]float64{m.at.Seconds()}))
	}
	return strings.Join(said, ", ")
}

func nameOf(m finding.Move) string { return strings.ReplaceAll(string(m), "_", " ") }
