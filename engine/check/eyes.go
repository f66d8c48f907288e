package check

import (
	"proofdesk/engine/face"
	"proofdesk/engine/finding"
)

// Eyes reports whether both eyes of a selfie are open, by the mesh over its face.
//
// Code face.eyes. Score: the smaller of the two openings of the eyes, height over width, see face.Mesh. Passes at or
// above the opening that minOpen stands for, the option eyeOpenProbability (default .4), see face.OpeningAt; below it
// warns. Assurance: model.
func Eyes(at finding.Frame, f face.Face, mesh face.Mesh, minOpen float64) finding.Check {
	c := finding.NewCheck(finding.CodeEyes, finding.GroupFace, at.Capture)
	c.Assurance, c.Provider = finding.Model, "facemesh"
	c.Show("face", at.Box(f.Box))
	c.AtLeast(finding.Rounded(min(mesh.EyeOpen[0], mesh.EyeOpen[1])), finding.Rounded(face.OpeningAt(minOpen)))
	if c.Outcome == finding.Fail {
		c.Conclude(finding.Warn, "face.eyes_closed", "An eye seems to be closed")
	}
	return c
}
