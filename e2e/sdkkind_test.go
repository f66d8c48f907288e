package e2e_test

import (
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
