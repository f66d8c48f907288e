package video_test

import (
	"slices"
	"testing"
	"time"

	"proofdesk/engine/video"
)

func TestTheLastPartOfAFilmHasItsLastKeyFrames(t *testing.T) {
	film := video.Film{}
	for _, ms := range []time.Duration{0, 900, 2000, 1500} {
		film.Keys = append(film.Keys, video.Frame{At: ms * time.Millisecond})
	}
	var at []int64
	for _, key := range film.Last(1100 * time.Millisecond).Keys {
		at = append(at, key.At.Milliseconds())
	}
	if film.End() != 2*time.Second || !slices.Equal(at, []int64{900, 2000, 1500}) {
		t.Errorf("end %v, the last part has %v", film.End(), at)
	}
	film.Until = 3 * time.Second // with a picture that is no key frame
	last := film.Last(1100 * time.Millisecond)
	if film.End() != film.Until || len(last.Keys) != 1 || last.End() != film.End() {
		t.Errorf("end %v, the last part has %v", film.End(), last.Keys)
	}
	if (video.Film{}).End() != 0 {
		t.Error("an empty film has an end")
	}
}
