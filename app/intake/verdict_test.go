package intake_test

import (
	"testing"

	"proofdesk/app/intake"
	"proofdesk/engine"
)

func TestAVerdictFailsWhereThereIsNothingToJudge(t *testing.T) {
	outline := &engine.Quad{}
	for want, reports := range map[string][]engine.CaptureReport{
		"PASS": {{Document: outline}, {Kind: "selfie"}, {Kind: "video", Format: "WebM"}},
		"WARN": {
			{Document: outline, Prompts: []string{"tooBlurry"}},
			{Document: outline, Prompts: []string{"alignDocumentText"}},
			{Document: outline, Prompts: []string{"copied"}},
			{Kind: "selfie", Prompts: []string{"multipleFaces"}},
		},
		"NOT_RUN": {{Kind: "video"}},
		"FAIL": {
			{Fault: "corrupt"},
			{Prompts: []string{"tooBlurry", "alignDocumentText"}},
			{Kind: "video", Fault: "timeout"},
			{Kind: "video", Format: "WebM", Prompts: []string{"followMoves"}},
			{Document: outline, Prompts: []string{"incorrectDocumentSideFrontText"}},
			{Document: outline, Prompts: []string{"page", "copied"}},
		},
	} {
		for _, r := range reports {
			if v := intake.VerdictOf(r); v.Outcome != want {
				t.Errorf("%+v: %s, want %s", r, v.Outcome, want)
			}
		}
	}
}
