package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/face"
)

func TestAnEyeThatIsClosedWarns(t *testing.T) {
	for name, c := range map[string]struct {
		open    [2]float64
		minOpen float64
		want    want
	}{
		"open":               {[2]float64{.3, .3}, .4, pass},
		"at min":             {[2]float64{.3, face.EyeOpenFrom}, .4, pass},
		"winks":              {[2]float64{.3, .05}, .4, warn("face.eyes_closed")},
		"narrow, asked less": {[2]float64{.3, .15}, .2, pass},
		"narrow, asked more": {[2]float64{.3, .18}, .8, warn("face.eyes_closed")},
		"asked nothing":      {[2]float64{0, 0}, 0, pass},
		"asked certainty":    {[2]float64{.3, .3}, 1, warn("face.eyes_closed")},
	} {
		expect(t, name, check.Eyes(frame, portrait(0, 0, 100), face.Mesh{EyeOpen: c.open}, c.minOpen), c.want)
	}
}
