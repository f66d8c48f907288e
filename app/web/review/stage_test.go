package review_test

import (
	"testing"

	"proofdesk/app/web/review"
)

func TestTurnedPicturesAreSetUpright(t *testing.T) {
	for turned, want := range map[int][2]string{
		0:   {"0 0 64 40", "rotate(0)"},
		90:  {"0 0 40 64", "translate(0 64) rotate(-90)"},
		180: {"0 0 64 40", "translate(64 40) rotate(180)"},
		270: {"0 0 40 64", "translate(40 0) rotate(90)"},
	} {
		if view, place := review.Upright(64, 40, turned); view != want[0] || place != want[1] {
			t.Errorf("%d: %s, %s", turned, view, place)
		}
	}
}
