package check

import (
	"strconv"

	"proofdesk/engine/face"
	"proofdesk/engine/finding"
)

// secondFace is the weight of a second face, as a share of the first one's, from which it is a second person and not a
// poster on the wall. Tuned on the development samples.
const secondFace = .3

// NoFaceDetector returns the check of a selfie in a build without a face detector: it is not run.
func NoFaceDetector(capture string) finding.Check {
	c := selfieCheck(capture)
	c.Conclude(finding.NotRun, "", "The face detector is not in this build")
	return c
}

// Selfie reports whether a selfie shows exactly one face. The faces are those of the working picture, heaviest first.
//
// Code face.selfie. No score. Assurance: heuristic.
func Selfie(at finding.Frame, faces []face.Face) finding.Check {
	c := selfieCheck(at.Capture)
	for _, f := range faces {
		c.Show("face", at.Box(f.Box))
	}
	switch {
	case len(faces) == 0:
		c.Conclude(finding.Fail, "face.none", "No face was found in the selfie")
	case SeveralFaces(faces):
		c.Conclude(finding.Fail, "face.multiple", strconv.Itoa(len(faces))+" faces are in the selfie")
	default:
		c.Outcome = finding.Pass
	}
	return c
}

func selfieCheck(capture string) finding.Check {
	c := finding.NewCheck(finding.CodeSelfie, finding.GroupFace, capture)
	c.Provider = faceDetector
	return c
}

// SeveralFaces reports whether the second of the faces is a second person's.
func SeveralFaces(faces []face.Face) bool {
	return len(faces) > 1 && faceWeight(faces[1]) > secondFace*faceWeight(faces[0])
}

func faceWeight(f face.Face) float64 { return f.Score * float64(f.Box.Dx()) }
