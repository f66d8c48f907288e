package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/document"
)

func TestFocusPassesAtItsThresholdAndAbove(t *testing.T) {
	for name, c := range map[string]struct {
		quality document.Quality
		want    want
	}{
		"sharp":             {document.Quality{Focus: .99, Textured: .4}, pass},
		"at the threshold":  {document.Quality{Focus: .98, Textured: .4}, pass},
		"blurred":           {document.Quality{Focus: .97, Textured: .4}, fail("quality.blurred")},
		"nothing to see it": {document.Quality{Focus: 1}, inconclusive("quality.no_texture")},
	} {
		side := card("id_front")
		side.Quality = c.quality
		expect(t, name, check.Focus(side, .98), c.want)
	}
}
