package intake

import (
	"slices"
	"strings"

	"proofdesk/app/onboarding"
	"proofdesk/engine"
)

// PictureQuality is the verdict on a picture, or on a film of moves, while it can still be taken again. Outcome is
// PASS, WARN, FAIL, INCONCLUSIVE or NOT_RUN; Prompts are names of the SDK's prompts, such as tooMuchGlare; Fault is a
// code of engine.CaptureReport.
type PictureQuality struct {
	Outcome string             `json:"outcome"`
	Prompts []string           `json:"prompts"`
	Fault   string             `json:"fault,omitempty"`
	Scores  map[string]float64 `json:"scores,omitempty"`
}

// noDocument is the prompt to place the document inside the frame.
const noDocument = "alignDocumentText"

// another reports whether a prompt asks for the other side of a card, or for a passport in place of a card.
func another(prompt string) bool {
	return strings.HasPrefix(prompt, "incorrectDocumentSide") || prompt == "page"
}

// VerdictOf returns the verdict on a picture or a film, from the engine's report on it: FAIL where it can't be read,
// shows no document, the wrong side or a card in place of a passport, or a film not the moves; WARN where it could be
// better; NOT_RUN where a film can't be followed.
func VerdictOf(r engine.CaptureReport) PictureQuality {
	v := PictureQuality{
		Outcome: string(engine.Pass),
		Prompts: slices.Compact(r.Prompts),
		Fault:   r.Fault,
		Scores:  r.Scores,
	}
	film := r.Kind == string(onboarding.Video)
	switch {
	case film && r.Fault == "" && r.Format == "":
		v.Outcome = string(engine.NotRun)
	case r.Fault != "", film && len(r.Prompts) > 0,
		r.Document == nil && slices.Contains(r.Prompts, noDocument), slices.ContainsFunc(r.Prompts, another):
		v.Outcome = string(engine.Fail)
	case len(r.Prompts) > 0:
		v.Outcome = string(engine.Warn)
	}
	return v
}
