package specimen_test

import (
	"bytes"
	"testing"

	"proofdesk/engine/specimen"
)

func TestAPoseIsTheMiddleOfItsMove(t *testing.T) {
	p := specimen.Applicant(1, specimen.Good, today).Person
	still := specimen.Pose(p, 1, 64, specimen.Still)
	for _, move := range []specimen.Move{specimen.TurnLeft, specimen.LookUp, specimen.Blink} {
		film, pose := specimen.Film(p, 1, 64, move, specimen.Still), specimen.Pose(p, 1, 64, move)
		if !bytes.Equal(pose.Pix, film[4].Image.Pix) || bytes.Equal(pose.Pix, still.Pix) {
			t.Errorf("%s is drawn otherwise than in a film, or not at all", move)
		}
		if film[0].Image != film[9].Image {
			t.Errorf("%s: the same picture is drawn twice", move)
		}
	}
}
