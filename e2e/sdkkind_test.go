package e2e_test

import (
	"image"
	"image/color"
	stddraw "image/draw"
	"strings"
	"testing"
	"time"

	"proofdesk/engine/specimen"
)

func TestAWashedOutPictureOfAnIDIsToldAsSuch(t *testing.T) {
	h := at(t)
	card := specimen.ApplicantWith(specimen.CardTD1, 11, specimen.Good, time.Now().UTC()).Document.Front()
	veiled := specimen.Photograph(card, specimen.Conditions{Width: 1000, Height: 700})
	for i, v := range veiled.Pix {
		if i%4 != 3 {
			veiled.Pix[i] = 185 + v/4
		}
	}
	b := openBank(t, h, "idValidation()")
	b.list(t, h)
	p := b.applicant(t, shot(t, specimen.JPEG(veiled, 90, 1), 1))
	said := p.says(t, `"prompt":"makeSurePhotoTextVisible"`)
	p.becomes(t, "told what to mind",
		inShadow+`.querySelector('.prompt').textContent === 'Make sure that photo and text are easy to see'`)
	if strings.Contains(said, `"captured"`) {
		t.Errorf("a picture was taken:\n%s", said)
	}
}

func TestACardIsNoPassportForTheCamera(t *testing.T) {
	h := at(t)
	now := time.Now().UTC()
	b := openBank(t, h, "capture('ID_VALIDATION', ['passport'])")
	b.list(t, h)
	for _, side := range []string{"id_front", "id_back"} { // which has no code at all, and whose zone proves it
		card, _ := captured(specimen.ApplicantWith(specimen.CardTD1, 11, specimen.Good, now), side)
		p := b.before(t, specimen.JPEG(framed(t, card.Bytes, .8), 95, 1))
		said := p.says(t, `"screen":"retry"`)
		p.sees(".reason:has-text('Show the photo page.')")
		p.accessibleIn(t, "another kind of document", plainly)
		if strings.Contains(said, `"screen":"success"`) || strings.Contains(said, `"upload"`) {
			t.Errorf("a card's %s was captured as a passport:\n%s", side, said)
		}
		passport, _ := captured(specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, now), "passport")
		p.turns(t, specimen.JPEG(framed(t, passport.Bytes, .8), 95, 1))
		check(t, p.Locator("[data-action=retry]").Click())
		if said = p.says(t, `"QUEUED"`); !strings.Contains(said, `"kind":"passport"`) {
			t.Errorf("no passport was captured:\n%s", said)
		}
	}
}

func TestALetterIsNoFrontOfAnID(t *testing.T) {
	h := at(t)
	set := specimen.ApplicantWith(specimen.Passport, 3, specimen.Good, time.Now().UTC())
	letter, _ := captured(set, "document")
	b := openBank(t, h, "idValidation()")
	b.options = `{ idCaptureCustomizationOptions: { enableRealIDDetection: false } }` // a letter may look like a copy
	b.list(t, h)
	p := b.applicant(t, shot(t, letter.Bytes, .9))
	if said := p.says(t, `"screen":"retry"`); strings.Contains(said, `"screen":"success"`) {
		t.Errorf("the letter was captured as a front:\n%s", said)
	}
	p.sees(".reason:has-text('Show the front of your ID')")
}

// No frame tells so, as no portrait is seen on it. What is read on the picture does.
func TestAFrontWhosePortraitIsCoveredIsNoBackOfAnID(t *testing.T) {
	full(t, "TestALetterIsNoFrontOfAnID")
	h := at(t)
	other := specimen.ApplicantWith(specimen.CardTD2, 11, specimen.Good, time.Now().UTC()).Document.Front()
	front, back := sides(t, 11)
	b := openBank(t, h, "idValidation()")
	b.options = `{ idCaptureCustomizationOptions: { stringOptions: { useBack: 'Turn it over' } } }`
	b.list(t, h)
	p := b.before(t, front)
	p.says(t, `"captured":{"step":"id_front"`)
	p.turns(t, specimen.PNG(framed(t, specimen.PNG(slipped(other)), .8)))
	said := p.says(t, `"screen":"retry"`)
	p.sees(".reason:has-text('Turn it over')")
	if strings.Contains(said, `"step":"id_back","screen":"success"`) || strings.Contains(said, "incorrectDocumentSide") {
		t.Errorf("a front was captured as a back, or was known before it was read:\n%s", said)
	}
	p.turns(t, back)
	p.does(t, "retry")
	p.says(t, `"QUEUED"`)
}

// slipped returns a card whose portrait lies below a slip of paper.
func slipped(card *image.RGBA) *image.RGBA {
	img := image.NewRGBA(card.Rect)
	copy(img.Pix, card.Pix)
	w, h := card.Rect.Dx(), card.Rect.Dy()
	paper := image.NewUniform(color.RGBA{228, 226, 220, 255})
	stddraw.Draw(img, image.Rect(0, h/6, 2*w/5, 2*h/3), paper, image.Point{}, stddraw.Src)
	return img
}
