package preset_test

import (
	"slices"
	"testing"

	"proofdesk/app/preset"
)

func TestScreensOfAnOption(t *testing.T) {
	path := "idCaptureCustomizationOptions.stringOptions.previewScreenTitleIdBack"
	if got := preset.Screens(path); !preset.Same(got, []string{"idBack/preview"}) {
		t.Errorf("%v", got)
	}
	if got := preset.Screens(preset.TextPath("HI", path)); len(got) != 1 {
		t.Errorf("of its Hindi: %v", got)
	}
	if got := preset.Screens("idCaptureCustomizationOptions.enablePassportNfc"); len(got) != 0 {
		t.Errorf("of the chip: %v", got)
	}
}

func TestNoScreenShowsWhatDoesNotActOnTheWeb(t *testing.T) {
	for _, o := range preset.Options() {
		if screens := preset.Screens(o.Path); len(screens) > 0 && !slices.Contains(o.Acts, preset.Web) {
			t.Errorf("%s acts on %v and shows on %v", o.Path, o.Acts, screens)
		}
	}
}
