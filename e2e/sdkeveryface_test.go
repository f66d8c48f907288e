package e2e_test

import (
	"image"
	stddraw "image/draw"
	"math"
	"testing"
	"time"

	xdraw "golang.org/x/image/draw"

	portrait "proofdesk/engine/face/drawn"
	"proofdesk/engine/specimen"
)

// faceOf returns a picture of somebody before the camera of a scene.
func faceOf(o portrait.Options) *image.RGBA { return faceOfPerson(17, o) }

func faceOfPerson(seed uint64, o portrait.Options) *image.RGBA {
	o.Size, o.Selfie = 420, true
	return portrait.Portrait(specimen.Applicant(seed, specimen.Good, time.Now().UTC()).Person.Face, o)
}

// fromBelow returns a room with a face that looks up farther than faces are drawn: the nose is nearer to the eyes.
func fromBelow(t *testing.T) *image.RGBA {
	t.Helper()
	room, face := decodedRoom(t), faceOfPerson(19, portrait.Options{Nod: -30})
	const eyes, nose = 250, 340 // rows of the face
	y := 0
	for _, part := range []struct{ from, to, until int }{{0, eyes, 333}, {eyes, nose, 369}, {nose, 540, 720}} {
		at := image.Rect(inFront.Min.X, y, inFront.Max.X, part.until)
		xdraw.CatmullRom.Scale(room, at, face, image.Rect(0, part.from, 420, part.to), xdraw.Src, nil)
		y = part.until
	}
	return room
}

// faceIn returns a room in which a face is seen at each of some places.
func faceIn(t *testing.T, face *image.RGBA, places ...image.Rectangle) *image.RGBA {
	t.Helper()
	room := decodedRoom(t)
	for _, at := range places {
		xdraw.CatmullRom.Scale(room, at, face, face.Rect, xdraw.Src, nil)
	}
	return room
}

// strictAboutLight are options for which a face is too bright while the device still finds it: with the default of .05
// a drawn one has gone by then.
const strictAboutLight = `{ selfieCaptureCustomizationOptions: { captureOptions: { lightIntensityThreshold: .5 } } }`

var inFront = image.Rect(360, 0, 920, 720)

// spoiltFaces are the prompts about a face that any device sees, the last about none.
func spoiltFaces(t *testing.T) []advice {
	t.Helper()
	face := faceOf(portrait.Options{})
	good := faceIn(t, face, inFront)
	dark := func(v uint8) uint8 { return v / 6 }
	bright := func(v uint8) uint8 { return uint8(255 * math.Pow(float64(v)/255, .12)) }
	return []advice{
		{prompt: "moveCloser", text: "Move closer", shown: faceIn(t, face, image.Rect(570, 270, 710, 450))},
		{
			prompt: "multipleFaces", text: "Only one person may be in the picture",
			shown: faceIn(t, face, image.Rect(60, 20, 600, 710), image.Rect(680, 20, 1220, 710)),
		},
		{prompt: "tooDark", text: "Too dark: find more light", shown: exposed(good, dark)},
		{prompt: "tooMuchLight", text: "Too bright: move out of the direct light", shown: exposed(good, bright)},
		{prompt: "liveFaceNotDetected", text: "No live face was found", shown: decodedRoom(t)},
	}
}

func TestEveryPromptOfASelfieIsReachedByWhatTheCameraSees(t *testing.T) {
	full(t, "TestASelfieWithShutEyesIsTakenAgainByTheServersAnswer")
	h := at(t)
	open, shut := faceOf(portrait.Options{}), faceOf(portrait.Options{Expression: portrait.EyesClosed})
	good, aside := faceIn(t, open, inFront), faceIn(t, open, image.Rect(920, 260, 1280, 720))
	posing := func(o portrait.Options) *image.RGBA { return faceIn(t, faceOf(o), inFront) }
	winks := func(from, to int) *image.RGBA { // between quarters of the picture
		img := faceOf(portrait.Options{})
		side := image.Rect(from*img.Rect.Dx()/4, 0, to*img.Rect.Dx()/4, img.Rect.Dy())
		stddraw.Draw(img, side, shut, side.Min, stddraw.Src)
		return faceIn(t, img, inFront)
	}
	small, blurred := image.NewRGBA(image.Rect(0, 0, 106, 60)), image.NewRGBA(good.Rect)
	xdraw.BiLinear.Scale(small, small.Rect, good, good.Rect, xdraw.Src, nil)
	xdraw.CatmullRom.Scale(blurred, good.Rect, small, small.Rect, xdraw.Src, nil)

	for name, all := range map[string][]advice{
		"by the device": append(spoiltFaces(t), []advice{
			{prompt: "faceNotInFocus", text: "Hold still: your face is out of focus", shown: blurred},
			{prompt: "alignInsideOval", text: "Place your face inside the oval", shown: aside},
			{
				prompt: "captureScreenError", text: "The selfie could not be taken. Please try again.",
				shown: decodedRoom(t), does: "take", // with the shutter, which comes late
			},
			{prompt: "alignInsideOval", text: "Place your face inside the oval", shown: aside, does: "retry"},
			{prompt: "capturingFace", text: "Hold still", shown: good, after: 1000},
			{prompt: "checking", text: "One moment, please."},
		}...),
		"of eyes by the server": {
			{prompt: "eyesClosed", text: "Open your eyes", shown: faceIn(t, shut, inFront)},
			{prompt: "leftEyeClosed", text: "Open your left eye", shown: winks(2, 4), does: "retry"},
			{prompt: "rightEyeClosed", text: "Open your right eye", shown: winks(0, 2), does: "retry"},
		},
		"of the head by the server": {
			{prompt: "moveFaceDown", text: "Lower your chin", shown: fromBelow(t)},
			{prompt: "moveFaceUp", text: "Raise your chin", shown: posing(portrait.Options{Nod: 30}), does: "retry"},
			{
				prompt: "straightenHead", text: "Hold your head straight", does: "retry",
				shown: posing(portrait.Options{Roll: 20}),
			},
		},
		"of the distance and of glasses by the server": {
			{prompt: "moveAway", text: "Move farther away", shown: posing(portrait.Options{Zoom: 2.1})},
			{
				prompt: "glassesDetected", text: "Take off your glasses", does: "retry",
				shown: faceIn(t, faceOfPerson(18, portrait.Options{}), inFront), // who wears them
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := openBank(t, h, "liveFaceCheck()")
			b.options = strictAboutLight
			p := b.noted(t, h, scene)
			check(t, p.SetViewportSize(1280, 800)) // where even a face that is too near is in sight
			p.hears(t, all)
		})
	}
}

func TestEveryPromptOfAVideoIsReachedByWhatTheCameraSees(t *testing.T) {
	full(t, "TestALinkTakesAVideoThatAnAgentCanWatch")
	h := at(t)
	b := openBank(t, h, "videoId({ uniqueNumber: '700720' })")
	b.more = "flavor: 'VIDEO_ID',"
	b.options = strictAboutLight
	p := b.noted(t, h, facing)
	good := specimen.JPEG(faceIn(t, faceOf(portrait.Options{}), inFront), 92, 1)
	p.turns(t, good) // for the selfie before it
	p.does(t, "continue")
	p.hears(t, append([]advice{{prompt: "ready", text: "Press the button, then read this aloud."}}, spoiltFaces(t)...))
}
