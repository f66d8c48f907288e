package check

import (
	"proofdesk/engine/document"
	"proofdesk/engine/finding"
)

// copyWords are what a document looks like that is no original.
var copyWords = map[document.Class]string{
	document.Photocopy: "The document has no colour of its own: it looks like a photocopy",
	document.Screen:    "The document looks like a picture on a screen",
	document.Real:      "The document may be a copy",
}

// Realness reports whether the document is an original: neither a photocopy nor a picture on a screen. It never
// declines by itself.
//
// Code document.realness. Score: document.Realness.Score, 0..1, from the colour that is left without the light's tint
// (engine/document/photocopy.go) and from the grid of a display (engine/document/screen.go). Passes at or above min,
// the option frontRealnessThreshold or backRealnessThreshold (default .8). Inconclusive where there is no document to
// judge, or too little light. Assurance: heuristic.
func Realness(s Side, min float64) finding.Check {
	c := finding.NewCheck(finding.CodeRealness, finding.GroupDocument, s.Capture)
	if reason, detail := notJudged(s); reason != "" {
		c.Conclude(finding.Inconclusive, reason, detail)
		return c
	}
	if s.Realness == nil {
		return c
	}
	c.AtLeast(finding.Rounded(s.Realness.Score), min)
	if c.Outcome == finding.Fail {
		class := s.Realness.Class
		c.Conclude(finding.Fail, "document."+string(class), copyWords[class])
		if class == document.Real {
			c.Reasons = []string{"document.realness_unsure"}
		}
	}
	c.ShowDocument(s.OutlineQuad())
	return c
}

// RealnessOff returns the check of a document whose job says not to look whether it is an original, by the option
// enableRealIDDetection: it is not run.
func RealnessOff(s Side) finding.Check {
	c := finding.NewCheck(finding.CodeRealness, finding.GroupDocument, s.Capture)
	c.Conclude(finding.NotRun, "", "The job's preset turns this check off")
	return c
}

// CanJudgeRealness reports whether the picture shows a document, in enough light, so that realness is worth measuring.
func CanJudgeRealness(s Side) bool {
	reason, _ := notJudged(s)
	return reason == ""
}

// notJudged returns why realness is not judged; empty where it is.
func notJudged(s Side) (reason, detail string) {
	switch {
	case s.Shown.Nothing():
		return "document.none", "There is no document to judge"
	case !s.Shown.whole() && !s.identified() && len(s.Faces) == 0:
		return "document.outline_unknown", "No document was found to judge"
	case s.Quality.TooDark:
		return "quality.dark", "The picture is too dark to tell an original from a copy"
	}
	return "", ""
}
