package check

import (
	"proofdesk/engine/face"
	"proofdesk/engine/finding"
)

// Liveness returns the check that a single picture can't prove that the person was present: it is always inconclusive
// here.
//
// Code liveness.face. No score. Assurance: heuristic.
func Liveness(at finding.Frame, f face.Face) finding.Check {
	c := finding.NewCheck(finding.CodeLiveness, finding.GroupLiveness, at.Capture)
	c.Show("face", at.Box(f.Box))
	c.Conclude(finding.Inconclusive, "liveness.unproven",
		"A single picture can't prove that the person was there")
	return c
}
