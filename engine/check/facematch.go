package check

import (
	"strconv"

	"proofdesk/engine/face"
	"proofdesk/engine/finding"
)

// matchProvider is the network that describes faces.
const matchProvider = "face-api resnet"

// Likeness is a face and its description, for comparison with another.
type Likeness struct {
	Capture     string
	Box         finding.Box
	Description face.Description
	Err         error // why there is no description
}

// FaceMatch reports whether the selfie shows the person of the document's portrait.
//
// Code face.match. Score: the Euclidean distance between the two descriptors, 0 for one picture. Passes at or below
// face.SameUpTo, warns up to face.UnsureUpTo, fails above. Portraits of fewer than face.LeastInterEye pixels between
// the eyes are inconclusive; under face.EnoughInterEye even a match only warns. Assurance: model.
func FaceMatch(portrait, selfie Likeness) finding.Check {
	c := matchCheck(finding.CodeFaceMatch, finding.GroupFace)
	compareFaces(&c, portrait, selfie)
	return c
}

// DescriptorModel returns the hash of the face descriptor's weights; templates of different models can't be compared.
func DescriptorModel() string { return face.Model("face_recognition").SHA256 }

// FaceTemplates reports whether two templates show the same person, as the check with the given code. Templates of
// different models are not compared. Score, thresholds and assurance are those of FaceMatch.
func FaceTemplates(code string, a, b finding.Template) finding.Check {
	c := matchCheck(code, finding.GroupFace)
	c.ModelSHA256 = a.ModelSHA256
	if a.ModelSHA256 != b.ModelSHA256 || len(a.Vector) != len(b.Vector) {
		c.Conclude(finding.NotRun, "", "The templates were made by different models")
		return c
	}
	var x, y face.Descriptor
	copy(x[:], a.Vector)
	copy(y[:], b.Vector)
	judgeDistance(&c, face.Distance(x, y), min(a.Quality, b.Quality)*face.EnoughInterEye)
	c.Evidence = append(c.Evidence, finding.Evidence{Capture: a.Capture, Label: "face"})
	return c
}

func matchCheck(code string, group finding.Group) finding.Check {
	c := finding.NewCheck(code, group, "")
	c.Provider, c.ModelSHA256, c.Assurance = matchProvider, DescriptorModel(), finding.Model
	return c
}

// compareFaces judges how far two faces are apart.
func compareFaces(c *finding.Check, portrait, other Likeness) {
	c.ShowIn(portrait.Capture, "portrait", portrait.Box)
	c.ShowIn(other.Capture, "face", other.Box)
	if other.Err != nil || portrait.Err != nil {
		c.Conclude(finding.NotRun, "", "The faces could not be described")
		return
	}
	a, b := portrait.Description, other.Description
	judgeDistance(c, face.Distance(b.Descriptor, a.Descriptor), min(b.InterEye, a.InterEye))
}

// judgeDistance turns the distance between two descriptors into an outcome; interEye is the smaller distance between
// the pupils in pixels.
func judgeDistance(c *finding.Check, distance, interEye float64) {
	c.Measured(distance, face.SameUpTo)
	c.Below = true
	switch {
	case interEye < face.LeastInterEye:
		c.Conclude(finding.Inconclusive, "face.too_small",
			"Only "+strconv.Itoa(int(interEye))+" pixels between the eyes: too few to compare")
	case distance > face.UnsureUpTo:
		c.Conclude(finding.Fail, "face.mismatch",
			"The faces differ: "+distanceWords(distance)+", over "+twoPlaces(face.UnsureUpTo))
	case distance > face.SameUpTo:
		c.Conclude(finding.Warn, "face.unsure",
			"The faces may differ: "+distanceWords(distance)+", over "+twoPlaces(face.SameUpTo))
	case interEye < face.EnoughInterEye:
		c.Conclude(finding.Warn, "face.small",
			"The faces agree, but only "+strconv.Itoa(int(interEye))+" pixels lie between the eyes")
	default:
		c.Outcome = finding.Pass
	}
}

func distanceWords(distance float64) string { return twoPlaces(distance) + " apart" }

func twoPlaces(v float64) string { return strconv.FormatFloat(v, 'f', 2, 64) }
