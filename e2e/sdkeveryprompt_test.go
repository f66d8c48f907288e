package e2e_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/color"
	stddraw "image/draw"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"
	xdraw "golang.org/x/image/draw"

	"proofdesk/engine/specimen"
)

// advice is what an applicant is told: the name that the host hears, and the text on the screen. Before it the camera
// is shown something else, unless that is nil, and then an action is done, if any; what has neither follows by itself.
type advice struct {
	prompt, text string
	shown        *image.RGBA
	does         string
	after        int // milliseconds for which the text before stands first: no other is told before that
}

// reading keeps each text that is told on the screen, however short it stands there.
const reading = `
window.texts = []
const note = () => {
	requestAnimationFrame(note)
	const told = document.querySelector('dialog > div')?.shadowRoot?.querySelector('.prompt, .retry .reason')?.textContent
	if (!told || told === window.noted) return
	texts.push(window.noted = told)
	window.since = performance.now()
}
note()`

// hears fails the test unless the host hears each prompt, and the applicant reads it, after what the camera is shown.
func (p *page) hears(t *testing.T, all []advice) {
	t.Helper()
	for _, c := range all {
		if c.shown != nil || c.does != "" {
			p.becomes(t, "standing", `!(performance.now() - window.since < `+strconv.Itoa(c.after)+`)`)
			check(t, first(p.Evaluate(`() => { window.from = said.textContent.length; texts.length = 0 }`)))
		}
		if c.shown != nil {
			p.turns(t, specimen.JPEG(c.shown, 92, 1))
		}
		if c.does != "" {
			p.does(t, c.does)
		}
		p.becomes(t, "told "+c.prompt, `said.textContent.slice(window.from).includes('"prompt":"`+c.prompt+`"')`)
		p.becomes(t, "shown "+c.text, `texts.includes(`+strconv.Quote(c.text)+`)`)
	}
}

// noted returns somebody before the page of a bank, whose camera sees an empty table and whose prompts are noted.
func (b *bank) noted(t *testing.T, h *house, script string) *page {
	t.Helper()
	b.list(t, h)
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(script + "\n{" + reading + "}")}))
	b.begins(t, p)
	p.turns(t, specimen.JPEG(specimen.Table(lying(specimen.Conditions{})), 90, 1))
	return p
}

// lying are the conditions of a document that lies on a table before the camera of a scene.
func lying(c specimen.Conditions) specimen.Conditions {
	c.Width, c.Height, c.Surface = 1280, 720, specimen.Slate
	if c.Fill == 0 {
		c.Fill = .7
	}
	return c
}

// exposed returns a picture with other brightness.
func exposed(of *image.RGBA, as func(uint8) uint8) *image.RGBA {
	img := image.NewRGBA(of.Rect)
	copy(img.Pix, of.Pix)
	for i, v := range img.Pix {
		if i%4 != 3 {
			img.Pix[i] = as(v)
		}
	}
	return img
}

func veiled(v uint8) uint8 { return 185 + v/4 }

const again = "The picture could not be taken. Please try again."

// spoilt are the prompts about a picture of a document that is spoilt, the last for a table with nothing on it.
func spoilt(of *image.RGBA, align advice) []advice {
	seen := func(c specimen.Conditions) *image.RGBA { return specimen.Photograph(of, lying(c)) }
	good := seen(specimen.Conditions{})
	align.shown = specimen.Table(lying(specimen.Conditions{}))
	glare := []advice{{prompt: "tooMuchGlare", text: "Too much glare", shown: seen(specimen.Conditions{Glare: 1})}}
	if align.prompt == alignID.prompt { // what has a warning of its own gives the second advice in place of another
		glare = append(glare, advice{prompt: "glareDetectedOnIdText", text: "Tilt the ID to avoid reflections"})
	}
	return append(glare, []advice{
		{prompt: "moveCloser", text: "Move closer", shown: seen(specimen.Conditions{Fill: .32})},
		{prompt: "moveAway", text: "Move farther away", shown: seen(specimen.Conditions{Fill: .8, ShiftX: .35})},
		{prompt: "tooMuchDark", text: "Too dark: find more light", shown: seen(specimen.Conditions{Light: .2})},
		{prompt: "tooBlurry", text: "Too blurry: hold still", shown: seen(specimen.Conditions{Blur: 5})},
		{prompt: "fingerDetectedOnIdText", text: "Keep your fingers off the ID", shown: fingered(good)},
		{
			prompt: "makeSurePhotoTextVisible", text: "Make sure that photo and text are easy to see",
			shown: exposed(good, veiled),
		},
		align,
		{prompt: "captureScreenError", text: again, does: "take"}, // with the shutter, which comes late
	}...)
}

// taken are the prompts about a picture that was taken: first one that is a copy, and last a good one.
func taken(of *image.RGBA, align advice) []advice {
	align.shown, align.does = specimen.Table(lying(specimen.Conditions{})), "retry"
	seen := func(c specimen.Conditions) *image.RGBA { return specimen.Photograph(of, lying(c)) }
	return []advice{
		{
			prompt: "copied", text: "This looks like a copy or a screen. Show the document itself.",
			shown: seen(specimen.Conditions{Photocopy: true}), does: "retry",
		},
		align,
		{prompt: "documentDetectedIdHoldText", text: "Hold still", shown: seen(specimen.Conditions{}), after: 1000},
	}
}

var (
	alignID       = advice{prompt: "alignRectangle", text: "Place the ID inside the frame"}
	alignDocument = advice{prompt: "alignDocumentText", text: "Place the document inside the frame"}
	scanForm      = advice{prompt: "autofillInstructionsText", text: "Scan your ID to fill in the form"}
)

func TestEveryPromptOfADocumentIsReachedByWhatTheCameraSees(t *testing.T) {
	full(t, "TestWhatSpoilsAPictureOfAnIDIsToldAndTheNextGoodOneIsTaken")
	h := at(t)
	now := time.Now().UTC()
	card := specimen.ApplicantWith(specimen.CardTD1, 11, specimen.Good, now).Document
	zoned := specimen.ApplicantWith(specimen.CardTD2, 11, specimen.Good, now).Document.Front() // which tells itself
	passport := specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, now).Document.Front()
	other := func(prompt, text string, of *image.RGBA) advice {
		return advice{prompt: prompt, text: text, shown: specimen.Photograph(of, lying(specimen.Conditions{}))}
	}
	hold := other("documentDetectedIdHoldText", "Hold still", card.Front())
	hold.after = 1000
	retried := func(c advice) advice {
		c.does = "retry"
		return c
	}
	for name, c := range map[string]struct {
		call   string
		of     *image.RGBA
		align  advice
		before []advice // those about a spoilt picture
		after  []advice // those, and before what was taken
	}{
		"idFront": {
			"capture('ID_VALIDATION', ['id_front'])", card.Front(), alignID,
			[]advice{other("incorrectDocumentSideFrontText", "This is not the front: turn your ID over", card.Back())},
			[]advice{retried(other("useFront", "Show the front of your ID", slipped(card.Front())))},
		},
		"idBack": {
			"capture('ID_VALIDATION', ['id_front', 'id_back'])", card.Back(), alignID,
			[]advice{
				hold, other("incorrectDocumentSideBackText", "This is not the back: turn your ID over", card.Front()),
			},
			[]advice{retried(other("useBack", "Show the back of your ID", slipped(zoned)))},
		},
		"passport": {
			"capture('ID_VALIDATION', ['passport'])", passport, alignDocument, nil,
			[]advice{retried(other("page", "Show the photo page.", card.Back()))},
		},
		"document": {"documentCapture()", passport, alignDocument, nil, nil},
		"autofill": {
			"autoFill()", card.Front(), scanForm,
			[]advice{other("incorrectDocumentSideFrontText", "This is not the front: turn your ID over", card.Back())},
			[]advice{retried(other("useFront", "Show the front of your ID", slipped(card.Front())))},
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := openBank(t, h, c.call).noted(t, h, scene)
			if name == "document" || name == "autofill" {
				p.does(t, "continue")
			}
			p.hears(t, c.before)
			p.hears(t, spoilt(c.of, c.align))
			p.hears(t, c.after)
			after := taken(c.of, c.align)
			if name == "document" { // which may well be a copy
				after = after[1:]
			}
			p.hears(t, after)
		})
	}
}

func TestEveryPromptOfABarcodeIsReachedByWhatTheCameraSees(t *testing.T) {
	full(t, "TestABarcodeThatCantBeReadIsTakenCloser")
	h := at(t)
	set := specimen.ApplicantWith(specimen.Licence, 11, specimen.Good, time.Now().UTC())
	picture, _ := captured(set, "id_back")
	barcode := barcodeIn(t, picture.Bytes)
	clean := decoded(t, picture.Bytes)
	large := closeUp(worn(clean, barcode), barcode)
	sees := func(x0, x1 int) *image.RGBA { // the picture between columns of the frame
		frame := decodedRoom(t)
		tall := (x1 - x0) * large.Bounds().Dy() / large.Bounds().Dx()
		at := image.Rect(x0, (720-tall)/2, x1, (720+tall)/2)
		xdraw.CatmullRom.Scale(frame, at, large, large.Bounds(), xdraw.Src, nil)
		return frame
	}
	front, back, closer := licence(t)
	b := openBank(t, h, "idValidation()")
	b.options = barcodeOptions +
		`barcodeRecoveryMoveCloserTimeInterval: 300, barcodeRecoveryCaptureTimeInterval: 300 } } }`
	p := b.noted(t, h, scene)
	table := base64.StdEncoding.EncodeToString(specimen.JPEG(decodedRoom(t), 90, 1))
	check(t, first(p.Evaluate(`table => {
		sdk.on('captured', ({ step }) => { if (step === 'id_back') void show(table) })
	}`, table)))
	p.turns(t, front)
	p.says(t, `"captured":{"step":"id_front"`)
	p.hears(t, []advice{
		{
			prompt: "makeSureBarcodeVisible", text: "Make sure that the whole barcode is visible",
			shown: decoded(t, back),
		},
		{prompt: "scanBarcode", text: "Scan the barcode"},
		{prompt: "alignBarcode", text: "Place the barcode inside the frame", shown: sees(480, 1760)},
		{prompt: "moveAwayBarcode", text: "Move away from the barcode", shown: sees(-400, 1680)},
		{prompt: "documentDetectedIdHoldText", text: "Hold still", shown: sees(0, 1280), after: 2000},
		{prompt: "makeSureBarcodeVisible", text: "Make sure that the whole barcode is visible"},
		{prompt: "moveCloserBarcode", text: "Move closer to the barcode", shown: decoded(t, back)},
	})
	p.turns(t, closer)
	p.says(t, `"captured":{"step":"document"`)
}

func TestEveryPromptOfFingersIsReachedByWhatTheCameraSees(t *testing.T) {
	full(t, "TestAnApplicantShowsFourFingersOnAPageOfAnotherOrigin")
	h := at(t)
	b := openBank(t, h, "fingerprintCapture()")
	p := b.noted(t, h, handed+"\nwindow.allowed = true\nwindow.show = async () => {}")
	p.does(t, "continue")
	p.hears(t, []advice{{prompt: "move_closer", text: "Move your hand closer"}})
	p.holds(t, smeared)
	p.hears(t, []advice{
		{prompt: "hold_steady", text: "Hold your hand still"},
		{prompt: "capturing_detail", text: "Capturing", does: "take"},
		{prompt: "hold_steady", text: "Hold your hand still"},
	})
}

// smeared returns a print whose ridges can't be told from dirt.
func smeared(of *image.Gray) *image.Gray {
	img := image.NewGray(of.Rect)
	rng := rand.New(rand.NewPCG(1, 2))
	for y := 0; y < of.Rect.Dy(); y += 2 {
		for x := 0; x < of.Rect.Dx(); x += 2 {
			ink := image.NewUniform(color.Gray{Y: uint8(30 + 200*rng.IntN(2))})
			stddraw.Draw(img, image.Rect(x, y, x+2, y+2), ink, image.Point{}, stddraw.Src)
		}
	}
	return img
}

// decodedRoom returns a room with nobody in it.
func decodedRoom(t *testing.T) *image.RGBA {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(shown(t, nil)))
	check(t, err)
	room := image.NewRGBA(img.Bounds())
	stddraw.Draw(room, room.Rect, img, image.Point{}, stddraw.Src)
	return room
}
