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
