package check

import (
	"slices"

	"proofdesk/engine/face"
	"proofdesk/engine/finding"
)

// smallDocument is the share of the picture's area under which a document is so small that the applicant is asked to
// come closer. Tuned on the development samples.
const smallDocument = .15

// qualityPrompts are the SDK's prompts by the reason of the quality check that asks for them.
var qualityPrompts = map[string]string{
	"quality.blurred": "tooBlurry",
	"quality.glare":   "tooMuchGlare",
	"quality.bright":  "makeSurePhotoTextVisible",
	"quality.dark":    "tooMuchDark",
	"quality.finger":  "fingerDetectedOnIdText",
}

// QualityPrompts lists the SDK's prompts that quality checks ask for, in the order of the checks.
func QualityPrompts(checks []finding.Check) []string {
	var prompts []string
	for _, c := range checks {
		for _, reason := range c.Reasons {
			if p, ok := qualityPrompts[reason]; ok && c.Group == finding.GroupQuality {
				prompts = append(prompts, p)
			}
		}
	}
	return prompts
}

// PlacementPrompts lists the SDK's prompts about where the document lies in the picture.
func PlacementPrompts(s Side) []string {
	var prompts []string
	if s.Shown == SeveralDocuments {
		prompts = append(prompts, "alignDocumentText")
	}
	o := s.Document()
	switch {
	case o == nil, s.Blank():
		if !slices.Contains(prompts, "alignDocumentText") {
			prompts = append(prompts, "alignDocumentText")
		}
	case s.Cut():
		prompts = append(prompts, "moveAway")
	case o.Quad.Area() < smallDocument*float64(s.WorkWidth)*float64(s.WorkHeight):
		prompts = append(prompts, "moveCloser")
	}
	return prompts
}

// middleLight is the mean luminance of a face, 0..1, that is neither dark nor bright.
const middleLight = .5

// FacePrompts lists the SDK's prompts that the measures of a selfie's face ask for: those of light, focus and pose,
// which have an option.
func FacePrompts(measures []face.Measure) []string {
	var prompts []string
	for _, m := range measures {
		prompt := facePrompt(m)
		if !m.Pass() && prompt != "" && !slices.Contains(prompts, prompt) {
			prompts = append(prompts, prompt)
		}
	}
	return prompts
}

func facePrompt(m face.Measure) string {
	switch {
	case m.Name == face.LightIntensity && m.Value < middleLight:
		return "tooDark"
	case m.Name == face.LightIntensity:
		return "tooMuchLight"
	case m.Name == face.Focus:
		return "faceNotInFocus"
	case m.Name == face.Roll, m.Name == face.Yaw:
		return "straightenHead"
	}
	return ""
}

// EyePrompts lists the SDK's prompts about closed eyes. Left and right are the person's own; minOpen is the option
// eyeOpenProbability.
func EyePrompts(mesh face.Mesh, minOpen float64) []string {
	least := face.OpeningAt(minOpen)
	switch right, left := mesh.EyeOpen[0] < least, mesh.EyeOpen[1] < least; {
	case right && left:
		return []string{"eyesClosed"}
	case right:
		return []string{"rightEyeClosed"}
	case left:
		return []string{"leftEyeClosed"}
	}
	return nil
}

// NosePrompts lists the SDK's prompts about a face that looks up or down, by where its nose is: the options
// minRelativeNoseHeight and maxRelativeNoseHeight, see face.Mesh.NoseHeight.
func NosePrompts(mesh face.Mesh, least, most float64) []string {
	switch height := mesh.NoseHeight(); {
	case height < least:
		return []string{"moveFaceDown"}
	case height > most:
		return []string{"moveFaceUp"}
	}
	return nil
}
