package check

import (
	"proofdesk/engine/face"
	"proofdesk/engine/finding"
)

// Mask is the default of the option faceMaskProbabilityThreshold.
const Mask = .98

// MaskNotJudged reports that nobody looked whether a mask covers the face of a selfie, where a preset asks for more
// than the SDK does by itself: masks can't be told from beards, scarves and shadows without a network that was trained
// on them, and this engine has none.
//
// Code face.mask. Always NOT_RUN. Assurance: none.
func MaskNotJudged(at finding.Frame, f face.Face) finding.Check {
	c := finding.NewCheck(finding.CodeMask, finding.GroupFace, at.Capture)
	c.Show("face", at.Box(f.Box))
	c.Conclude(finding.NotRun, "face.mask_not_judged", "The preset asks for faces without masks, which nothing judges")
	return c
}
