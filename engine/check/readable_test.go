package check_test

import (
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

func TestAFileThatCantBeReadSaysWhatIsWrongWithIt(t *testing.T) {
	expect(t, "readable", check.Readable("front"), pass)
	for _, c := range []struct{ kind, fault, detail string }{
		{"id_front", "truncated", "The file can't be read: it ends too early"},
		{"id_front", "unsupported", "The file can't be read: its format is not taken: it must be JPEG or PNG"},
		{"voice", "unsupported", "The file can't be read: its format is not taken: it must be WAV or FLAC"},
		{"voice", "odd", "The file can't be read: odd"},
	} {
		got := check.Unreadable(finding.CaptureReport{ID: "x", Kind: c.kind, Fault: c.fault})
		expect(t, c.fault, got, fail("capture."+c.fault))
		if got.Detail != c.detail {
			t.Errorf("%s %s: %q, want %q", c.kind, c.fault, got.Detail, c.detail)
		}
	}
}
