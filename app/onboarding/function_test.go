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
