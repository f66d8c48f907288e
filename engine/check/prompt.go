package check

import (
	"slices"

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
