package wording

import (
	"proofdesk/app/web/shell/format"
	"proofdesk/engine"
)

// moveNames are what applicants are asked to do before a camera, as agents read them.
var moveNames = map[string]string{
	"turn_left":   "turn to the left",
	"turn_right":  "turn to the right",
	"look_up":     "look up",
	"blink":       "close both eyes",
	"come_closer": "come closer",
}

// Move names a move that an applicant was asked to make.
func Move(m string) string {
	if name, ok := moveNames[m]; ok {
		return name
	}
	return format.Words(m)
}

// Followed reports what became of a move that a film does not show, by the outcome of the check of its moves.
func Followed(o engine.Outcome) string {
	if o == engine.Fail || o == engine.Pass {
		return "%s: not seen"
	}
	return "%s: not followed"
}
