package check

import "proofdesk/engine/finding"

// Glare reports whether reflections lie over the document.
//
// Code quality.glare. Score: document.Quality.Glare, 0..1, measured in engine/document/glare.go. Passes at or below
// max, the option glareDetectionThreshold (default .20). Assurance: heuristic.
func Glare(s Side, max float64) finding.Check {
	c := finding.NewCheck(finding.CodeGlare, finding.GroupQuality, s.Capture)
	c.AtMost(finding.Rounded(s.Quality.Glare), max)
	for _, box := range s.Quality.GlareBoxes {
		c.Show("glare", s.Box(box))
	}
	if c.Outcome != finding.Pass {
		c.Conclude(c.Outcome, "quality.glare", "Reflections lie over the document")
	}
	return c
}
