package onboarding_test

import (
	"slices"
	"testing"

	. "proofdesk/app/onboarding"
)

func TestAFlavorPerformsTheFunctionsThatItsPlanHasTheStepsFor(t *testing.T) {
	documents := []Function{IDValidation, IDValidationFace, Enrollment, AutoFill, DocumentCapture}
	refused := map[Line]map[Flavor][]Function{
		CurrentLine: {
			"MEDIUM":                  {VideoID},
			"MEDIUM_WITHOUT_MODELS":   {VideoID},
			"LITE":                    {VideoID},
			"LITE_WITHOUT_MODELS":     {VideoID},
			"LIVENESS":                append(slices.Clone(documents), VideoID),
			"LIVENESS_WITHOUT_MODELS": append(slices.Clone(documents), VideoID),
		},
		EarlierLine: {"FULL": {VideoID}, "MEDIUM": {VideoID}, "LITE": {VideoID}},
	}
	for line, wrong := range refused {
		for _, flavor := range Flavors(line) {
			plan, _ := PlanFor(flavor, line)
			for _, function := range Functions() {
				want := slices.Contains(wrong[flavor], function)
				if got := len(function.Lacks(plan)) > 0; got != want {
					t.Errorf("%s of line %s, %s: refused %t, want %t", flavor, line, function, got, want)
				}
			}
		}
	}
}

func TestAJobTakesTheFilmOfMovesWhereItNeedsASelfie(t *testing.T) {
	for _, function := range Functions() {
		want := slices.ContainsFunc(function.Needs(), func(n Need) bool { return slices.Contains(n, Selfie) })
		if got := function.Takes(Video); got != want {
			t.Errorf("%s takes a video: %t, want %t", function, got, want)
		}
	}
	asked := CaptureRequest{Captures: []AskedCapture{{Kind: Selfie}}}
	if !asked.Takes(Video) || len(asked.Missing([]CaptureKind{Selfie})) > 0 {
		t.Error("a selfie that is asked for anew does not take its film, or waits for it")
	}
	if (CaptureRequest{Captures: []AskedCapture{{Kind: IDFront}}}).Takes(Video) {
		t.Error("a card that is asked for takes a film")
	}
}

func TestAJobTakesWhatBelongsToAnIDWhereItNeedsOne(t *testing.T) {
	for _, kind := range []CaptureKind{IDBack, Document, SecondaryFront, SecondaryBack} {
		for _, function := range Functions() {
			want := slices.ContainsFunc(function.Needs(), func(n Need) bool {
				return slices.Contains(n, IDFront) || slices.Contains(n, kind)
			})
			if got := function.Takes(kind); got != want {
				t.Errorf("%s takes %s: %t, want %t", function, kind, got, want)
			}
		}
	}
}
