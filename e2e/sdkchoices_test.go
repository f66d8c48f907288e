package e2e_test

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/playwright-community/playwright-go"

	"proofdesk/app/preset"
	"proofdesk/engine/specimen"
)

// shifts is a script that shows the picture of each step to the camera of a scene, where one function wants another
// picture than all others by its name too, and notes the languages of the screens.
const shifts = `pictures => {
	let of = ''
	window.spoken = new Set()
	sdk.on('open', event => { of = event.function })
	sdk.on('step', ({ step }) => {
		const picture = pictures[of + '/' + step] ?? pictures[step]
		if (picture) void show(picture)
	})
	setInterval(() => {
		const screen = document.querySelector('dialog > div')?.shadowRoot?.querySelector('.screen')
		if (screen) spoken.add(screen.lang)
	}, 100)
}`

// choice returns a preset in which every option of the web that is chosen between values has one of them: all of these
// presets together have each value of each option, whatever the other options are. That no finger is left to be
// captured is avoided by the place of an option, which shifts its value.
func choice(n int) preset.Values {
	chosen := preset.Values{}
	for _, o := range preset.Options() {
		if choices := choicesOf(o); len(choices) > 0 && slices.Contains(o.Acts, preset.Web) && o.Until == "" {
			chosen[o.Path] = choices[(n+len(chosen))%len(choices)]
		}
	}
	return chosen
}

// brings are the steps that an option brings about, as the page hears of them.
var brings = map[string]string{
	"selfieCaptureCustomizationOptions.enableSelfieInstructionScreen":                `"selfie","screen":"instruction"`,
	"selfieCaptureCustomizationOptions.captureOptions.isSelfieCapturePreviewEnabled": `"selfie","screen":"preview"`,
	"idCaptureCustomizationOptions.enableIdInstructionScreen":                        `"id_front","screen":"instruction"`,
	"idCaptureCustomizationOptions.captureOptions.isIDCapturePreviewEnabled":         `"id_front","screen":"preview"`,
	"idCaptureCustomizationOptions.isSecondaryID":                                    `"secondary_front","screen":"capture"`,
	"fourFingerConfiguration.CFC_SHOW_INSTRUCTION_SCREEN":                            `"fingerprints","screen":"instruction"`,
}

func TestEveryFunctionIsCapturedWithEachValueOfEachChoice(t *testing.T) {
	full(t, "TestEveryChoiceOfTheWebIsDrawnWhateverIsChosen")
	h := at(t)
	now := time.Now().UTC()
	front, back := sides(t, 11)
	otherFront, otherBack := sides(t, 12)
	selfie, _ := captured(specimen.Applicant(17, specimen.Good, now), "selfie")
	passport, _ := captured(specimen.ApplicantWith(specimen.Passport, 11, specimen.Good, now), "passport")
	open := specimen.JPEG(framed(t, passport.Bytes, .8), 92, 1)
	pictures := map[string]any{}
	for step, picture := range map[string][]byte{
		"selfie": specimen.JPEG(framed(t, selfie.Bytes, 1), 92, 1), "id_front": front, "id_back": back,
		"secondary_front": otherFront, "secondary_back": otherBack, "document": open, "AUTO_FILL/id_front": open,
	} {
		pictures[step] = base64.StdEncoding.EncodeToString(picture)
	}
	most := 0
	for _, o := range preset.Options() {
		most = max(most, len(choicesOf(o)))
	}
	for n := range most {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			chosen := choice(n)
			h.assigned(t, fmt.Sprint("choices-", n), chosen)
			h.captures(t, chosen, pictures)
		})
	}
}

// captures performs each function with the options of a preset, and fails the test where anything but their captures
// happens.
func (h *house) captures(t *testing.T, chosen preset.Values, pictures map[string]any) {
	t.Helper()
	opens := func(p *page, calls ...string) {
		b := openBank(t, h, strings.Join(calls, " && await sdk."))
		b.blocks, b.instead = "worker-src", "img-src blob:; worker-src" // for previews
		b.list(t, h)
		check(t, first(p.Goto(b.URL)))
		p.becomes(t, "loaded", `document.title === 'ready'`)
	}
	seen := equipped(t, spoken(t)...)
	check(t, seen.AddInitScript(playwright.Script{Content: playwright.String(facing)}))
	calls := []string{"idValidationAndFaceMatch()", "documentCapture()", "voiceCapture()"}
	if chosen["idCaptureCustomizationOptions.enableUploadIDData"] == true { // else it is refused before a camera opens
		calls = append(calls, "autoFill()")
	}
	opens(seen, calls...)
	check(t, first(seen.Evaluate(shifts, pictures)))
	seen.walksOn(t)
	check(t, seen.Locator("#begin").Click())
	said := seen.says(t, `"done"`)
	seen.becomes(t, "in the language that was chosen",
		`[...spoken].join() === '`+strings.ToLower(chosen["language"].(string))+`'`)

	touched := handy(t)
	check(t, touched.AddInitScript(playwright.Script{Content: playwright.String(`window.allowed = true`)}))
	opens(touched, "signatureCapture()", "fingerprintCapture()")
	check(t, touched.Locator("#begin").Click())
	touched.does(t, "continue")
	touched.signs(t, specimen.Sign(7, 1))
	touched.does(t, "done")
	touched.sees(".preview canvas")
	touched.does(t, "done")
	touched.becomes(t, "asked for fingers", inShadow+`?.querySelector('[data-subject=hand]')`)
	if chosen["fourFingerConfiguration.CFC_SHOW_INSTRUCTION_SCREEN"] == "Y" {
		touched.does(t, "continue")
	}
	touched.holds(t)
	touched.sees("[data-subject=hand].preview")
	touched.does(t, "done")
	said += touched.says(t, `"done"`)

	for _, p := range []*page{seen, touched} {
		p.quiet(t)
		check(t, p.Close())
	}
	if got := strings.Count(said, `"QUEUED"`); got != len(calls)+2 || strings.Contains(said, `{"error":`) {
		t.Errorf("%d jobs were submitted with %v:\n%s", got, chosen, said)
	}
	for path, step := range brings {
		if on := chosen[path] == true || chosen[path] == "Y"; strings.Contains(said, step) != on {
			t.Errorf("%s is %v, and %s came: %v", path, chosen[path], step, !on)
		}
	}
	first := chosen["idCaptureCustomizationOptions.performIdCaptureBeforeSelfie"] == true
	if (strings.Index(said, `"step":"id_front"`) < strings.Index(said, `"step":"selfie"`)) != first {
		t.Errorf("the ID came before the selfie: %v", !first)
	}
}
