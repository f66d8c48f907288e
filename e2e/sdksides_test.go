package e2e_test

import (
	"image"
	"strings"
	"testing"
	"time"

	"proofdesk/app/boot/boottest"
	"proofdesk/engine/specimen"
)

// sides returns what a camera sees of the two sides of a card.
func sides(t *testing.T, seed uint64) (front, back []byte) {
	t.Helper()
	set := specimen.ApplicantWith(specimen.CardTD1, seed, specimen.Good, time.Now().UTC())
	f, _ := captured(set, "id_front")
	b, _ := captured(set, "id_back")
	// A smaller card has fine lines that a camera of this size hardly resolves, which look like those of a screen.
	sees := func(picture []byte) []byte { return specimen.JPEG(framed(t, picture, .9), 92, 1) }
	return sees(f.Bytes), sees(b.Bytes)
}

func TestBothSidesOfTwoCardsAreCapturedOneAfterTheOther(t *testing.T) {
	h := at(t)
	front, back := sides(t, 11)
	otherFront, otherBack := sides(t, 12)
	b := openBank(t, h, "idValidation()")
	b.options = `{ idCaptureCustomizationOptions: { isSecondaryID: true } }`
	b.list(t, h)
	p := b.before(t, front)
	for _, next := range []struct {
		step  string
		shown []byte
	}{{"id_front", back}, {"id_back", nil}, {"secondary_front", otherBack}} {
		p.says(t, `"captured":{"step":"`+next.step+`"`)
		if next.shown != nil {
			p.turns(t, next.shown)
			continue
		}
		p.sees("h1:has-text('Now a second ID')")
		p.turns(t, otherFront)
		check(t, p.Locator("dialog [data-action=continue]").Click())
	}
	id := submitted.FindStringSubmatch(p.says(t, `"QUEUED"`))[1]
	captures, err := h.Store.Captures(t.Context(), boottest.Company, id)
	check(t, err)
	var kinds []string
	for _, c := range captures {
		kinds = append(kinds, string(c.Kind))
	}
	if got := strings.Join(kinds, " "); got != "id_front id_back secondary_front secondary_back" {
		t.Errorf("the server has %s", got)
	}
}

// What no frame is good enough for is taken by hand, once the capture timer has run out.
func TestAPictureThatIsNeverGoodEnoughIsTakenByHand(t *testing.T) {
	h := at(t)
	card := specimen.ApplicantWith(specimen.CardTD1, 11, specimen.Good, time.Now().UTC()).Document.Front()
	seen := func(blur float64) *image.RGBA {
		return specimen.Photograph(card, specimen.Conditions{
			Width: 1280, Height: 720, Surface: specimen.Slate, Fill: .7, Blur: blur,
		})
	}
	b := openBank(t, h, "capture('ID_VALIDATION', ['id_front'])")
	b.options = "{ idCaptureCustomizationOptions: { captureOptions: { isIDCapturePreviewEnabled: true } } }"
	b.list(t, h)
	p := b.before(t, specimen.JPEG(seen(3), 90, 1))
	p.says(t, `"prompt":"tooBlurry"`)
	p.sees("[data-action=take]")
	p.accessibleIn(t, "a camera with a shutter", plainly)
	check(t, p.Locator("[data-action=take]").Focus())
	check(t, p.Keyboard().Press("Space"))
	p.does(t, "retry")
	p.sees("[data-action=take]")
	p.does(t, "take")
	p.becomes(t, "taken twice by hand", `said.textContent.split('"automatic":false').length === 3`)
	if said := p.says(t, `"captured"`); strings.Contains(said, `"automatic":true`) {
		t.Errorf("said %s", said)
	}
}

// A frame shows less than a picture in full size: a barcode that lies askew is read on the latter alone.
func TestTheOtherSideOfACardThatLiesAskewIsTold(t *testing.T) {
	h := at(t)
	askew := func(card *image.RGBA, degrees float64) []byte {
		return specimen.JPEG(specimen.Photograph(card, specimen.Conditions{
			Width: 1280, Height: 720, Surface: specimen.Slate, Fill: .98, Rotation: degrees,
		}), 92, 1)
	}
	drawn := func(kind specimen.Kind) specimen.Document {
		return specimen.ApplicantWith(kind, 11, specimen.Good, time.Now().UTC()).Document
	}
	cardFront, _ := sides(t, 11)
	b := openBank(t, h, "idValidation()")
	b.list(t, h)
	p := b.before(t, askew(drawn(specimen.Licence).Back(), 25))
	if said := p.says(t, `"prompt":"incorrectDocumentSideFrontText"`); strings.Contains(said, `"captured"`) {
		t.Errorf("a picture of the back was taken:\n%s", said)
	}
	p.turns(t, cardFront)
	p.says(t, `"captured":{"step":"id_front"`)
	p.turns(t, askew(drawn(specimen.CardTD1).Front(), 35))
	if said := p.says(t, `"prompt":"incorrectDocumentSideBackText"`); strings.Contains(said, `"captured":{"step":"id_back"`) {
		t.Errorf("a picture of the front was taken:\n%s", said)
	}
}
