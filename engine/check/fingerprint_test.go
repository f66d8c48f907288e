package check_test

import (
	"slices"
	"strings"
	"testing"

	"proofdesk/engine/check"
	"proofdesk/engine/fingerprint"
)

func TestPoorPrintsAskForWhatHelps(t *testing.T) {
	good := check.Finger{Score: .6}
	small := check.Finger{Score: .2, Reasons: []string{"small_area", "unclear"}}
	smeared := check.Finger{Score: .2, Reasons: []string{"unclear"}}
	for want, prints := range map[string][]check.Finger{
		"":            {good, good},
		"move_closer": {good, smeared, small},
		"hold_steady": {smeared, good},
	} {
		if got := strings.Join(check.FingerPrompts(prints), " "); got != want {
			t.Errorf("%v ask for %q, want %q", prints, got, want)
		}
	}
	blank := check.Finger{Reasons: []string{"blank"}}
	if got := check.FingerPrompts([]check.Finger{blank}); !slices.Equal(got, []string{"move_closer"}) {
		t.Errorf("no print at all asks for %q", got)
	}
}

func TestEveryPrintOfACaptureMustBeFit(t *testing.T) {
	good := check.Finger{Score: .6, Minutiae: 30}
	few, faint := check.Finger{Score: .6, Minutiae: 11}, check.Finger{Score: .29, Minutiae: 30}
	for name, c := range map[string]struct {
		prints []check.Finger
		want   want
	}{
		"four":             {[]check.Finger{good, good, good, good}, pass},
		"one of one":       {[]check.Finger{good}, warn("fingerprint.poor")},
		"one with too few": {[]check.Finger{good, few}, warn("fingerprint.poor")},
		"one too faint":    {[]check.Finger{good, faint}, warn("fingerprint.poor")},
		"none":             {[]check.Finger{few, faint}, fail("fingerprint.unusable")},
		"on the device":    {[]check.Finger{{Score: 1, Err: fingerprint.ErrAbsent}}, notRun("")},
	} {
		expect(t, name, check.Fingerprints("prints", c.prints), c.want)
	}
}
