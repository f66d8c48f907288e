package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

func TestKindsThatNothingLooksAtAreNotRun(t *testing.T) {
	for kind, code := range map[string]string{"video": finding.CodeVideo, "nfc": finding.CodeChip} {
		got := only(t, kind, check.Unsupported("x", kind))
		expect(t, kind, got, notRun(""))
		if got.Code != code || got.Provider != finding.NoProvider {
			t.Errorf("%s: %+v", kind, got)
		}
	}
	if got := check.Unsupported("x", "poem"); len(got) != 0 {
		t.Errorf("an unknown kind: %+v", got)
	}
}
