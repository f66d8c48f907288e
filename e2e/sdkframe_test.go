package e2e_test

import (
	"image"
	"image/color"
	stddraw "image/draw"
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"
	xdraw "golang.org/x/image/draw"

	"proofdesk/engine/specimen"
)

// heldUpright is the scene of a phone that is held upright.
var heldUpright = strings.NewReplacer("width: 1280, height: 720", "width: 720, height: 1280",
	"Math.min(1280, video.width?.ideal ?? 1280)", "720", "seen.width * 720 / 1280", "1280").Replace(scene)

// heldAt returns what such a phone sees where a picture as wide as a share of what it sees is held, its middle at a
// share of the height.
func heldAt(t testing.TB, picture image.Image, share, middle float64) []byte {
	t.Helper()
	frame := image.NewRGBA(image.Rect(0, 0, 720, 1280))
	stddraw.Draw(frame, frame.Rect, image.NewUniform(color.RGBA{120, 116, 108, 255}), image.Point{}, stddraw.Src)
	w := int(share * 720)
	h := w * picture.Bounds().Dy() / picture.Bounds().Dx()
	at := image.Rect((720-w)/2, int(middle*1280)-h/2, (720+w)/2, int(middle*1280)+h/2)
	xdraw.CatmullRom.Scale(frame, at, picture, picture.Bounds(), xdraw.Src, nil)
	return specimen.JPEG(frame, 92, 1)
}

func TestWhatIsHeldOutsideOfTheFrameIsNotCapturedByItself(t *testing.T) {
	h := at(t)
	selfie, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	card, _ := captured(specimen.ApplicantWith(specimen.CardTD1, 11, specimen.Good, time.Now().UTC()), "id_front")
	for _, c := range []struct {
		call, align     string
		picture         []byte
		share, out, fit float64
	}{
		{"liveFaceCheck()", "Place your face inside the oval", selfie.Bytes, .9, .85, .5},
		{"idValidation()", "Place the ID inside the frame", card.Bytes, .9, .8, .47},
	} {
		t.Run(c.call, func(t *testing.T) {
			b := openBank(t, h, c.call)
			b.list(t, h)
			picture := decoded(t, c.picture)
			p := equipped(t)
			check(t, p.AddInitScript(playwright.Script{Content: playwright.String(heldUpright)}))
			b.begins(t, p)
			p.turns(t, heldAt(t, picture, c.share, c.out))
			p.becomes(t, "seen", inShadow+`?.querySelector('video')?.videoHeight === 1280`)
			check(t, first(p.Evaluate(`() => new Promise(done => setTimeout(done, 4000))`)))
			p.becomes(t, c.align, inShadow+`.querySelector('.prompt').textContent === '`+c.align+`'`)
			said, err := p.Locator("#said").TextContent()
			check(t, err)
			if strings.Contains(said, `"captured":`) {
				t.Errorf("captured: %s", said)
			}
			p.turns(t, heldAt(t, picture, c.share, c.fit))
			p.says(t, `"automatic":true`)
		})
	}
}
