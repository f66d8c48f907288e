package check_test

import (
	"image"
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/document"
	"proofdesk/engine/finding"
)

func TestGlarePassesAtItsThresholdAndBelow(t *testing.T) {
	for name, c := range map[string]struct {
		score float64
		want  want
	}{
		"none":             {0, pass},
		"at the threshold": {.2, pass},
		"reflecting":       {.21, fail("quality.glare")},
	} {
		side := card("id_front")
		side.Quality = document.Quality{Glare: c.score, GlareBoxes: []image.Rectangle{image.Rect(10, 10, 30, 20)}}
		got := check.Glare(side, .2)
		expect(t, name, got, c.want)
		if len(got.Evidence) != 1 || *got.Evidence[0].Box != (finding.Box{X: 20, Y: 20, W: 40, H: 20}) || !got.Below {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
