package check

import "proofdesk/engine/finding"

// faceDetector is the provider of checks that only need a face's place.
const faceDetector = "pigo"

// Portrait reports whether the document carries a portrait. Backs of cards are not judged.
//
// Code face.portrait. No score. Inconclusive where no face was found. Assurance: heuristic.
func Portrait(s Side) []finding.Check {
	if s.Back() {
		return nil
	}
	c := finding.NewCheck(finding.CodePortrait, finding.GroupFace, s.Capture)
	c.Provider = faceDetector
	if len(s.Faces) == 0 {
		c.Conclude(finding.Inconclusive, "face.no_portrait", "No portrait was found on the document")
	} else {
		c.Outcome = finding.Pass
		c.Show("portrait", s.Box(s.Faces[0].Box))
	}
	return []finding.Check{c}
}
