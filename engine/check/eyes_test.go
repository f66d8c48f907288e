package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/face"
)

func TestAnEyeThatIsClosedWarns(t *testing.T) {
	for name, c := range map[string]struct {
		open [2]float64
		want want
	}{
		"open":   {[2]float64{.3, .3}, pass},
		"at min": {[2]float64{.3, face.EyeOpenFrom}, pass},
		"winks":  {[2]float64{.3, .05}, warn("face.eyes_closed")},
	} {
		expect(t, name, check.Eyes(frame, portrait(0, 0, 100), face.Mesh{EyeOpen: c.open}), c.want)
	}
}
