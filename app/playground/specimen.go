package playground

import (
	"fmt"
	"image"
	"maps"
	"slices"
	"sync"
	"time"

	"proofdesk/app/fault"
	"proofdesk/engine/specimen"
)

// The specimens that the camera can play. Each is somebody with a document, and how both come before the camera.
const (
	Passport  = "passport"   // a passport and its holder, as they should be
	Card      = "card"       // an identity card with two sides, and its holder
	Face      = "face"       // a face that turns and blinks
	Blurred   = "blurred"    // a passport out of focus
	Glare     = "glare"      // a passport that reflects light
	WrongSide = "wrong_side" // the back of a card where its front is asked for, and the other way round
	Screen    = "screen"     // a passport and a face on a screen that is held before the camera
)

// Names lists the specimens in the order in which they are offered.
func Names() []string { return []string{Passport, Card, Face, Blurred, Glare, WrongSide, Screen} }

// Known reports whether a name is that of a specimen.
func Known(name string) bool { return slices.Contains(Names(), name) }

// The size of what the camera sees, in pixels, and how much of its height a document takes.
const (
	width, height = 1280, 720
	fill          = .8
	faceSize      = 420
	seed          = 20 // of somebody whose every move the engine sees: of some faces, it measures half of a turn
)

// Film is what the camera sees while a kind of capture is asked for: one picture after the other, each for as long, and
// then from the first again.
type Film struct {
	Pictures [][]byte // JPEG
	Order    []int    // indices of Pictures; a picture may come more than once

	// Moves are the pictures of somebody who does what the SDK asks for, by what it asks for.
	Moves map[string]int
}

// obeyed are the moves that the server asks an applicant for, with what a drawn person then does: the applicant's left
// is the picture's right.
var obeyed = map[string]specimen.Move{
	"turn_left":   specimen.TurnRight,
	"turn_right":  specimen.TurnLeft,
	"look_up":     specimen.LookUp,
	"blink":       specimen.Blink,
	"come_closer": specimen.Closer,
}

// scenes draw what is before the camera.
var scenes = map[string]func(today time.Time) Film{
	"passport":         side(specimen.Passport, specimen.Good, "passport"),
	"blurred passport": side(specimen.Passport, specimen.OutOfFocus, "passport"),
	"shining passport": side(specimen.Passport, specimen.Reflecting, "passport"),
	"passport on show": side(specimen.Passport, specimen.OnScreen, "passport"),
	"card front":       side(specimen.CardTD1, specimen.Good, "id_front"),
	"card back":        side(specimen.CardTD1, specimen.Good, "id_back"),
	"letter":           letter,
	"passport holder":  selfie(specimen.Passport),
	"card holder":      selfie(specimen.CardTD1),
	"face on show":     faceOnScreen,
	"moving face": selfie(specimen.Passport, specimen.TurnLeft, specimen.Still, specimen.TurnRight, specimen.Blink,
		specimen.Still),
}

// shown names the scenes of a specimen by the kind of capture.
var shown = map[string]map[string]string{
	Passport:  of("passport", "passport", "passport holder", "letter"),
	Card:      of("card front", "card back", "card holder", "letter"),
	Face:      of("passport", "passport", "moving face", "letter"),
	Blurred:   of("blurred passport", "blurred passport", "passport holder", "blurred passport"),
	Glare:     of("shining passport", "shining passport", "passport holder", "shining passport"),
	WrongSide: of("card back", "card front", "card holder", "card back"),
	Screen:    of("passport on show", "passport on show", "face on show", "passport on show"),
}

// of names scenes by the kind of capture. A passport is asked for a back where nobody could read that it is one.
func of(front, back, selfie, document string) map[string]string {
	return map[string]string{"id_front": front, "id_back": back, "selfie": selfie, "document": document}
}

// Kinds lists the kinds of captures that a specimen shows something for.
func Kinds(name string) []string { return slices.Sorted(maps.Keys(shown[name])) }

// Studio draws films, each scene once.
type Studio struct {
	Today func() time.Time

	mu    sync.Mutex
	drawn map[string]func() Film
}

// Film returns what a specimen shows for a kind of capture; NotFound where there is nothing.
func (s *Studio) Film(name, kind string) (Film, error) {
	scene, ok := shown[name][kind]
	if !ok {
		return Film{}, fault.New(fault.NotFound, "there is no such specimen")
	}
	return s.scene(scene)(), nil
}

// Begin draws what a specimen shows before a camera asks for it, the person first, whose many pictures take longest.
func (s *Studio) Begin(name string) {
	kinds := Kinds(name)
	slices.Reverse(kinds)
	go func() {
		for _, kind := range kinds {
			s.scene(shown[name][kind])()
		}
	}()
}

// scene returns what draws a scene when it is called first; others wait for it then, and nobody for another scene.
func (s *Studio) scene(name string) func() Film {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.drawn == nil {
		s.drawn = map[string]func() Film{}
	}
	if s.drawn[name] == nil {
		s.drawn[name] = sync.OnceValue(func() Film { return scenes[name](s.Today()) })
	}
	return s.drawn[name]
}

// spoken is for how long the microphone plays before it begins again, in seconds.
const spoken = 12

// Voice returns what the microphone plays: the voice of an invented person, as WAV.
var Voice = sync.OnceValue(func() []byte { return specimen.Voice(seed, 1, spoken, specimen.Spoken) })

func still(picture []byte) Film { return Film{Pictures: [][]byte{picture}, Order: []int{0}} }

// side returns what draws one side of a document on a table.
func side(document specimen.Kind, how specimen.Case, kind string) func(today time.Time) Film {
	return func(today time.Time) Film {
		set := specimen.ApplicantWith(document, seed, how, today)
		set.Conditions.Width, set.Conditions.Height = width, height
		if set.Conditions.Fill > fill {
			set.Conditions.Fill = fill
		}
		drawn, ok := set.Capture(kind)
		if !ok {
			panic(fmt.Sprintf("playground: a %v has no %s", document, kind)) // the list of scenes is wrong
		}
		return still(drawn.Bytes)
	}
}

// letter draws a sheet of paper.
func letter(today time.Time) Film {
	drawn, _ := specimen.ApplicantWith(specimen.Passport, seed, specimen.Good, today).Capture("document")
	return still(drawn.Bytes)
}

// selfie returns what draws the holder of a document, who does moves between looking into the camera, and those that
// are asked for.
func selfie(document specimen.Kind, moves ...specimen.Move) func(today time.Time) Film {
	return func(today time.Time) Film {
		who := specimen.ApplicantWith(document, seed, specimen.Good, today).Person
		f := filmOf(specimen.Film(who, 1, faceSize, append([]specimen.Move{specimen.Still}, moves...)...))
		f.Moves = map[string]int{}
		for asked, move := range obeyed {
			f.Moves[asked] = len(f.Pictures)
			f.Pictures = append(f.Pictures, specimen.JPEG(specimen.Pose(who, 1, faceSize, move), 90, 1))
		}
		return f
	}
}

// filmOf encodes frames; those that share a picture share its bytes.
func filmOf(frames []specimen.Frame) Film {
	var f Film
	at := map[*image.RGBA]int{}
	for _, frame := range frames {
		n, known := at[frame.Image]
		if !known {
			n = len(f.Pictures)
			at[frame.Image] = n
			f.Pictures = append(f.Pictures, specimen.JPEG(frame.Image, 90, 1))
		}
		f.Order = append(f.Order, n)
	}
	return f
}

// faceOnScreen draws the holder of a passport on a screen that lies on a table.
func faceOnScreen(today time.Time) Film {
	who := specimen.ApplicantWith(specimen.Passport, seed, specimen.Good, today).Person
	photo := specimen.Photograph(specimen.Selfie(who, 1, faceSize), specimen.Conditions{
		Width:  width,
		Height: height,
		Fill:   .7,
		Screen: true,
		Seed:   seed,
	})
	return still(specimen.JPEG(photo, 90, 1))
}
