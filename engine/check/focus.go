package check

import "proofdesk/engine/finding"

// Focus reports whether a document was photographed sharp enough to read its print.
//
// Code quality.focus. Score: document.Quality.Focus, 0..1, measured in engine/document/focus.go. Passes at or above
// min, the option focusThreshold (default .98). Inconclusive where the picture has no contrast to measure on.
// Assurance: heuristic.
func Focus(s Side, min float64) finding.Check {
	c := finding.NewCheck(finding.CodeFocus, finding.GroupQuality, s.Capture)
	if s.Quality.Textured == 0 {
		c.Conclude(finding.Inconclusive, "quality.no_texture",
			"There is nothing in the picture to judge the focus by")
		return c
	}
	c.AtLeast(finding.Rounded(s.Quality.Focus), min)
	c.ShowDocument(s.OutlineQuad())
	if c.Outcome != finding.Pass {
		c.Conclude(c.Outcome, "quality.blurred", "The document is out of focus")
	}
	return c
}
