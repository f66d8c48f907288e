package check

import (
	"proofdesk/engine/document"
	"proofdesk/engine/finding"
)

// Brightness reports whether a document was photographed neither too dark nor washed out.
//
// Code quality.brightness. Score: document.Quality.Brightness, 0..1, measured in engine/document/quality.go. Passes
// from document.Darkest to document.Brightest; the threshold is the nearer of the two. Assurance: heuristic.
func Brightness(s Side) finding.Check {
	c := finding.NewCheck(finding.CodeBrightness, finding.GroupQuality, s.Capture)
	c.Limits = &[2]float64{document.Darkest, document.Brightest}
	c.ShowDocument(s.OutlineQuad())
	if score := finding.Rounded(s.Quality.Brightness); score < (document.Darkest+document.Brightest)/2 {
		c.AtLeast(score, document.Darkest)
	} else {
		c.AtMost(score, document.Brightest)
	}
	switch {
	case c.Outcome == finding.Pass:
	case c.Below:
		c.Conclude(c.Outcome, "quality.bright", "The picture is washed out")
	default:
		c.Conclude(c.Outcome, "quality.dark", "The picture is too dark")
	}
	return c
}
