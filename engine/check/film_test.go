//go:build !js

package check_test

import (
	"errors"
	"testing"
	"time"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

// seen is a picture of a film in which one face is at a distance from the origin.
func seen(second int, distance float32, yaw float64) check.FilmFrame {
	return check.FilmFrame{
		At:    time.Duration(second) * time.Second,
		Faces: 1,
		Yaw:   yaw,
		Face:  likeness(distance, 60),
	}
}

// crowded is a picture of a film with a number of faces.
func crowded(second, faces int) check.FilmFrame {
	return check.FilmFrame{At: time.Duration(second) * time.Second, Faces: faces}
}

func film(frames ...check.FilmFrame) []check.FilmFrame { return frames }

func faces(all ...check.Likeness) []check.Likeness { return all }

func TestAFilmShowsOneFaceThroughout(t *testing.T) {
	one := seen(0, 0, 0)
	for name, c := range map[string]struct {
		frames []check.FilmFrame
		want   want
		detail string
	}{
		"one":         {film(one, one), pass, ""},
		"once nobody": {film(one, crowded(3, 0)), warn("video.no_face"), "No face is in the video at second 3.0"},
		"twice nobody": {
			film(crowded(1, 0), one, crowded(3, 0)), fail("video.no_face"),
			"No face is in the video at second 1.0, 3.0",
		},
		"once two": {
			film(one, crowded(2, 2)), warn("video.several_faces"), "More than one face is in the video at second 2.0",
		},
		"twice two": {
			film(crowded(1, 2), crowded(2, 2)), fail("video.several_faces"),
			"More than one face is in the video at second 1.0, 2.0",
		},
		"both": {
			film(crowded(1, 3), crowded(2, 0)), fail("video.several_faces"),
			"More than one face is in the video at second 1.0; No face is in the video at second 2.0",
		},
	} {
		got := check.FilmFaces("x", c.frames)
		got.Reasons = got.Reasons[:min(1, len(got.Reasons))]
		expect(t, name, got, c.want)
		if got.Detail != c.detail {
			t.Errorf("%s: %q", name, got.Detail)
		}
	}
}

func TestAFilmShowsThePersonOfTheSelfie(t *testing.T) {
	origin, portrait := likeness(0, 60), likeness(.7, 60)
	unknown := likeness(0, 60)
	unknown.Err = errors.New("no pupils")
	blurred := seen(1, .9, 0)
	blurred.Face.Err = unknown.Err
	for name, c := range map[string]struct {
		frames []check.FilmFrame
		others []check.Likeness
		want   want
	}{
		"same":              {film(seen(0, .1, 0)), faces(origin), pass},
		"unsure":            {film(seen(0, .1, 0), seen(1, .6, 0)), faces(origin), warn("video.unsure_person")},
		"other at one time": {film(seen(0, .1, 0), seen(1, .8, -9)), faces(origin), fail("video.other_person")},
		"not the portrait":  {film(seen(0, -.1, 0)), faces(origin, portrait), fail("video.other_person")},
		"turned away":       {film(seen(0, .1, 0), seen(1, .8, -30)), faces(origin), pass},
		"undescribed":       {film(seen(0, .1, 0), blurred), faces(origin, unknown), pass},
		"never facing":      {film(seen(1, .1, 30), crowded(2, 2)), faces(origin), notRun("video.no_view")},
		"no selfie":         {film(seen(1, .1, 0)), faces(unknown), notRun("video.no_selfie")},
		"a small selfie":    {film(seen(1, .1, 0)), faces(likeness(0, 30)), warn("video.small_face")},
		"a tiny selfie":     {film(seen(1, .9, 0)), faces(likeness(0, 20)), inconclusive("video.small_face")},
	} {
		expect(t, name, check.FilmPerson("x", c.frames, c.others), c.want)
	}
	got := check.FilmPerson("x", film(seen(0, .1, 0), seen(1, .8, -9)), faces(origin))
	if len(got.Evidence) != 1 || *got.Evidence[0].At != 1 {
		t.Errorf("the evidence is %+v", got.Evidence)
	}
}

func TestAFilmMoves(t *testing.T) {
	long := film(crowded(0, 1), crowded(1, 1))
	brief := film(check.FilmFrame{}, check.FilmFrame{At: 999 * time.Millisecond})
	expect(t, "moves", check.FilmMotion("x", long, 3.5), pass)
	expect(t, "stands", check.FilmMotion("x", long, 3.4), fail("video.still"))
	expect(t, "is brief", check.FilmMotion("x", brief, 0), notRun("video.few_frames"))
	expect(t, "is one picture", check.FilmMotion("x", long[:1], 0), notRun("video.few_frames"))
}

func TestAFilmThatNobodyLookedAtIsNotRun(t *testing.T) {
	all := check.NoFilm("x", "video.format", "words")
	if len(all) != 3 {
		t.Fatalf("%d checks", len(all))
	}
	for _, c := range all {
		expect(t, c.Code, c, notRun("video.format"))
		if c.Provider != finding.NoProvider || c.Group != finding.GroupVideo || c.Detail != "words" {
			t.Errorf("%+v", c)
		}
	}
}
