package check

import (
	"slices"

	"proofdesk/engine/document"
	"proofdesk/engine/face"
	"proofdesk/engine/finding"
)

// The defaults of the options lowerWidthThresholdTolerance and upperWidthThresholdTolerance, which compare the width of
// a document with that of the frame that a device draws over the camera.
const (
	LowerWidth = .2
	UpperWidth = .05
)

// smallDocument is the share of the picture's area under which a document is so small that the applicant is asked to
// come closer, with the default of lowerWidthThresholdTolerance. A picture does not tell where the frame was: this
// share, in which the width counts twice, stands for it. Tuned on the development samples.
const smallDocument = .15

// small reports whether a document is narrower than the frame by more than a share of it.
func small(o *document.Outline, width, height int, tolerance float64) bool {
	narrower := (1 - tolerance) / (1 - LowerWidth)
	return o.Quad.Area() < smallDocument*narrower*narrower*float64(width)*float64(height)
}

// large reports whether a document is wider than the frame by more than a share of it. With the default of
// upperWidthThresholdTolerance it may reach the edges of the picture; a lower one leaves a border free. A flat scan has
// none.
func large(o *document.Outline, width, height int, tolerance float64) bool {
	x0, y0, x1, y1 := o.Quad.Bounds()
	reach := min(1, max((x1-x0)/float64(width), (y1-y0)/float64(height)))
	border := (UpperWidth - tolerance) / (1 + UpperWidth)
	return !o.Full && reach > 1-border
}

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

// PlacementPrompts lists the SDK's prompts about where the document lies in the picture. Lower and upper are the
// options lowerWidthThresholdTolerance and upperWidthThresholdTolerance.
func PlacementPrompts(s Side, lower, upper float64) []string {
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
	case s.Cut(), large(o, s.WorkWidth, s.WorkHeight, upper):
		prompts = append(prompts, "moveAway")
	case small(o, s.WorkWidth, s.WorkHeight, lower):
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
