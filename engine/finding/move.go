package finding

import (
	"slices"
	"time"
)

// Move is what an applicant may be asked to do before the camera. Left and right are the applicant's own.
type Move string

// The moves that can be asked for.
const (
	TurnLeft   Move = "turn_left"
	TurnRight  Move = "turn_right"
	LookUp     Move = "look_up"
	Blink      Move = "blink"
	ComeCloser Move = "come_closer"
)

// Moves returns every move that can be asked for.
func Moves() []Move { return []Move{TurnLeft, TurnRight, LookUp, Blink, ComeCloser} }

// Known reports whether a move is one of Moves.
func (m Move) Known() bool { return slices.Contains(Moves(), m) }

// Challenge is what an applicant was asked to do at the end of a film. The zero value is nothing.
type Challenge struct {
	Moves []Move
	Each  time.Duration // for each of them
	Late  time.Duration // for how long the film may go on after the last
}

// Window returns the longest time from the first prompt to the end of the film.
func (c Challenge) Window() time.Duration { return c.Each*time.Duration(len(c.Moves)) + c.Late }
