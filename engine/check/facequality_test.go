package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/face"
)

func TestTheWorstMeasureOfASelfieIsItsScore(t *testing.T) {
	good := face.Measure{Name: face.Focus, Score: .9, Threshold: .2}
	dark := face.Measure{Name: face.LightIntensity, Score: .02, Threshold: .05}
	friend := face.Measure{Name: face.SingleFace, Score: .1, Threshold: .5}
	blind := portrait(0, 0, 100)
	blind.HasPupils = false
	for name, c := range map[string]struct {
		face     face.Face
		measures []face.Measure
		want     want
		score    float64
	}{
		"good":       {portrait(0, 0, 100), []face.Measure{good}, pass, 1},
		"dark":       {portrait(0, 0, 100), []face.Measure{good, dark}, warn("face.light_intensity"), .4},
		"two people": {portrait(0, 0, 100), []face.Measure{good, friend}, pass, .2},
		"no eyes":    {blind, []face.Measure{good}, inconclusive("face.no_pupils"), 1},
	} {
		got := check.FaceQuality(frame, c.face, c.measures)
		expect(t, name, got, c.want)
		if *got.Score != c.score {
			t.Errorf("%s: score %v, want %v", name, *got.Score, c.score)
		}
	}
}
