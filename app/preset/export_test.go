package preset_test

import (
	"encoding/json"
	"strings"
	"testing"

	"proofdesk/app/preset"
	"proofdesk/engine/golden"
)

func TestTheSignatureConfigurationHoldsTextsOnly(t *testing.T) {
	e := preset.Edition{Content: preset.Content{
		Values: preset.Values{
			"signatureConfiguration.signature_stroke_color":  "#0A0B0C",
			"signatureConfiguration.signature_stroke_size":   6.5,
			"signatureConfiguration.signature_title_text":    `Sign <here> & "now"`,
			"signatureConfiguration.signature_done_btn_text": "Done",
			"language": "ES",
		},
		Texts: map[string]preset.Values{"ES": {
			"signatureConfiguration.signature_done_btn_text":  "Listo",
			"signatureConfiguration.signature_clear_btn_text": "Borrar",
		}},
	}}
	const want = `{
  "signature_stroke_color": "#0A0B0C",
  "signature_stroke_size": "6.5",
  "signature_title_text": "Sign <here> & \"now\"",
  "signature_done_btn_text": "Listo",
  "signature_clear_btn_text": "Borrar"
}
`
	if got := string(e.Signature(preset.Exported{SDK: version(t, preset.CurrentSDK)})); got != want {
		t.Errorf("%s", got)
	}
}

func TestTheFingerprintConfigurationHasItsLabelsInside(t *testing.T) {
	e := preset.Edition{Content: preset.Content{Values: preset.Values{
		"fourFingerConfiguration.CFC_PROCESS_BABY_FINGER":  "N",
		"fourFingerConfiguration.CFC_KEEP_BABY_FINGER":     "N",
		"fourFingerConfiguration.cfc_label_text_color":     "#FFFFFF",
		"fourFingerConfiguration.labels.finger_too_close":  "A little farther",
		"idCaptureCustomizationOptions.isSecondaryID":      true,
		"signatureConfiguration.signature_title_text_font": "fonts/a.ttf",
	}}}
	const want = `{
  "CFC_PROCESS_BABY_FINGER": "N",
  "CFC_KEEP_BABY_FINGER": "N",
  "cfc_label_text_color": "#FFFFFF",
  "labels": {
    "finger_too_close": "A little farther"
  }
}
`
	if got := string(e.Fingerprint(preset.Exported{SDK: version(t, preset.CurrentSDK)})); got != want {
		t.Errorf("%s", got)
	}
}

// The golden files show every key of both libraries, today's and those of version 9.
func TestAllKeysOfTheLibrariesAreExported(t *testing.T) {
	for name, v := range map[string]string{"current": preset.CurrentSDK, "9": "9.6.24.2.15"} {
		x := preset.Exported{SDK: version(t, v), All: true}
		for kind, text := range map[string][]byte{
			"signature":   preset.Edition{}.Signature(x),
			"fingerprint": preset.Edition{}.Fingerprint(x),
		} {
			if !json.Valid(text) {
				t.Errorf("%s of %s is no JSON: %s", kind, v, text)
			}
			golden.Check(t, kind+"_"+name+".golden", string(text))
		}
	}
	empty := preset.Edition{}.Signature(preset.Exported{SDK: version(t, preset.CurrentSDK)})
	if strings.TrimSpace(string(empty)) != "{}" {
		t.Errorf("nothing set: %s", empty)
	}
}
