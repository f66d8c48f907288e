package e2e_test

import (
	"image/color"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/gomonoitalic"

	"proofdesk/app/boot/boottest"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/web/docs"
)

func TestThePicturesAndFontsOfAPresetAreShownUnderThePolicyOfTheDocumentation(t *testing.T) {
	h := at(t)
	ctx, registry := t.Context(), h.Console.Presets
	const selfie = "selfieCaptureCustomizationOptions."
	values := preset.Values{selfie + "enableSelfieInstructionScreen": true}
	for path, file := range map[string][]byte{
		selfie + "imageOptions.selfieInstructionImageResId": logo(t, color.RGBA{0, 90, 200, 255}),
		selfie + "fontOptions.instructionScreenLabelFont":   gomonoitalic.TTF,
	} {
		m, _, err := h.Library.Upload(ctx, "test", boottest.Company, "brand", file)
		check(t, err)
		values[path] = m.Ref()
	}
	_, err := registry.Create(ctx, "test", boottest.Company, presets.NewPreset{
		Name: "pictured-at-the-bank", Content: preset.Content{Values: values},
	})
	check(t, err)
	_, err = registry.Publish(ctx, "test", boottest.Company, "pictured-at-the-bank", presets.AnyRevision,
		presets.Publication{Note: "v1", Origin: preset.ByConsole})
	check(t, err)
	b := openBank(t, h, "liveFaceCheck()")
	b.more = "preset: 'pictured-at-the-bank',"
	b.blocks = bankPolicy(h.base)
	// The script of this page is in it.
	b.instead = strings.Replace(docs.HostPolicy(h.base), "script-src", "script-src 'unsafe-inline'", 1)
	b.list(t, h)
	p := b.applicant(t, refused)
	p.becomes(t, "on its instruction", inShadow+`.querySelector('.screen.instruction')`)
	p.becomes(t, "showing its picture", inShadow+`.querySelector('img')?.naturalWidth === 64`)
	p.becomes(t, "drawn in its font", `[...document.fonts].some(one => one.status === 'loaded')`)
}
