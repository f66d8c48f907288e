package preset_test

import (
	"encoding/json"
	"slices"
	"testing"

	"proofdesk/app/preset"
	"proofdesk/engine"
)

func version(t *testing.T, text string) preset.Version {
	t.Helper()
	v, ok := preset.ParseVersion(text)
	if !ok {
		t.Fatalf("%q is a version", text)
	}
	return v
}

func TestVersionsOrderNumberByNumber(t *testing.T) {
	ordered := []string{"9.6.24.2.15", "10.1.4.2.03", "10.1.18.2.01", "10.1.24.2.04", "11.01.07.05", "11.1.13.2.18"}
	for i, low := range ordered {
		for j, high := range ordered {
			if got := version(t, low).Before(version(t, high)); got != (i < j) {
				t.Errorf("%s before %s: %v", low, high, got)
			}
		}
	}
	if version(t, "11.0").Before(version(t, "11.0.0")) || version(t, "11.0.0").Before(version(t, "11.0")) {
		t.Error("zeros at the end make a difference")
	}
}

func TestOtherTextIsNoVersion(t *testing.T) {
	for _, text := range []string{
		"", "11", "11.", ".1", "11.x", "11.-1", "11.+1", "11.1_0", " 11.1", "1.2.3.4.5.6.7", "11.123456",
	} {
		if _, ok := preset.ParseVersion(text); ok {
			t.Errorf("%q was taken", text)
		}
	}
}

func TestTheFakeFaceLimitIsFifteenBeforeTheChange(t *testing.T) {
	for text, want := range map[string]float64{"10.1.16.2.11": 15, "10.1.18.2.01": 10, "11.1.13.2.18": 10} {
		if got := preset.Defaults(version(t, text)).Numbers()["consecutiveFakeFaceLimit"]; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

func TestNoNumberIsInTwoGroups(t *testing.T) {
	var names []string
	for _, o := range preset.Options() {
		names = append(names, o.Name)
	}
	slices.Sort(names)
	if len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Fatal("a name comes twice")
	}
}

func TestEnginesDefaultsAreTheOptionsDefaults(t *testing.T) {
	numbers := preset.Defaults(version(t, "11.1.13.2.18")).Numbers()
	body, _ := json.Marshal(engine.DefaultThresholds())
	var thresholds map[string]float64
	if err := json.Unmarshal(body, &thresholds); err != nil {
		t.Fatal(err)
	}
	for name, want := range thresholds {
		if got, ok := numbers[name]; !ok || got != want {
			t.Errorf("%s: option %v, engine %v", name, got, want)
		}
	}
}
