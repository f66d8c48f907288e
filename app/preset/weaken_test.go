package preset_test

import (
	"slices"
	"testing"

	"proofdesk/app/preset"
)

const (
	realness = "idCaptureCustomizationOptions.captureOptions.frontRealnessThreshold"
	fakes    = "selfieCaptureCustomizationOptions.captureOptions.consecutiveFakeFaceLimit"
	debug    = "isDebugMode"
)

func TestEveryProtectionIsAsStrongAsInTheWeakestFloor(t *testing.T) {
	strict := preset.Values{realness: .8, fakes: 3., debug: false}
	loose := preset.Values{realness: .6, fakes: 9., debug: true}
	for about, tt := range map[string]struct {
		named, want preset.Values
		floors      []preset.Values
	}{
		"weaker than one": {
			preset.Values{realness: .1, fakes: 50., debug: true}, strict, []preset.Values{strict},
		},
		"weaker than both": {
			preset.Values{realness: .1, fakes: 50., debug: true}, loose, []preset.Values{strict, loose},
		},
		"stronger than both": {
			preset.Values{realness: .9, fakes: 1., debug: false},
			preset.Values{realness: .9, fakes: 1., debug: false},
			[]preset.Values{loose, strict},
		},
	} {
		got := tt.named.AtLeast(tt.floors...)
		for path, want := range tt.want {
			if got[path] != want {
				t.Errorf("%s: %s is %v, want %v", about, path, got[path], want)
			}
		}
	}
}

func TestWeakenedNamesWhatProtectsLess(t *testing.T) {
	strict := preset.Values{realness: .8, fakes: 3., debug: false}
	loose := preset.Values{realness: .6, fakes: 9., debug: true}
	for _, tt := range []struct {
		from, to preset.Values
		want     []string
	}{
		{strict, loose, []string{realness, fakes, debug}},
		{loose, strict, nil},
		{loose, loose, nil},
	} {
		if got := preset.Weakened(tt.from, tt.to); !slices.Equal(got, tt.want) {
			t.Errorf("from %v to %v: %v, want %v", tt.from, tt.to, got, tt.want)
		}
	}
}

func TestEachProtectionIsLookedAt(t *testing.T) {
	const selfie = "selfieCaptureCustomizationOptions.captureOptions."
	for path, values := range map[string][2]any{ // the stronger one first
		realness:                                {.8, .7},
		capture + "backRealnessThreshold":       {.8, .7},
		selfie + "liveFaceProbabilityThreshold": {.9, .8},
		fakes:                                   {3., 4.},
		debug:                                   {false, true},
		"isScreenRecordingEnabled":              {false, true},
		"idCaptureCustomizationOptions.enableRealIDDetection": {true, false},
		"idCaptureCustomizationOptions.enableUploadIDData":    {true, false},
		selfie + "uploadFaceData":                             {true, false},
	} {
		strong, weak := preset.Values{path: values[0]}, preset.Values{path: values[1]}
		if got := preset.Weakened(strong, weak); !slices.Equal(got, []string{path}) {
			t.Errorf("%s: weakened is %v", path, got)
		}
		if got := preset.Weakened(weak, strong); len(got) > 0 {
			t.Errorf("%s: what protects more weakens %v", path, got)
		}
		if got := weak.AtLeast(strong)[path]; got != values[0] {
			t.Errorf("%s: %v where another has %v", path, got, values[0])
		}
		applicants := func(v preset.Choice) preset.Values {
			return map[string]preset.Values{"strong": strong, "weak": weak}[v.Preset]
		}
		of := func(name string) []preset.Assignment {
			return []preset.Assignment{{Preset: name, Newest: 1, Percent: 100}}
		}
		losses := preset.Losses(of("strong"), of("weak"), applicants, monday)
		if got := preset.PathsOf(losses); !slices.Equal(got, []string{path}) {
			t.Errorf("%s: applicants lose %v", path, got)
		}
	}
}
