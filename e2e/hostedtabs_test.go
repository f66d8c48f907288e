package e2e_test

import (
	"testing"
	"time"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/engine/specimen"
)

func TestALinkIsCapturedWithInOneTabAtATime(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.Applicant(17, specimen.Good, time.Now().UTC()), "selfie")
	link := h.link(t, map[string]any{"function": onboarding.IDValidationFace})
	one := filmed(t, shot(t, picture.Bytes, 1))
	one.visit(link.URL)
	one.agrees(t)
	const card = inShadow + `.querySelector('[data-subject=front]')`
	one.becomes(t, "asked for the card", card)
	until(t, "the server has the selfie", func() bool {
		captures, err := h.Store.Captures(t.Context(), boottest.Company, link.JobID)
		return err == nil && len(captures) == 1
	})
	const elsewhere = "This goes on in another tab"
	other := one.beside(t)
	other.visit(link.URL)
	other.heading(t, "Go on where you were")
	other.agrees(t)
	other.heading(t, elsewhere)
	other.accessibleIn(t, "another tab", plainly)
	one.becomes(t, "undisturbed", card)
	other.agrees(t) // to go on here
	other.becomes(t, "asked for the card", card)
	one.heading(t, elsewhere)
	one.becomes(t, "uncovered", `!document.querySelector('dialog')`)
	check(t, first(one.Reload()))
	one.heading(t, "Go on where you were")
	one.agrees(t)
	one.heading(t, elsewhere)
	one.agrees(t)
	one.becomes(t, "asked for the card", card)
	other.heading(t, elsewhere)
	check(t, first(one.Reload())) // which gives its turn back
	one.heading(t, "Go on where you were")
	one.agrees(t)
	one.becomes(t, "asked for the card at once", card)
	one.quiet(t)
	other.quiet(t)
}
