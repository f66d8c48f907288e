package preset_test

import (
	"strings"
	"testing"

	"proofdesk/app/preset"
)

func TestBoundsMayMeetAndMustNotCross(t *testing.T) {
	const selfie = "selfieCaptureCustomizationOptions.captureOptions."
	const least, greatest = selfie + "minHeadEulerAngle", selfie + "maxHeadEulerAngle"
	const low, high = selfie + "minRelativeNoseHeight", selfie + "maxRelativeNoseHeight"
	for _, tt := range []struct {
		values            preset.Values
		mistakes, warning string
	}{
		{preset.Values{least: -5., greatest: 5.}, "", ""},
		{preset.Values{least: 0., greatest: 0.}, "", least + ":order"},
		{preset.Values{low: .4, high: .4}, "", low + ":order"},
		{preset.Values{low: .5, high: .4}, low + ":order", ""},
	} {
		if got := strings.Join(listed(tt.values.Conflicts()), " "); got != tt.mistakes {
			t.Errorf("%v: mistakes %q, want %q", tt.values, got, tt.mistakes)
		}
		if got := strings.Join(listed(tt.values.Warnings()), " "); got != tt.warning {
			t.Errorf("%v: warnings %q, want %q", tt.values, got, tt.warning)
		}
	}
}
