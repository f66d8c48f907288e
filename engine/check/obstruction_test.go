package check_test

import (
	"image"
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/document"
)

func TestAFingerOverTheDocumentOnlyWarns(t *testing.T) {
	for name, c := range map[string]struct {
		score float64
		want  want
	}{
		"none":   {0, pass},
		"at max": {.3, pass},
		"finger": {.9, warn("quality.finger")},
	} {
		side := card("id_front")
		side.Quality = document.Quality{Finger: c.score, Fingers: []image.Rectangle{image.Rect(0, 0, 5, 5)}}
		got := check.Obstruction(side, .3)
		expect(t, name, got, c.want)
		if !contains(labels(got), "finger") {
			t.Errorf("%s: no place is shown", name)
		}
	}
}
