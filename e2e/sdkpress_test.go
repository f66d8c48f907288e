package e2e_test

import (
	"image"
	stddraw "image/draw"
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/engine/specimen"
)

// A prompt is drawn with all the buttons of its screen: one that is being pressed is not to be drawn anew.
func TestAPressCountsWhateverTheCameraSeesMeanwhile(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "documentCapture()")
	b.list(t, h)
	p := equipped(t)
	check(t, p.AddInitScript(playwright.Script{Content: playwright.String(timeEngine + "\n" + scene)}))
	b.begins(t, p)
	p.turns(t, plain(image.White))
	p.says(t, `"screen":"instruction"`)
	p.does(t, "continue")
	p.becomes(t, "looked at", `asked.some(one => one.does === 'frame' && one.told)`)
	const centre = `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(` +
		inShadow + `.querySelector('[data-action=cancel]').getBoundingClientRect())`
	check(t, p.Mouse().Move(p.figure(t, centre+`.x`), p.figure(t, centre+`.y`)))
	check(t, p.Mouse().Down())
	p.figure(t, `(window.from = performance.now())`)
	p.turns(t, plain(image.Black))
	p.becomes(t, "seen for long", `asked.some(one => one.at > from && performance.now() - one.told > 1500)`)
	check(t, p.Mouse().Up())
	p.says(t, `"cancelled"`)
}

// plain returns a picture of one colour.
func plain(colour image.Image) []byte {
	drawn := image.NewRGBA(image.Rect(0, 0, 1280, 720))
	stddraw.Draw(drawn, drawn.Rect, colour, image.Point{}, stddraw.Src)
	return specimen.JPEG(drawn, 92, 1)
}
