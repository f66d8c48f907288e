//go:build !js

package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"slices"
	"testing"
	"time"

	"proofdesk/engine"
	"proofdesk/engine/finding"
	"proofdesk/engine/specimen"
)

// The moves as the camera sees them: the applicant's left is the picture's right.
const (
	toLeft  = specimen.TurnRight
	toRight = specimen.TurnLeft
)

// acted returns a film of a person who rests and then makes moves.
func acted(p specimen.Person, moves ...specimen.Move) []specimen.Frame {
	return specimen.Film(p, 1, 200, append([]specimen.Move{specimen.Still}, moves...)...)
}

// carried returns a film of one picture of a person that somebody moves about and holds closer.
func carried(p specimen.Person) []specimen.Frame {
	face := acted(p)[0].Image
	w, h := face.Rect.Dx(), face.Rect.Dy()
	var frames []specimen.Frame
	for i := range 30 {
		frame := image.NewRGBA(face.Rect)
		zoom, shift := 1+.4*max(0, float64(i-15)/15), 12-abs(24-i*2%48)
		for y := range h {
			for x := range w {
				from := image.Pt(int(float64(x+shift-w/2)/zoom)+w/2, int(float64(y-h/2)/zoom)+h/2)
				frame.Set(x, y, face.At(min(max(from.X, 0), w-1), from.Y))
			}
		}
		frames = append(frames, specimen.Frame{Image: frame, At: 100 * i})
	}
	return frames
}

// tilts are how a hand tilts a sheet so that the face on it seems to turn, in degrees.
var tilts = map[engine.Move][2]float64{
	finding.TurnLeft: {45, 0}, finding.TurnRight: {-45, 0}, finding.LookUp: {0, -42},
}

// tilted returns a film of one picture of a person that somebody tilts, four seconds for each move.
func tilted(p specimen.Person, moves ...engine.Move) []specimen.Frame {
	face := acted(p)[0].Image
	var frames []specimen.Frame
	for i, m := range append([]engine.Move{""}, moves...) {
		by := tilts[m]
		sheet := specimen.Tilted(face, by[0], by[1])
		for ms := 0; ms < 4000; ms += 400 {
			frame := specimen.Frame{Image: face, At: 4000*i + ms}
			if ms > 1000 && ms < 3000 {
				frame.Image = sheet
			}
			frames = append(frames, frame)
		}
	}
	return frames
}

func abs(n int) int { return max(n, -n) }

func TestAFilmShowsTheMovesThatWereAskedFor(t *testing.T) {
	p := specimen.Applicant(1, specimen.Good, today).Person
	three := acted(p, toLeft, specimen.Blink, specimen.Closer)
	films := map[string]struct {
		asked []engine.Move
		film  []specimen.Frame
		want  string
	}{
		"all in order": {
			[]engine.Move{finding.TurnLeft, finding.Blink, finding.ComeCloser}, three, "PASS",
		},
		"the others in order": {
			[]engine.Move{finding.LookUp, finding.TurnRight}, acted(p, specimen.LookUp, toRight), "PASS",
		},
		"a replay for another order": {
			[]engine.Move{finding.ComeCloser, finding.Blink, finding.TurnLeft}, three, "FAIL video.order",
		},
		"a still": {
			[]engine.Move{finding.TurnLeft, finding.Blink},
			acted(p, specimen.Still, specimen.Still),
			"FAIL video.no_turn_left",
		},
		"a moved photograph": {
			[]engine.Move{finding.ComeCloser, finding.Blink}, carried(p), "FAIL video.no_blink",
		},
		"a moved photograph that need not blink": {
			[]engine.Move{finding.ComeCloser, finding.TurnLeft}, carried(p), "FAIL video.no_turn_left",
		},
		"one key frame": {
			[]engine.Move{finding.TurnLeft, finding.Blink, finding.ComeCloser}, three[:1], "NOT_RUN video.few_poses",
		},
		"nobody": {
			[]engine.Move{finding.Blink, finding.LookUp}, []specimen.Frame{{Image: room(0)}}, "NOT_RUN video.few_poses",
		},
	}
	if testing.Short() { // each of them is like another
		delete(films, "the others in order")
		delete(films, "a moved photograph that need not blink")
	}
	for name, c := range films {
		s := one("video", specimen.WebM(c.film))
		s.Captures[0].Challenge = engine.Challenge{Moves: c.asked, Late: time.Minute}
		is, seconds := verdict(engine.Inspect(context.Background(), s), engine.CodeVideo)
		if is != c.want {
			t.Errorf("%s: %s, want %s", name, is, c.want)
		}
		if is == "PASS" && (len(seconds) != len(c.asked) || !slices.IsSorted(seconds)) {
			t.Errorf("%s: at %v", name, seconds)
		}
	}
}

// The mesh sees a head in a flat picture too, and turns it where that is tilted: all moves are seen.
func TestATiltedSheetMakesNoMove(t *testing.T) {
	p := specimen.Applicant(1, specimen.Good, today).Person
	orders := [][]engine.Move{
		{finding.TurnRight, finding.LookUp},
		{finding.LookUp, finding.TurnLeft},
		{finding.TurnLeft, finding.TurnRight},
	}
	if testing.Short() { // each of them is like another
		orders = orders[:1]
	}
	for _, moves := range orders {
		s := one("video", specimen.WebM(tilted(p, moves...)))
		s.Captures[0].Challenge = engine.Challenge{Moves: moves, Each: 4 * time.Second, Late: 2 * time.Second}
		if is, _ := verdict(engine.Inspect(context.Background(), s), engine.CodeVideo); is != "FAIL video.flat" {
			t.Errorf("%s: %s", moves, is)
		}
		r := engine.AssessUpload(s.Captures[0], engine.DefaultThresholds())
		if r.Format != "WebM" || len(r.Prompts) != 0 {
			t.Errorf("%s: who made the film is told %s %s", moves, r.Format, r.Prompts)
		}
	}
}

// rooms returns pictures of a room without anybody.
func rooms(n int) []specimen.Frame {
	return slices.Repeat([]specimen.Frame{{Image: room(0)}}, n)
}

func TestAnUploadedFilmIsFollowedAtOnce(t *testing.T) {
	p := specimen.Applicant(1, specimen.Good, today).Person
	moves := []engine.Move{finding.TurnLeft, finding.Blink}
	for name, c := range map[string]struct {
		film  []byte
		asked []engine.Move
		want  string
	}{
		"all in order":     {specimen.WebM(acted(p, toLeft, specimen.Blink)), moves, "WebM []"},
		"a still":          {specimen.WebM(acted(p, specimen.Still)), moves, "WebM [followMoves]"},
		"nobody":           {specimen.WebM(slowly(rooms(8), 500, 0)), moves, "WebM [followMoves]"},
		"a slow device":    {specimen.WebM(slowly(rooms(8), 2000, 0)), moves, " []"},
		"nothing is asked": {specimen.WebM(acted(p)), nil, " []"},
		"another format":   {[]byte("\x00\x00\x00\x18ftypmp42"), moves, " []"},
	} {
		r := engine.AssessUpload(engine.Capture{
			Kind:      "video",
			Bytes:     c.film,
			Challenge: engine.Challenge{Moves: c.asked, Late: 2 * time.Second},
		}, engine.DefaultThresholds())
		if got := fmt.Sprint(r.Format, " ", r.Prompts); got != c.want || r.Fault != "" {
			t.Errorf("%s: %s %s, want %s", name, got, r.Fault, c.want)
		}
	}
}

// slowly returns a film of moves that take four seconds each, with a key frame every so many milliseconds.
func slowly(film []specimen.Frame, between, first int) []specimen.Frame {
	var frames []specimen.Frame
	for at := first; at < 500*len(film); at += between {
		frames = append(frames, specimen.Frame{Image: film[at/500].Image, At: at})
	}
	return frames
}

func TestAMoveBetweenTwoKeyFramesIsNotMissing(t *testing.T) {
	p := specimen.Applicant(1, specimen.Good, today).Person
	right := acted(p, toLeft, specimen.Blink, specimen.Closer)
	wrong := acted(p, specimen.Closer, specimen.Blink, toLeft)
	still := acted(p, specimen.Still, specimen.Still, specimen.Still)
	films := map[string]struct {
		film []specimen.Frame
		want string
	}{
		"the right order":                      {slowly(right, 500, 0), "PASS"},
		"the right order, every 2.3 s":         {slowly(right, 2300, 500), "PASS"},
		"the right order, none shut, each 3 s": {slowly(right, 3000, 0), "NOT_RUN video.few_poses"},
		"the wrong order":                      {slowly(wrong, 500, 0), "FAIL video.order"},
		"the wrong order, every 3 s":           {slowly(wrong, 3000, 0), "FAIL video.other_moves"},
		"a still":                              {slowly(still, 500, 0), "FAIL video.no_turn_left"},
		"a still, every 2 s":                   {slowly(still, 2000, 0), "NOT_RUN video.few_poses"},
	}
	if testing.Short() { // each of them is like another
		delete(films, "the right order")
		delete(films, "the wrong order")
	}
	for name, c := range films {
		s := one("video", specimen.WebM(c.film))
		s.Captures[0].Challenge = engine.Challenge{
			Moves: []engine.Move{finding.TurnLeft, finding.Blink, finding.ComeCloser},
			Each:  4 * time.Second,
			Late:  2 * time.Second,
		}
		if is, _ := verdict(engine.Inspect(context.Background(), s), engine.CodeVideo); is != c.want {
			t.Errorf("%s: %s, want %s", name, is, c.want)
		}
	}
}

func TestASelfieThatIsTooNearIsToldToMoveAway(t *testing.T) {
	p := specimen.Applicant(1, specimen.Good, today).Person
	whole := specimen.Pose(p, 1, 420, specimen.Still)
	near := whole.SubImage(image.Rect(115, 90, 305, 300))
	for name, c := range map[string]struct {
		img  image.Image
		want []string
	}{"as far as usual": {whole, nil}, "too near": {near, []string{"moveAway"}}} {
		var out bytes.Buffer
		if err := png.Encode(&out, c.img); err != nil {
			t.Fatal(err)
		}
		got := engine.AssessUpload(engine.Capture{Kind: "selfie", Bytes: out.Bytes()}, engine.DefaultThresholds())
		if !slices.Equal(got.Prompts, c.want) {
			t.Errorf("%s: %v of %v", name, got.Prompts, got.Faces)
		}
	}
}
