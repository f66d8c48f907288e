//go:build !js

package engine_test

import (
	"bytes"
	"context"
	"image"
	"math/rand/v2"
	"slices"
	"testing"

	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// take is one picture of a film in each second of it.
type take func(second int) *image.RGBA

// shot returns a film of so many seconds with one picture in each.
func shot(seconds int, of take) []byte {
	frames := make([]specimen.Frame, seconds)
	for i := range frames {
		frames[i] = specimen.Frame{Image: of(i), At: 1000 * i}
	}
	return specimen.WebM(frames)
}

// actor returns a person who turns their head to either side.
func actor(p specimen.Person, width int) take {
	frames := specimen.Film(p, 1, width, specimen.Still, specimen.TurnLeft, specimen.TurnRight)
	return func(second int) *image.RGBA { return frames[(10*second+1)%len(frames)].Image }
}

// posed returns one picture of a person, with the noise of a sensor.
func posed(p specimen.Person, width int) take {
	still := specimen.Film(p, 1, width, specimen.Still)[0].Image
	return func(second int) *image.RGBA {
		noisy, noise := *still, rand.New(rand.NewPCG(1, uint64(second)))
		noisy.Pix = slices.Clone(still.Pix)
		for i, v := range noisy.Pix {
			if i%4 != 3 {
				noisy.Pix[i] = uint8(min(255, max(0, float64(v)+4*noise.NormFloat64())))
			}
		}
		return &noisy
	}
}

// beside returns two films side by side.
func beside(a, b take) take {
	return func(second int) *image.RGBA {
		left, right := a(second), b(second)
		w, h := left.Rect.Dx(), left.Rect.Dy()
		both := image.NewRGBA(image.Rect(0, 0, 2*w, h))
		for y := range h {
			copy(both.Pix[both.PixOffset(0, y):], left.Pix[left.PixOffset(0, y):left.PixOffset(w, y)])
			copy(both.Pix[both.PixOffset(w, y):], right.Pix[right.PixOffset(0, y):right.PixOffset(w, y)])
		}
		return both
	}
}

// from returns a film that another one follows from a second on.
func from(second int, a, b take) take {
	return func(s int) *image.RGBA {
		if s < second {
			return a(s)
		}
		return b(s)
	}
}

func room(int) *image.RGBA {
	wall := image.NewRGBA(image.Rect(0, 0, 200, 257)) // as large as a drawn person's
	for i := range wall.Pix {
		wall.Pix[i] = 160
	}
	return wall
}

// verdict is what one check says about a film, with the seconds that it names.
func verdict(r engine.Report, code string) (is string, seconds []float64) {
	c := checkOf(r, code)
	is = string(c.Outcome)
	for _, reason := range c.Reasons {
		is += " " + reason
	}
	for _, e := range c.Evidence {
		if e.At != nil {
			seconds = append(seconds, *e.At)
		}
	}
	return is, seconds
}

func TestAFilmIsJudgedByItsKeyFrames(t *testing.T) {
	set := specimen.Applicant(1, specimen.Good, today)
	selfie, _ := set.Capture("selfie")
	other := set.Person
	other.Face += 222 // drawn people are not far enough apart to fail: they may be one
	own, stranger := actor(set.Person, 200), actor(other, 200)
	for name, c := range map[string]struct {
		film                  []byte
		selfie                bool
		faces, person, motion string
		seconds               []float64 // that the check of the faces, or else that of the person, names
	}{
		"the applicant":  {shot(4, own), true, "PASS", "PASS", "PASS", nil},
		"another person": {shot(2, stranger), true, "PASS", "WARN video.unsure_person", "PASS", []float64{0}},
		"somebody else at the end": {
			shot(2, from(1, own, stranger)), true, "PASS", "WARN video.unsure_person", "PASS", []float64{1},
		},
		"two people": {
			shot(2, beside(own, stranger)), true, "FAIL video.several_faces", "NOT_RUN video.no_view", "PASS",
			[]float64{0, 1},
		},
		"a visitor": {
			shot(3, from(2, beside(own, room), beside(own, stranger))), false, "WARN video.several_faces",
			"NOT_RUN video.no_selfie", "PASS",
			[]float64{2},
		},
		"nobody": {
			shot(2, room), false, "FAIL video.no_face", "NOT_RUN video.no_selfie", "FAIL video.still", []float64{0, 1},
		},
		"a photograph": {
			shot(3, posed(set.Person, 200)), false, "PASS", "NOT_RUN video.no_selfie", "FAIL video.still", nil,
		},
		"a single key frame": {
			shot(1, own), false, "PASS", "NOT_RUN video.no_selfie", "NOT_RUN video.few_frames", nil,
		},
	} {
		s := one("video", c.film)
		if c.selfie {
			s.Captures = append(s.Captures, engine.Capture{ID: "selfie", Kind: "selfie", Bytes: selfie.Bytes})
		}
		r := engine.Inspect(context.Background(), s)
		faces, seconds := verdict(r, engine.CodeFilmFaces)
		person, far := verdict(r, engine.CodeFilmPerson)
		motion, _ := verdict(r, engine.CodeFilmMotion)
		if faces != c.faces || person != c.person || motion != c.motion {
			t.Errorf("%s: %s, %s, %s", name, faces, person, motion)
		}
		if !slices.Equal(append(seconds, far...), c.seconds) {
			t.Errorf("%s: at %v, %v, want %v", name, seconds, far, c.seconds)
		}
		if c := checkOf(r, engine.CodeVideo); c.Outcome != engine.NotRun {
			t.Errorf("%s: a challenge that nobody asked for is %s", name, c.Outcome)
		}
	}
}

func TestAFilmThatCannotBeReadIsNotJudged(t *testing.T) {
	film := shot(2, room)
	for name, c := range map[string]struct {
		film []byte
		want string
	}{
		"nothing":      {nil, "NOT_RUN video.damaged"},
		"garbage":      {[]byte("no film at all"), "NOT_RUN video.format"},
		"an MP4":       {[]byte("\x00\x00\x00\x18ftypisom\x00\x00\x00\x00isom"), "NOT_RUN video.format"},
		"VP9":          {bytes.Replace(film, []byte("V_VP8"), []byte("V_VP9"), 1), "NOT_RUN video.format"},
		"truncated":    {film[:len(film)-200], "NOT_RUN video.damaged"},
		"no key frame": {bytes.ReplaceAll(film, []byte("\x9d\x01\x2a"), make([]byte, 3)), "NOT_RUN video.no_key_frame"},
		"huge frames": {
			bytes.ReplaceAll(film, []byte("\x9d\x01\x2a\xc8\x00"), []byte("\x9d\x01\x2a\xff\x3f")),
			"NOT_RUN video.too_large",
		},
	} {
		r := engine.Inspect(context.Background(), one("video", c.film))
		for _, code := range []string{engine.CodeFilmFaces, engine.CodeFilmPerson, engine.CodeFilmMotion} {
			if is, _ := verdict(r, code); is != c.want {
				t.Errorf("%s: %s is %s, want %s", name, code, is, c.want)
			}
		}
		if len(r.Captures) != 1 || r.Captures[0].Fault != "" || len(r.Checks) != 4 {
			t.Errorf("%s: %+v, %d checks", name, r.Captures, len(r.Checks))
		}
	}
}
