package e2e_test

import (
	"image"
	"testing"

	"proofdesk/engine/specimen"
)

func TestBackLeadsOneStepBackInsideACaptureAndOffThePageOnlyFromASheet(t *testing.T) {
	h := at(t)
	b := openBank(t, h, "")
	p := filmed(t, shot(t, specimen.PNG(image.NewGray(image.Rect(0, 0, 160, 120))), 1))
	check(t, first(p.Goto(b.URL)))
	p.visit(h.link(t, map[string]any{"function": "DOCUMENT_CAPTURE"}).URL)
	p.heading(t, "Show that it is you")
	p.agrees(t)
	for range 2 {
		p.does(t, "continue")
		p.becomes(t, "looked at", inShadow+`.querySelector('.screen.capture video')`)
		check(t, first(p.GoBack()))
		p.becomes(t, "told again what is to be done", inShadow+`.activeElement?.dataset.action === 'continue'`)
	}
	check(t, first(p.GoBack()))
	p.heading(t, "Go on where you were")
	p.agrees(t)
	p.does(t, "continue") // which is as before
	p.becomes(t, "looked at", inShadow+`.querySelector('.screen.capture video')`)
	p.press("Escape") // as Android's own Back
	p.becomes(t, "told again what is to be done", inShadow+`.activeElement?.dataset.action === 'continue'`)
	p.press("Escape")
	p.heading(t, "Go on where you were")
	check(t, first(p.GoBack()))
	p.becomes(t, "left", `location.origin === '`+b.URL+`'`)
}
