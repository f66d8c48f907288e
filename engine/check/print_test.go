package check_test

import (
	"testing"
	"time"

	"proofdesk/engine/check"
	"proofdesk/engine/finding"
)

func TestPrintedTextThatTheEdgeCutsDoesNotPass(t *testing.T) {
	whole, cut := reading(finding.VIZ, "lastName", "DOE"), reading(finding.VIZ, "firstName", "JA")
	cut.Truncated, cut.Confidence = true, .4
	for name, c := range map[string]struct {
		readings []finding.Reading
		want     want
	}{
		"read":   {[]finding.Reading{whole}, pass},
		"cut":    {[]finding.Reading{whole, cut}, inconclusive("document.print_cut")},
		"unread": {nil, inconclusive("document.print_unread")},
	} {
		got := check.Print("front", c.readings)
		expect(t, name, got, c.want)
		if len(got.Evidence) != len(c.readings) || (got.Score != nil) != (len(c.readings) > 0) {
			t.Errorf("%s: %+v", name, got)
		}
	}
	expect(t, "late", check.PrintTimedOut("front", time.Second), notRun("document.print_late"))
	expect(t, "failed", check.PrintFailed("front"), notRun("document.print_failed"))
	expect(t, "device", check.PrintAbsent("front"), notRun(""))
}
