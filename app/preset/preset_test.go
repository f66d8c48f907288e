package preset_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/fault"
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

func TestANameIsFitForAnAddressAndTakesNoWordOfOne(t *testing.T) {
	for name, want := range map[string]string{
		"retail": "", "a": "", "2nd-try": "", strings.Repeat("x", 64): "",
		"": "required", strings.Repeat("x", 65): "max_length",
		"Retail": "characters", "-retail": "characters", "retail-": "characters", "re tail": "characters",
		"ретейл": "characters", "retail@3": "characters", "retail/3": "characters",
		"catalogue": "reserved", "import": "reserved", "media": "reserved", "new": "reserved",
	} {
		got := ""
		if fields := fault.FieldsOf(preset.CheckName(name)); len(fields) > 0 {
			got = fields[0].Rule
		}
		if got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestANoteSaysSomething(t *testing.T) {
	if text, err := preset.CheckNote("note", " why \n", true); text != "why" || err != nil {
		t.Error(text, err)
	}
	if _, err := preset.CheckNote("note", " \n", true); err == nil {
		t.Error("a note of spaces was taken")
	}
	if text, err := preset.CheckNote("description", " ", false); text != "" || err != nil {
		t.Error(text, err)
	}
	if _, err := preset.CheckNote("note", strings.Repeat("आ", preset.MaxNote), true); err != nil {
		t.Error(err)
	}
	if _, err := preset.CheckNote("note", strings.Repeat("आ", preset.MaxNote+1), true); err == nil {
		t.Error("a note without end was taken")
	}
}

const fakeFaceLimit = "selfieCaptureCustomizationOptions.captureOptions.consecutiveFakeFaceLimit"

func TestTheFakeFaceLimitIsFifteenBeforeTheChange(t *testing.T) {
	for text, want := range map[string]float64{"10.1.16.2.11": 15, "10.1.18.2.01": 10, "11.1.13.2.18": 10} {
		if got := preset.Defaults(version(t, text))[fakeFaceLimit]; got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

func TestNoNameThatTheServerActsOnIsInTwoGroups(t *testing.T) {
	seen := map[string]bool{}
	for _, o := range preset.Options() {
		if !slices.Contains(o.Acts, preset.Server) {
			continue
		}
		if seen[o.Name] {
			t.Errorf("%s comes twice", o.Name)
		}
		seen[o.Name] = true
	}
}

func TestTheEngineActsOnTheOptionsThatSaySoWithTheirDefaults(t *testing.T) {
	body, _ := json.Marshal(engine.DefaultThresholds())
	var thresholds map[string]any
	if err := json.Unmarshal(body, &thresholds); err != nil {
		t.Fatal(err)
	}
	got := preset.Defaults(version(t, "11.1.13.2.18")).ForServer()
	// What is sent at all is not the engine's.
	sent := map[string]bool{"enableUploadIDData": true, "uploadFaceData": true, "isSecondaryID": false}
	for name, want := range sent {
		if got[name] != want {
			t.Errorf("%s is %v", name, got[name])
		}
		delete(got, name)
	}
	if !maps.Equal(got, thresholds) {
		t.Errorf("options %v, engine %v", got, thresholds)
	}
}
