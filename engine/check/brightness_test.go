package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/document"
)

func TestBrightnessPassesBetweenItsLimits(t *testing.T) {
	for name, c := range map[string]struct {
		score float64
		want  want
		limit float64
	}{
		"dark":                  {.1, fail("quality.dark"), document.Darkest},
		"at the lower limit":    {document.Darkest, pass, document.Darkest},
		"at the upper limit":    {document.Brightest, pass, document.Brightest},
		"washed out":            {.8, fail("quality.bright"), document.Brightest},
		"in the middle of both": {.4, pass, document.Darkest},
	} {
		side := card("id_front")
		side.Quality.Brightness = c.score
		got := check.Brightness(side)
		expect(t, name, got, c.want)
		if *got.Threshold != c.limit || got.Limits == nil {
			t.Errorf("%s: threshold %v of %v", name, *got.Threshold, got.Limits)
		}
	}
}
