package preset

import "proofdesk/app/onboarding"

// Measure is how the verdict on an upload measures what an option is a threshold of.
type Measure struct {
	Path  string
	Score string // the name of the measurement in the verdict
	Kinds []onboarding.CaptureKind
	Above bool // whether a measurement above the threshold prompts, and not one below it
}

var (
	documentKinds = []onboarding.CaptureKind{
		onboarding.IDFront, onboarding.IDBack, onboarding.Passport, onboarding.SecondaryFront,
		onboarding.SecondaryBack, onboarding.Document,
	}
	selfieKinds = []onboarding.CaptureKind{onboarding.Selfie}
)

var measures = []Measure{
	{Path: idOptions + "captureOptions.focusThreshold", Score: "focus", Kinds: documentKinds},
	{Path: idOptions + "captureOptions.glareDetectionThreshold", Score: "glare", Kinds: documentKinds, Above: true},
	{Path: idOptions + "captureOptions.fingerDetectionThreshold", Score: "finger", Kinds: documentKinds, Above: true},
	{Path: selfieOptions + "captureOptions.minFaceWidth", Score: "face_width", Kinds: selfieKinds},
	{Path: selfieOptions + "captureOptions.eyeOpenProbability", Score: "eyes_open", Kinds: selfieKinds},
	{Path: selfieOptions + "captureOptions.minHeadEulerAngle", Score: "least_angle", Kinds: selfieKinds},
	{
		Path:  selfieOptions + "captureOptions.maxHeadEulerAngle",
		Score: "greatest_angle",
		Kinds: selfieKinds,
		Above: true,
	},
	{Path: selfieOptions + "captureOptions.minRelativeNoseHeight", Score: "nose_height", Kinds: selfieKinds},
	{
		Path:  selfieOptions + "captureOptions.maxRelativeNoseHeight",
		Score: "nose_height",
		Kinds: selfieKinds,
		Above: true,
	},
	{Path: selfieOptions + "captureOptions.lightIntensityThreshold", Score: "light", Kinds: selfieKinds},
	{Path: selfieOptions + "captureOptions.focusFaceThreshold", Score: "focus", Kinds: selfieKinds},
}

// MeasureOf returns how an option is measured, and false for an option whose measurements are not kept.
func MeasureOf(path string) (Measure, bool) {
	for _, m := range measures {
		if m.Path == path {
			return m, true
		}
	}
	return Measure{}, false
}

// Prompts reports whether a measurement prompts under a threshold.
func (m Measure) Prompts(score, threshold float64) bool {
	if m.Above {
		return score > threshold
	}
	return score < threshold
}
