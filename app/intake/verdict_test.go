package intake_test

import (
	"testing"

	"proofdesk/app/intake"
	"proofdesk/engine"
)

func TestAVerdictFailsWhereThereIsNothingToJudge(t *testing.T) {
	outline := &engine.Quad{}
	for want, reports := range map[string][]engine.CaptureReport{
		"PASS": {{Document: outline}, {Kind: "selfie"}},
		"WARN": {
			{Document: outline, Prompts: []string{"tooBlurry"}},
			{Document: outline, Prompts: []string{"alignDocumentText"}},
			{Document: outline, Prompts: []string{"copied"}},
			{Kind: "selfie", Prompts: []string{"multipleFaces"}},
		},
		"FAIL": {
			{Fault: "corrupt"},
			{Prompts: []string{"tooBlurry", "alignDocumentText"}},
			{Document: outline, Prompts: []string{"incorrectDocumentSideFrontText"}},
		},
	} {
		for _, r := range reports {
			if v := intake.VerdictOf(r); v.Outcome != want {
				t.Errorf("%+v: %s, want %s", r, v.Outcome, want)
			}
		}
	}
}
