//go:build !js

package check

import (
	"cmp"
	"math"
	"slices"

	"proofdesk/engine/finding"
	"proofdesk/engine/relief"
)

// mostShapes is in how many pictures of a turn it is looked whether a head makes it, the farthest first: each costs a
// twentieth of a second.
const mostShapes = 3

// Shapes returns from a pose at rest and a turned one whether a head was turned or a flat picture of one was tilted.
type Shapes func(rest, turned Pose) relief.Shape

// ShapesOf are the Shapes of what a film shows.
func ShapesOf(rest, turned Pose) relief.Shape { return relief.Compare(rest.View, turned.View).Shape() }

// conclude passes the check of a film with all its moves, unless a flat picture made a turn or may have.
func (of Shapes) conclude(
	c finding.Check, capture string, asked finding.Challenge, resting []Pose, seen []made,
) finding.Check {
	shape := relief.Solid
	for _, m := range seen {
		if of == nil || m.poses == nil {
			continue
		}
		switch of.shapeOf(resting, m) {
		case relief.Flat:
			c.Conclude(finding.Fail, "video.flat",
				"The turns in the video are those of a flat picture that is tilted: "+nameOf(m.move))
			return c
		case relief.Unclear:
			shape = relief.Unclear
		}
	}
	if shape == relief.Unclear {
		return FilmNoChallenge(capture, asked, "video.flat_unclear",
			"The video shows the moves asked for, but not whether a head or a flat picture makes them: "+listOf(seen))
	}
	c.Conclude(finding.Pass, "", "The video shows the moves asked for: "+listOf(seen))
	return c
}

// shapeOf returns what made a turn: a flat picture if any pose of it shows that.
func (of Shapes) shapeOf(resting []Pose, m made) relief.Shape {
	middle := restOf(resting)
	off := func(p Pose) float64 {
		return math.Abs(p.Yaw-middle.Yaw)/leastTurn + math.Abs(p.Pitch-middle.Pitch)/leastLookUp
	}
	rest := slices.MinFunc(resting, func(a, b Pose) int { return cmp.Compare(off(a), off(b)) })
	turned := slices.SortedFunc(slices.Values(m.poses), func(a, b Pose) int {
		return cmp.Compare(turnsOf(middle, b)[m.move], turnsOf(middle, a)[m.move])
	})
	shape := relief.Unclear
	for _, p := range turned[:min(mostShapes, len(turned))] {
		switch of(rest, p) {
		case relief.Flat:
			return relief.Flat
		case relief.Solid:
			shape = relief.Solid
		}
	}
	return shape
}
