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

func TestWhatIsDueBesideTheNeedsOfAFunction(t *testing.T) {
	asks := ServerOptions{"isSecondaryID": true}
	moves := map[string]Challenge{"": {Moves: []string{"blink"}}, "l": {Moves: []string{"blink"}}}
	passport := Capture{Kind: Passport}
	selfie, film := Capture{Kind: Selfie}, Capture{Kind: Video}
	linked := map[string]bool{"": true}
	for _, tt := range []struct {
		name     string
		request  RequestDetails
		function Function
		captures []Capture
		want     []CaptureKind
	}{
		{"nothing was asked for", RequestDetails{}, IDValidation, []Capture{passport}, nil},
		{
			"a second ID",
			RequestDetails{Settings: asks},
			IDValidation,
			[]Capture{passport},
			[]CaptureKind{SecondaryFront},
		},
		{
			"a second ID that came",
			RequestDetails{Settings: asks},
			IDValidation,
			[]Capture{passport, {Kind: SecondaryFront}},
			nil,
		},
		{
			"a second ID that stays on the device",
			RequestDetails{Settings: ServerOptions{"isSecondaryID": true, "enableUploadIDData": false}},
			IDValidation, nil, nil,
		},
		{"a function without documents", RequestDetails{Settings: asks}, LiveFaceCheck, []Capture{selfie}, nil},
		{"auto fill reads one document", RequestDetails{Settings: asks}, AutoFill, []Capture{passport}, nil},
		{"a film", RequestDetails{Challenges: moves}, LiveFaceCheck, []Capture{selfie}, []CaptureKind{Video}},
		{"a film that came", RequestDetails{Challenges: moves}, LiveFaceCheck, []Capture{selfie, film}, nil},
		{
			"a film of something else",
			RequestDetails{Challenges: moves},
			LiveFaceCheck,
			[]Capture{selfie, {Kind: Video, SHA256: "other"}},
			[]CaptureKind{Video},
		},
		{
			"a film that a page never asked for moves for",
			RequestDetails{Filmed: linked},
			LiveFaceCheck,
			[]Capture{{Kind: Selfie, Link: "l"}, film},
			[]CaptureKind{Video},
		},
		{
			"a selfie that left the page of its link",
			RequestDetails{Filmed: linked},
			LiveFaceCheck,
			[]Capture{selfie},
			[]CaptureKind{Video},
		},
		{
			"a film of the selfie that an agent asked for",
			RequestDetails{Challenges: moves},
			LiveFaceCheck,
			[]Capture{{Kind: Selfie, Request: "l"}},
			[]CaptureKind{Video},
		},
		{
			"no moves of the selfie that an agent asked for",
			RequestDetails{Challenges: moves},
			LiveFaceCheck,
			[]Capture{{Kind: Selfie, Request: "other"}},
			nil,
		},
	} {
		if got := tt.request.Due(tt.function, tt.captures); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
