//go:build !js

package check

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"proofdesk/engine/face"
	"proofdesk/engine/finding"
)

const (
	// mostFilmYaw is how far a face of a film may be turned to be compared with another, in degrees. Drawn people who
	// turn farther are up to twice as far from their selfie.
	mostFilmYaw = 15
	// stillUpTo is how much the face of a film has to change, in levels of 255, to be more than a still picture. On
	// drawn people noise with a deviation of 8 levels makes at most 2.9 of it, one of 12 levels on a film of 480 pixels
	// 2.0, a smile 4.2 at least, a sway of one pixel 4.6 and a blink 7.5.
	stillUpTo = 3.5
	// leastFilm is how long a film shows a person at least for a picture without any change to mean something.
	leastFilm = time.Second
)

// FilmFrame is one picture of a film as it was looked at. Face is that of the one person in it.
type FilmFrame struct {
	At    time.Duration
	Faces int // none, one, or several, of which posters on the wall are none
	Yaw   float64
	Face  Likeness
}

// NoFilm returns the checks of a film that can't be looked at, with the reason: nothing is known about it.
func NoFilm(capture, reason, detail string) []finding.Check {
	var all []finding.Check
	for _, code := range []string{finding.CodeFilmFaces, finding.CodeFilmPerson, finding.CodeFilmMotion} {
		c := finding.NewAbsent(code, finding.GroupVideo, capture, detail)
		c.Reasons = []string{reason}
		all = append(all, c)
	}
	return all
}

// FilmFaces reports whether a film shows exactly one face throughout.
//
// Code video.faces. Score: the share of the pictures that show one. Passes where all do, warns where one shows another
// number, fails where several do. Assurance: heuristic.
func FilmFaces(capture string, frames []FilmFrame) finding.Check {
	c := finding.NewCheck(finding.CodeFilmFaces, finding.GroupVideo, capture)
	c.Provider = faceDetector
	none, several := secondsOf(frames, func(n int) bool { return n == 0 }),
		secondsOf(frames, func(n int) bool { return n > 1 })
	wrong := len(none) + len(several)
	c.AtLeast(finding.Rounded(float64(len(frames)-wrong)/float64(len(frames))), 1)
	outcome := finding.Fail
	if wrong == 1 {
		outcome = finding.Warn
	}
	if len(several) > 0 {
		c.Conclude(outcome, "video.several_faces", "More than one face is in the video"+atSeconds(several))
		c.ShowMoments(several)
	}
	if len(none) > 0 {
		detail := "No face is in the video" + atSeconds(none)
		if c.Detail != "" {
			detail = c.Detail + "; " + detail
		}
		c.Conclude(outcome, "video.no_face", detail)
		c.ShowMoments(none)
	}
	return c
}

// secondsOf lists the seconds of the pictures with a number of faces.
func secondsOf(frames []FilmFrame, wanted func(faces int) bool) []float64 {
	var all []float64
	for _, f := range frames {
		if wanted(f.Faces) {
			all = append(all, f.At.Seconds())
		}
	}
	return all
}

// atSeconds returns seconds as the end of a sentence.
func atSeconds(seconds []float64) string {
	text := ""
	for _, s := range seconds {
		text += ", " + strconv.FormatFloat(s, 'f', 1, 64)
	}
	return " at second " + text[2:]
}

// FilmPerson reports whether a film shows the person of the other faces, the selfie and the portrait of a document, in
// every picture in which one person faces the camera.
//
// Code video.person. Score: the largest distance to any of them, judged as in FaceMatch. Not run where there is nothing
// to compare. Assurance: model.
func FilmPerson(capture string, frames []FilmFrame, others []Likeness) finding.Check {
	c := matchCheck(finding.CodeFilmPerson, finding.GroupVideo)
	c.Capture = capture
	others = slices.DeleteFunc(slices.Clone(others), func(l Likeness) bool { return l.Err != nil })
	frames = slices.DeleteFunc(slices.Clone(frames), func(f FilmFrame) bool {
		return f.Faces != 1 || f.Face.Err != nil || max(f.Yaw, -f.Yaw) > mostFilmYaw
	})
	switch {
	case len(others) == 0:
		c.Conclude(finding.NotRun, "video.no_selfie", "There is no other face to compare the video with")
		return c
	case len(frames) == 0:
		c.Conclude(finding.NotRun, "video.no_view",
			"No key frame of the video shows one face that looks into the camera")
		return c
	}
	far, other, distance := farthest(frames, others)
	judgeDistance(&c, finding.Rounded(distance), min(far.Face.Description.InterEye, other.Description.InterEye))
	for i, reason := range c.Reasons {
		c.Reasons[i] = filmReasons[reason]
	}
	if c.Outcome != finding.Pass {
		c.Detail += atSeconds([]float64{far.At.Seconds()})
		c.ShowMoments([]float64{far.At.Seconds()})
	}
	return c
}

// filmReasons are the reasons of a comparison of faces as they are named where one is in a film.
var filmReasons = map[string]string{
	"face.mismatch":  "video.other_person",
	"face.unsure":    "video.unsure_person",
	"face.small":     "video.small_face",
	"face.too_small": "video.small_face",
}

// farthest returns the picture and the other face that are farthest from each other.
func farthest(frames []FilmFrame, others []Likeness) (far FilmFrame, other Likeness, distance float64) {
	type pair struct {
		frame    FilmFrame
		other    Likeness
		distance float64
	}
	var pairs []pair
	for _, f := range frames {
		for _, o := range others {
			pairs = append(pairs,
				pair{f, o, face.Distance(f.Face.Description.Descriptor, o.Description.Descriptor)})
		}
	}
	p := slices.MaxFunc(pairs, func(a, b pair) int { return cmp.Compare(a.distance, b.distance) })
	return p.frame, p.other, p.distance
}

// FilmMotion reports whether a film is more than one still picture. That it moves does not prove that anybody was
// there: a photograph can be moved, and a film can be shown to a browser.
//
// Code video.motion. Score: how much the face changes between the first and any other picture, in levels of 255:
// one part in thirty changes by at least as much. Not run for a film that is too short to tell. Assurance: heuristic.
func FilmMotion(capture string, frames []FilmFrame, change float64) finding.Check {
	c := finding.NewCheck(finding.CodeFilmMotion, finding.GroupVideo, capture)
	if len(frames) < 2 || frames[len(frames)-1].At-frames[0].At < leastFilm {
		c.Conclude(finding.NotRun, "video.few_frames", "The video has too few key frames to tell whether it moves")
		return c
	}
	c.AtLeast(finding.Rounded(change), stillUpTo)
	if c.Outcome == finding.Fail {
		c.Conclude(finding.Fail, "video.still", "Nothing moves in the video: it shows one still picture")
	}
	return c
}
