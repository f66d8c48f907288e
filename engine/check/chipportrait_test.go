package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

func TestAChipWithoutAPortraitSaysWhy(t *testing.T) {
	got := check.NoChipPortrait("chip", finding.NotRun, "chip.portrait_format", "It is not a JPEG picture")
	expect(t, "format", got, notRun("chip.portrait_format"))
	if got.Assurance != finding.Absent || got.Capture != "chip" {
		t.Errorf("%+v", got)
	}
}
