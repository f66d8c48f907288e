package e2e_test

import (
	"testing"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/access"
)

const barSlot = "palette.barColor"

func TestASlotOfThePaletteShowsAtOnceAndFillsOptionsThatAreNotSetByHand(t *testing.T) {
	h := at(t)
	h.branded(t, "palette")
	p := h.seat(t, access.Admin, playwright.BrowserNewContextOptions{})
	p.visit(h.base + "/presets/palette?group=all")
	p.becomes(t, "ready", `document.querySelector('[data-mounted]')`)
	const frame = "[data-preview] iframe"
	check(t, p.inFrame(frame, ".screen").First().WaitFor())
	check(t, p.Locator(option(barSlot)).Fill("#AA1122"))
	check(t, p.inFrame(frame, ".mark").First().WaitFor())
	p.becomes(t, "saved", barSays("saved"))
	until(t, "the draft has it", func() bool { return h.drafted(t, "palette", barSlot) == "#AA1122" })
	// The linked option takes it, and the one that is set by hand does not.
	const linked = "idCaptureCustomizationOptions.colorOptions.captureScreenTopBarBgColor"
	p.becomes(t, "followed", `document.querySelector('`+option(linked)+`').placeholder === '#AA1122'`)
	p.becomes(t, "kept", `document.querySelector('`+option(groundOf)+`').value === '#102030'`)
	p.press("Escape", "Control+z")
	until(t, "it is undone", func() bool { return h.drafted(t, "palette", barSlot) == nil })
	p.becomes(t, "followed back", `document.querySelector('`+option(linked)+`').placeholder !== '#AA1122'`)
	p.visit(h.base + "/presets/palette?group=palette")
	p.sees(option(barSlot))
	p.accessible(t, "palette")
}
