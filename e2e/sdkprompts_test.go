package e2e_test

import (
	"encoding/base64"
	"image"
	"image/color"
	stddraw "image/draw"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/engine/specimen"
)

func TestWhatSpoilsAPictureOfAnIDIsToldAndTheNextGoodOneIsTaken(t *testing.T) {
	h := at(t)
	card := specimen.ApplicantWith(specimen.CardTD1, 11, specimen.Good, time.Now().UTC()).Document.Front()
	seen := func(c specimen.Conditions) *image.RGBA {
		c.Width, c.Height, c.Surface, c.Fill = 1280, 720, specimen.Slate, .7
		return specimen.Photograph(card, c)
	}
	good := seen(specimen.Conditions{})
	b := openBank(t, h, "capture('ID_VALIDATION', ['id_front'])")
	b.list(t, h)
	p := b.before(t, specimen.JPEG(seen(specimen.Conditions{Glare: 1}), 90, 1))
	said := ""
	for _, c := range []struct {
		prompt, text string
		shown        *image.RGBA
	}{
		{"tooMuchGlare", "Too much glare", nil},                            // is before the camera already
		{"glareDetectedOnIdText", "Tilt the ID to avoid reflections", nil}, // as it stays
		{"tooBlurry", "Too blurry: hold still", seen(specimen.Conditions{Blur: 5})},
		{"tooMuchDark", "Too dark: find more light", seen(specimen.Conditions{Light: .2})},
		{"fingerDetectedOnIdText", "Keep your fingers off the ID", fingered(good)},
	} {
		if c.shown != nil {
			p.turns(t, specimen.JPEG(c.shown, 90, 1))
		}
		said = p.says(t, `"prompt":"`+c.prompt+`"`)
		p.becomes(t, "told "+c.text, inShadow+`.querySelector('.prompt').textContent === '`+c.text+`'`)
		p.becomes(t, "read out "+c.text, inShadow+`.querySelector('[role=status]').textContent === '`+c.text+`'`)
	}
	if strings.Contains(said, `"captured"`) {
		t.Errorf("a picture was taken:\n%s", said)
	}
	p.turns(t, specimen.JPEG(good, 90, 1))
	p.says(t, `"automatic":true`)
}

// fingered returns a photograph of a card with a finger over its lower edge.
func fingered(of *image.RGBA) *image.RGBA {
	img := image.NewRGBA(of.Rect)
	copy(img.Pix, of.Pix)
	skin := image.NewUniform(color.RGBA{214, 160, 130, 255})
	stddraw.Draw(img, image.Rect(560, 400, 710, 720), skin, image.Point{}, stddraw.Src)
	return img
}

func TestTheDebugModeShowsWhatEachFrameWasMeasuredAs(t *testing.T) {
	h := at(t)
	card := specimen.ApplicantWith(specimen.CardTD1, 11, specimen.Good, time.Now().UTC()).Document.Front()
	seen := func(light float64) []byte {
		c := specimen.Conditions{Width: 1280, Height: 720, Surface: specimen.Slate, Fill: .7, Blur: 5, Light: light}
		return specimen.JPEG(specimen.Photograph(card, c), 90, 1)
	}
	b := openBank(t, h, "capture('ID_VALIDATION', ['id_front'])")
	b.more = "enableDebug: true, "
	b.list(t, h)
	p := b.before(t, seen(1))
	const debug = inShadow + `.querySelector('.debug')?.textContent`
	p.becomes(t, "measured", `/^focus = 0\.\d+, focusThreshold 0\.\d+$/m.test(`+debug+`) && /^glare = /m.test(`+debug+`)`)
	blurred, err := p.Evaluate(debug)
	check(t, err)
	p.turns(t, seen(.8))
	p.becomes(t, "measured anew under the same prompt", debug+` !== `+strconv.Quote(blurred.(string)))
	p.becomes(t, "the same prompt", inShadow+`.querySelector('.prompt').textContent === 'Too blurry: hold still'`)
}

// sways is a script that shows some pictures to the camera of a scene one after the other, again and again.
const sways = `async texts => {
	await Promise.all(texts.map(decode))
	clearInterval(window.swaying)
	let at = 0
	window.swaying = setInterval(() => void show(texts[at++ % texts.length]), 100)
}`

func TestACardInAMovingHandIsTakenOnceTheHandIsCalm(t *testing.T) {
	h := at(t)
	card := specimen.ApplicantWith(specimen.CardTD1, 11, specimen.Good, time.Now().UTC()).Document.Front()
	b := openBank(t, h, "capture('ID_VALIDATION', ['id_front'])")
	b.list(t, h)
	moving := func(shake int, shifts ...float64) (pictures []any) {
		for _, shift := range shifts {
			seen := specimen.Photograph(card, specimen.Conditions{
				Width: 1280, Height: 720, Surface: specimen.Slate, Fill: .7, Hand: true, ShiftX: shift, Motion: shake,
			})
			pictures = append(pictures, base64.StdEncoding.EncodeToString(specimen.JPEG(seen, 90, 1)))
		}
		return pictures
	}
	shaken := moving(24, -.05, -.02, .02, .05, .02, -.02)
	calm := moving(0, -.002, 0, .002, 0) // no hand is as still as a table
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene)}))
	b.begins(t, p)
	check(t, first(p.Evaluate(sways, shaken)))
	if said := p.says(t, `"prompt":"tooBlurry"`); strings.Contains(said, `"captured"`) {
		t.Errorf("a picture was taken:\n%s", said)
	}
	check(t, first(p.Evaluate(sways, calm)))
	p.says(t, `"automatic":true`)
}
