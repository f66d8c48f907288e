package e2e_test

import (
	"bytes"
	"image"
	"image/color"
	stddraw "image/draw"
	"image/jpeg"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/engine"
	"proofdesk/engine/specimen"
)

// decoded returns a picture that can be drawn on.
func decoded(t *testing.T, file []byte) *image.RGBA {
	t.Helper()
	img, _, err := image.Decode(bytes.NewReader(file))
	check(t, err)
	drawn := image.NewRGBA(img.Bounds())
	stddraw.Draw(drawn, drawn.Rect, img, img.Bounds().Min, stddraw.Src)
	return drawn
}

// barcodeIn returns the place of the barcode in the picture of a back.
func barcodeIn(t *testing.T, file []byte) image.Rectangle {
	t.Helper()
	report := engine.Inspect(t.Context(), engine.Submission{
		Captures:   []engine.Capture{{ID: "back", Kind: "id_back", Bytes: file}},
		Thresholds: engine.DefaultThresholds(),
		Today:      time.Now().UTC(),
	})
	b := report.Captures[0].Symbols[0].Box
	return image.Rect(b.X, b.Y, b.X+b.W, b.Y+b.H)
}

// worn returns a picture in which nobody can read a barcode: its middle is scratched, its ends are whole.
func worn(img *image.RGBA, barcode image.Rectangle) *image.RGBA {
	drawn := image.NewRGBA(img.Rect)
	copy(drawn.Pix, img.Pix)
	middle := barcode.Inset(barcode.Dx() / 5)
	middle.Min.Y, middle.Max.Y = barcode.Min.Y, barcode.Max.Y
	rng := rand.New(rand.NewPCG(1, 2))
	for y := middle.Min.Y; y < middle.Max.Y; y += 12 {
		for x := middle.Min.X; x < middle.Max.X; x += 5 {
			ink := image.NewUniform(color.Gray{Y: uint8(235 * rng.IntN(2))})
			stddraw.Draw(drawn, image.Rect(x, y, x+5, y+12).Intersect(middle), ink, image.Point{}, stddraw.Src)
		}
	}
	return drawn
}

// closeUp returns a picture of a frame's shape in which a barcode is large. Nobody takes it for a whole card, as paper
// lies over what is above the barcode.
func closeUp(img *image.RGBA, barcode image.Rectangle) image.Image {
	w := barcode.Dx() * 4 / 3
	h := w * 9 / 16
	middle := barcode.Min.Add(barcode.Max).Div(2)
	part := image.Rect(middle.X-w/2, middle.Y-h/2, middle.X+w/2, middle.Y+h/2)
	drawn := image.NewRGBA(img.Rect)
	copy(drawn.Pix, img.Pix)
	paper := part
	paper.Max.Y = barcode.Min.Y - 40
	stddraw.Draw(drawn, paper, image.White, image.Point{}, stddraw.Src)
	return drawn.SubImage(part)
}

// licence returns what a camera sees of a licence: its front, its back with a barcode that is worn, and the barcode
// itself, closer.
func licence(t *testing.T) (front, back, closer []byte) {
	t.Helper()
	set := specimen.ApplicantWith(specimen.Licence, 11, specimen.Good, time.Now().UTC())
	f, _ := captured(set, "id_front")
	b, _ := captured(set, "id_back")
	whole := decoded(t, b.Bytes)
	barcode := barcodeIn(t, b.Bytes)
	var closest bytes.Buffer
	check(t, jpeg.Encode(&closest, closeUp(whole, barcode), &jpeg.Options{Quality: 95}))
	sees := func(picture []byte, share float64) []byte { return specimen.JPEG(framed(t, picture, share), 92, 1) }
	return sees(f.Bytes, .8), sees(specimen.JPEG(worn(whole, barcode), 95, 1), .8), sees(closest.Bytes(), 1)
}

const barcodeOptions = `{ idCaptureCustomizationOptions: { captureOptions: { missingBarcodeTimeInterval: 1, `

// magnifying sets up a lens that magnifies for the cameras of a page, and keeps by how much.
const magnifying = `{
	const { getSettings } = MediaStreamTrack.prototype
	window.zooms = [1]
	Object.assign(MediaStreamTrack.prototype, {
		getCapabilities: () => ({ zoom: { min: 1, max: 8 } }),
		getSettings() { return { ...getSettings.call(this), zoom: zooms.at(-1) } },
		async applyConstraints({ advanced: [{ zoom }] }) { zooms.push(zoom) },
	})
}`

func TestABarcodeThatCantBeReadIsTakenCloser(t *testing.T) {
	h := at(t)
	front, back, closer := licence(t)
	b := openBank(t, h, "idValidation()")
	b.options = barcodeOptions +
		`barcodeRecoveryMoveCloserTimeInterval: 300, barcodeRecoveryCaptureTimeInterval: 300 } } }`
	b.list(t, h)
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(scene + "\n" + magnifying)}))
	b.begins(t, p)
	p.turns(t, front)
	p.says(t, `"captured":{"step":"id_front"`)
	p.turns(t, back)
	p.says(t, `{"step":"document","screen":"capture"}`)
	p.becomes(t, "seen through a lens that magnifies", `zooms.join() === '1,2'`)
	p.turns(t, closer)
	said := p.says(t, `"QUEUED"`)
	p.becomes(t, "seen as before", `zooms.join() === '1,2,1'`)
	for _, want := range []string{
		`"prompt":"makeSureBarcodeVisible"`, `"captured":{"step":"document"`, `"kind":"document"`,
		`{"step":"document","screen":"success"}`,
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%s is not in what the page said:\n%s", want, said)
		}
	}
}

func TestABarcodeThatComesNoCloserIsSentAsItIsAndNoneWithoutRecovery(t *testing.T) {
	full(t, "TestABarcodeThatCantBeReadIsTakenCloser")
	h := at(t)
	front, back, _ := licence(t)
	cases := map[string]bool{
		`barcodeRecoveryMoveCloserTimeInterval: 3`: true,
		`isBarcodeRecoveryEnabled: false`:          false,
	}
	if testing.Short() { // the other test has the recovery
		delete(cases, `isBarcodeRecoveryEnabled: false`)
	}
	for more, sent := range cases {
		b := openBank(t, h, "idValidation()")
		b.options = barcodeOptions + more + ` } } }`
		b.list(t, h)
		p := equipped(t)
		check(t, p.AddInitScript(playwright.Script{Content: playwright.String(timeEngine + "\n" + scene)}))
		b.begins(t, p)
		p.turns(t, front)
		p.says(t, `"captured":{"step":"id_front"`)
		p.turns(t, back)
		said := p.says(t, `"QUEUED"`)
		if n := p.figure(t, `asked.filter(one => one.does === 'read').length`); n > 3 { // those of both sides, and one crop
			t.Errorf("%s: the engine read %v pictures of what did not move", more, n)
		}
		if got := strings.Contains(said, `"kind":"document"`); got != sent {
			t.Errorf("%s: a crop was sent: %v\n%s", more, got, said)
		}
		if got := strings.Contains(said, `"prompt":"captureScreenBarcodeError"`); got != sent {
			t.Errorf("%s: said that it can't be read: %v\n%s", more, got, said)
		}
	}
}
