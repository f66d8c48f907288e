package e2e_test

import (
	"strings"
	"testing"
	"time"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/engine/specimen"
)

// secondID is the option that asks for a second document.
const secondID = "idCaptureCustomizationOptions.isSecondaryID"

func TestASecondIDComesAfterTheFirstAndIsGoneOnWithAfterAReload(t *testing.T) {
	h := at(t)
	picture, _ := captured(specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, time.Now().UTC()), "passport")
	b := openBank(t, h, "idValidation()")
	b.options = `{ idCaptureCustomizationOptions: { isSecondaryID: true } }`
	b.list(t, h)
	p := b.applicant(t, shot(t, picture.Bytes, .8))
	p.sees("h1:has-text('Now a second ID')")
	p.accessibleIn(t, "second ID", plainly)
	p.begins(t, b)
	p.sees("h1:has-text('Go on where you were?')")
	check(t, p.Locator("[data-action=continue]").Click())
	p.sees("h1:has-text('Now a second ID')")
	check(t, p.Locator("[data-action=continue]").Click())
	said := p.says(t, `"QUEUED"`) // a passport has no back
	if strings.Contains(said, `"step":"secondary_back"`) || !strings.Contains(said, `"kind":"secondary_front"`) ||
		!strings.Contains(said, `"kind":"passport"`) {
		t.Errorf("said %s", said)
	}
}

func TestAnApplicantWhoLeavesAtTheSecondIDLeavesNothingBehind(t *testing.T) {
	full(t, "TestASecondIDComesAfterTheFirstAndIsGoneOnWithAfterAReload")
	h := at(t)
	picture, _ := captured(specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, time.Now().UTC()), "passport")
	b := openBank(t, h, "idValidation()")
	b.options = `{ idCaptureCustomizationOptions: { isSecondaryID: true } }`
	b.list(t, h)
	p := b.applicant(t, shot(t, picture.Bytes, .8))
	p.sees("h1:has-text('Now a second ID')")
	check(t, p.Locator("[data-action=cancel]").Click())
	p.says(t, `"failed":"CANCELLED"`)
	if got := p.rows(t); got != "0,false" {
		t.Errorf("the browser keeps %s", got)
	}
}

func TestALinkWhosePresetAsksForItTakesASecondID(t *testing.T) {
	full(t, "TestASecondIDComesAfterTheFirstAndIsGoneOnWithAfterAReload")
	h := at(t)
	ctx, registry := t.Context(), h.Console.Presets
	_, err := registry.Create(ctx, "test", boottest.Company, presets.NewPreset{
		Name: "second-id", Content: preset.Content{Values: preset.Values{secondID: true}},
	})
	check(t, err)
	_, err = registry.Publish(ctx, "test", boottest.Company, "second-id", presets.AnyRevision,
		presets.Publication{Note: "v1", Origin: preset.ByConsole})
	check(t, err)
	picture, _ := captured(specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, time.Now().UTC()), "passport")
	link := h.link(t, map[string]any{"function": onboarding.IDValidation, "preset": "second-id"})
	p := filmed(t, shot(t, picture.Bytes, .8))
	p.visit(link.URL)
	p.heading(t, "Show that it is you")
	p.sees("li:has-text('A second ID')")
	p.agrees(t)
	p.sees("h1:has-text('Now a second ID')")
	check(t, p.Locator("dialog [data-action=continue]").Click())
	p.heading(t, "Done")
	captures, err := h.Store.Captures(ctx, boottest.Company, link.JobID)
	check(t, err)
	var kinds []string
	for _, c := range captures {
		kinds = append(kinds, string(c.Kind))
	}
	if got := strings.Join(kinds, " "); got != "passport secondary_front" {
		t.Errorf("the job has %s", got)
	}
}
