package check

import (
	"proofdesk/engine/crosscheck"
	"proofdesk/engine/face"
	"proofdesk/engine/finding"
)

// FaceQuality reports whether a selfie is fit for comparison, by the measures of its first face.
//
// Code face.quality. Score: the worst measure's score over its threshold, at most 1 (measures of ISO/IEC 29794-5, see
// engine/face/quality.go). Only 1 passes; a measure under its threshold warns. Inconclusive where the eyes were not
// found. Assurance: heuristic.
func FaceQuality(at finding.Frame, f face.Face, measures []face.Measure) finding.Check {
	c := finding.NewCheck(finding.CodeFaceQuality, finding.GroupFace, at.Capture)
	c.Show("face", at.Box(f.Box))
	worst := 1.0
	c.Outcome = finding.Pass
	for _, m := range measures {
		if share := m.Score / m.Threshold; share < worst { // not min: 0/0 where an operator asks for nothing
			worst = share
		}
		if !m.Pass() && m.Name != face.SingleFace { // which Selfie judges
			c.Outcome = finding.Warn
			c.Reasons = append(c.Reasons, "face."+m.Name)
		}
	}
	if !f.HasPupils {
		c.Conclude(finding.Inconclusive, "face.no_pupils", "The eyes were not found")
	}
	if c.Outcome == finding.Warn {
		c.Detail = "The selfie is hardly fit for comparison: " +
			crosscheck.FieldWords(c.Reasons[0][len("face."):])
	}
	c.Measured(finding.Rounded(worst), 1)
	return c
}
