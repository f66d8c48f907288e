package preset_test

import (
	"slices"
	"testing"

	"proofdesk/app/preset"
)

func TestSDKVersionsBeginWhereTheCatalogueChanges(t *testing.T) {
	want := []string{
		preset.CurrentSDK, "11.1.07.2.23", "10.1.18.2.01", "10.1.4.2.03", "10.0", "9.6.3.2.04", "9.5.15.2.09",
		"9.5.7.2.08", "9.0",
	}
	if got := preset.SDKVersions(); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
}
