package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/face"
)

func TestASelfieShowsExactlyOneFace(t *testing.T) {
	one, poster, friend := portrait(100, 100, 200), portrait(0, 0, 50), portrait(400, 100, 150)
	for name, c := range map[string]struct {
		faces []face.Face
		want  want
	}{
		"none":             {nil, fail("face.none")},
		"one":              {[]face.Face{one}, pass},
		"one and a poster": {[]face.Face{one, poster}, pass},
		"two":              {[]face.Face{one, friend}, fail("face.multiple")},
	} {
		expect(t, name, check.Selfie(frame, c.faces), c.want)
	}
	expect(t, "no detector", check.NoFaceDetector("selfie"), notRun(""))
}
