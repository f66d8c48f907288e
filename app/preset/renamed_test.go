package preset_test

import (
	"strings"
	"testing"

	"proofdesk/app/preset"
)

const (
	screen      = "idCaptureCustomizationOptions.colorOptions.captureScreenBgColor"
	screenIn9   = "colorOptions.captureBackgroundColor"
	signHere    = "signatureConfiguration.signature_title_text"
	signHereIn9 = "signatureConfiguration.signature_title_label_message"
	earlier     = "9.6.24.2.15"
)

func TestOptionsTakeThePlaceOfOneOfTheirType(t *testing.T) {
	renamed := 0
	for _, o := range preset.Options() {
		if o.Now == "" {
			continue
		}
		renamed++
		now, ok := preset.Find(o.Now)
		if !ok || now.Type != o.Type || now.Before != o.Path || now.Line == o.Line {
			t.Errorf("%s became %s, which is %+v", o.Path, o.Now, now)
		}
		if o.In(version(t, preset.CurrentSDK)) || now.In(version(t, earlier)) {
			t.Errorf("%s and %s are in one SDK version", o.Path, now.Path)
		}
	}
	if renamed < 10 {
		t.Errorf("%d options have an earlier name", renamed)
	}
}

func TestEarlierSDKVersionsGetWhatIsSetByTheNamesOfTheirTime(t *testing.T) {
	c := preset.Content{
		Values: preset.Values{screen: "#112233", signHere: "Sign"},
		Texts:  map[string]preset.Values{"ES": {signHere: "Firme"}},
	}
	old := c.Effective(version(t, earlier))
	if _, ok := old[screen]; ok || old[screenIn9] != "#112233" || old[signHereIn9] != "Sign" {
		t.Errorf("%v, %v, %v", old[screen], old[screenIn9], old[signHereIn9])
	}
	c.Values["language"] = "ES"
	if text := c.Effective(version(t, earlier))[signHereIn9]; text != "Firme" {
		t.Errorf("in Spanish %q", text)
	}
	c.Values[signHereIn9] = "Write your name"
	if text := c.Effective(version(t, earlier))[signHereIn9]; text != "Write your name" {
		t.Errorf("what is set for the earlier name gives way to %q", text)
	}
	if now := c.Effective(version(t, preset.CurrentSDK)); now[screen] != "#112233" || now[screenIn9] != nil {
		t.Errorf("now %v, %v", now[screen], now[screenIn9])
	}
}

func TestAnExportForAnEarlierVersionUsesItsNames(t *testing.T) {
	e := preset.Edition{Content: preset.Content{Values: preset.Values{screen: "#112233", signHere: "Sign"}}}
	x := preset.Exported{SDK: version(t, earlier)}
	code := e.Kotlin(x)
	if !strings.Contains(code, "captureBackgroundColor = ") || strings.Contains(code, "captureScreenBgColor") ||
		strings.Contains(code, "lacks") {
		t.Error(code)
	}
	if sent := string(e.Signature(x)); !strings.Contains(sent, `"signature_title_label_message": "Sign"`) ||
		strings.Contains(sent, "signature_title_text") {
		t.Error(sent)
	}
	only := e.Content.For(x.SDK).Values
	if len(only) != 2 || only[screenIn9] != "#112233" || only[signHereIn9] != "Sign" {
		t.Errorf("%v", only)
	}
}

func TestAnSDKVersionLacksOnlyWhatItShowsNowhere(t *testing.T) {
	primary, _ := preset.SlotOf("palette.primaryColor")
	var brand preset.Values
	for _, o := range primary.Linked() {
		if brand == nil {
			brand = preset.Values{}
		}
		brand[o.Path] = "#123456"
	}
	for _, one := range []struct {
		name, version, want string
		set                 preset.Values
	}{
		{"of the current version", preset.CurrentSDK, "", preset.Values{"language": "EN", screen: "#123456"}},
		{
			"younger", "9.5.6", "enablePassportNfc",
			preset.Values{"idCaptureCustomizationOptions.enablePassportNfc": true},
		},
		{"by its earlier name", earlier, "", preset.Values{screen: "#123456"}},
		{"for the earlier line only", preset.CurrentSDK, "captureBackgroundColor", preset.Values{screenIn9: "#123456"}},
		{"for both", preset.CurrentSDK, "", preset.Values{screenIn9: "#123456", screen: "#654321"}},
		{"by the palette, now", preset.CurrentSDK, "", brand},
		{"by the palette, before", earlier, "", brand},
	} {
		var lacking []string
		for _, o := range (preset.Content{Values: one.set}).Lacking(version(t, one.version)) {
			lacking = append(lacking, o.Name)
		}
		if got := strings.Join(lacking, " "); got != one.want {
			t.Errorf("set %s: %s lacks %q, want %q", one.name, one.version, got, one.want)
		}
	}
}

func TestAnExportedTextSpeaksEachLanguage(t *testing.T) {
	e := preset.Edition{
		Content: preset.Content{
			Values: preset.Values{},
			Texts:  map[string]preset.Values{"ES": {closer: "Más cerca, por favor"}},
		},
		Defaults: map[string]preset.FrozenDefault{
			closer: {Default: "Frozen closer", Texts: map[string]string{"HI": "पास"}},
		},
	}
	code := e.Kotlin(preset.Exported{SDK: version(t, preset.CurrentSDK)})
	for _, line := range []string{
		`Language.ES -> "Más cerca, por favor"`, `Language.HI -> "पास"`, `else -> "Frozen closer"`,
	} {
		if !strings.Contains(code, line) {
			t.Errorf("%s is missing in\n%s", line, code)
		}
	}
	both := preset.Edition{Content: preset.Content{Values: preset.Values{closer: "Nearer"}}}
	if code := both.Kotlin(preset.Exported{
		SDK: version(t, preset.CurrentSDK),
	}); !strings.Contains(code, `= "Nearer"`) ||
		strings.Contains(code, "inLanguage") {
		t.Error(code)
	}
}
