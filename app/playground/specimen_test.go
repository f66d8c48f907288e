package playground_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/jpeg"
	"testing"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/playground"
	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

func TestEverySpecimenShowsSomethingForWhatItsFunctionsAskFor(t *testing.T) {
	studio := playground.Studio{Today: func() time.Time { return time.Date(2026, 11, 27, 0, 0, 0, 0, time.UTC) }}
	for _, name := range playground.Names() {
		t.Run(name, func(t *testing.T) { draws(t, &studio, name) })
	}
	for _, c := range [][2]string{{"passport", "voice"}, {"nobody", "selfie"}, {"", ""}} {
		if _, err := studio.Film(c[0], c[1]); !fault.Is(err, fault.NotFound) {
			t.Errorf("%v: %v", c, err)
		}
	}
}

// draws fails the test unless a specimen has a film for each kind, and one that moves only where a face turns.
func draws(t *testing.T, studio *playground.Studio, name string) {
	t.Parallel()
	for _, kind := range playground.Kinds(name) {
		film, err := studio.Film(name, kind)
		if err != nil || len(film.Order) < len(film.Pictures) || len(film.Pictures) == 0 {
			t.Fatalf("%s %s: %d pictures in %v, %v", name, kind, len(film.Pictures), film.Order, err)
		}
		for _, n := range film.Order {
			if _, err := jpeg.DecodeConfig(bytes.NewReader(film.Pictures[n])); err != nil {
				t.Errorf("%s %s, picture %d: %v", name, kind, n, err)
			}
		}
		if moves := len(film.Pictures)-len(film.Moves) > 4; moves != (name == playground.Face && kind == "selfie") {
			t.Errorf("%s %s has %d pictures", name, kind, len(film.Pictures))
		}
		person := kind == "selfie" && name != playground.Screen
		for _, asked := range engine.Moves() {
			n, obeys := film.Moves[string(asked)]
			if obeys != person || n >= len(film.Pictures) || obeys && bytes.Equal(film.Pictures[n], film.Pictures[0]) {
				t.Errorf("%s %s asked for %s: picture %d of %d, %t", name, kind, asked, n, len(film.Pictures), obeys)
			}
		}
	}
	for _, kind := range []string{"id_front", "selfie", "document"} {
		if _, err := studio.Film(name, kind); err != nil {
			t.Errorf("%s shows nothing for %s: %v", name, kind, err)
		}
	}
}

func TestASpecimenIsDrawnBeforeACameraAsksForIt(t *testing.T) {
	drawn := make(chan bool)
	studio := playground.Studio{Today: func() time.Time {
		drawn <- true
		return time.Date(2026, 11, 27, 0, 0, 0, 0, time.UTC)
	}}
	studio.Begin(playground.Screen)
	for range 2 { // its document and its face
		<-drawn
	}
}

func TestTheEngineSeesEveryMoveOfWhoComesBeforeTheCamera(t *testing.T) {
	studio := playground.Studio{Today: func() time.Time { return time.Date(2026, 11, 27, 0, 0, 0, 0, time.UTC) }}
	film, err := studio.Film(playground.Passport, "selfie")
	if err != nil {
		t.Fatal(err)
	}
	var frames []specimen.Frame
	show := func(picture, times int) {
		img, err := jpeg.Decode(bytes.NewReader(film.Pictures[picture]))
		if err != nil {
			t.Fatal(err)
		}
		shown := image.NewRGBA(img.Bounds())
		draw.Draw(shown, shown.Rect, img, img.Bounds().Min, draw.Src)
		for range times {
			frames = append(frames, specimen.Frame{Image: shown, At: 500 * len(frames)})
		}
	}
	show(film.Order[0], 4)
	for _, move := range engine.Moves() {
		show(film.Moves[string(move)], 1)
		show(film.Order[0], 1)
	}
	report := engine.Inspect(t.Context(), engine.Submission{Captures: []engine.Capture{{
		ID:        "video",
		Kind:      "video",
		Bytes:     specimen.WebM(frames),
		Challenge: engine.Challenge{Moves: engine.Moves(), Late: time.Minute},
	}}})
	for _, c := range report.Checks {
		if c.Code == engine.CodeVideo && c.Outcome != engine.Pass {
			t.Errorf("the moves are: %s, %s", c.Outcome, c.Detail)
		}
	}
}
