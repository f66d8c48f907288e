package check

import "proofdesk/engine/finding"

// Obstruction reports whether a finger covers a part of the document.
//
// Code quality.obstruction. Score: document.Quality.Finger, 0..1, measured in engine/document/finger.go. Passes at or
// below max, the option fingerDetectionThreshold (default .30); above it warns, as the covered part may not matter.
// Assurance: heuristic.
func Obstruction(s Side, max float64) finding.Check {
	c := finding.NewCheck(finding.CodeObstruction, finding.GroupQuality, s.Capture)
	c.AtMost(finding.Rounded(s.Quality.Finger), max)
	for _, box := range s.Quality.Fingers {
		c.Show("finger", s.Box(box))
	}
	if c.Outcome != finding.Pass {
		c.Conclude(finding.Warn, "quality.finger", "A finger covers a part of the document")
	}
	return c
}
