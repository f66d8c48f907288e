package preset_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/fault"
	"proofdesk/app/preset"
)

const (
	capture     = "idCaptureCustomizationOptions.captureOptions."
	selfieTexts = "selfieCaptureCustomizationOptions.stringOptions."
)

// parsed returns the values that a text of them alone sets, and the mistakes in it.
func parsed(values []byte) (preset.Values, []fault.Field) {
	c, _, err := preset.ParseContent(values, nil, nil)
	return c.Values, fault.FieldsOf(err)
}

// listed returns the names and rules of mistakes, in order.
func listed(fields []fault.Field) []string {
	var all []string
	for _, f := range fields {
		all = append(all, f.Name+":"+f.Rule)
	}
	slices.Sort(all)
	return all
}

func TestEveryMistakeIsListedAtOnce(t *testing.T) {
	text := `{
		"language": "XX",
		"isDebugMode": "yes",
		"idCaptureCustomizationOptions": {
			"captureOptions": {
				"focusThreshold": 1.5,
				"wrongDocumentTypeWarningDelayInSec": 2.5,
				"glareTreshold": 0.2,
				"minMrzConfidence": 1e308,
				"fingerDetectionThreshold": 1e999
			},
			"colorOptions": {"captureScreenBgColor": "red"},
			"stringOptions": {"moveCloser": "` + strings.Repeat("आ", 501) + `", "tooBlurry": "a\u0007"}
		},
		"idCaptureOptions": {"captureOptions": {}},
		"selfieCaptureCustomizationOptions": 7
	}`
	_, mistakes := parsed([]byte(text))
	want := []string{
		capture + "fingerDetectionThreshold:range",
		capture + "focusThreshold:range",
		capture + "glareTreshold:unknown",
		capture + "minMrzConfidence:range",
		capture + "wrongDocumentTypeWarningDelayInSec:type",
		"idCaptureCustomizationOptions.colorOptions.captureScreenBgColor:format",
		"idCaptureCustomizationOptions.stringOptions.moveCloser:max_length",
		"idCaptureCustomizationOptions.stringOptions.tooBlurry:characters",
		"idCaptureOptions:unknown",
		"isDebugMode:type",
		"language:one_of",
		"selfieCaptureCustomizationOptions:type",
	}
	if got := listed(mistakes); !slices.Equal(got, want) {
		t.Fatalf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestAnUnknownNameGetsTheNearestKnownOne(t *testing.T) {
	for path, want := range map[string]string{
		capture + "focusTreshold":      capture + "focusThreshold",
		capture + "FOCUSTHRESHOLD":     capture + "focusThreshold",
		capture + "eyeOpenProbability": "selfieCaptureCustomizationOptions.captureOptions.eyeOpenProbability",
		"focusThreshold":               capture + "focusThreshold",
		selfieTexts + "moveClosr":      selfieTexts + "moveCloser", // the first of this name is another block's
		"signature_stroke_colour":      "signatureConfiguration.signature_stroke_color",
		"isdebugmode":                  "isDebugMode",
		"nothingOfTheKind":             "",
		capture + "glareThreshold":     capture + "glareDetectionThreshold", // has its words
		"glare_threshold":              capture + "glareDetectionThreshold",
		capture + "threshold":          "", // is a word of many
	} {
		if got := preset.Nearest(path); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}

func TestUnknownNamesThatAreNotListedAreNotLookedUp(t *testing.T) {
	named := func(n int) []byte {
		nested := map[string]any{}
		for i := range n {
			nested[fmt.Sprintf("moveClosr%d", i)] = 1
		}
		text, err := json.Marshal(nested)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	cost := func(n int) float64 {
		text := named(n)
		return testing.AllocsPerRun(1, func() { _, _ = parsed(text) })
	}
	const listed = 100
	_, mistakes := parsed(named(4 * listed))
	if len(mistakes) != listed+1 || mistakes[listed].Message != "there are 300 more mistakes" {
		t.Fatalf("%d mistakes are listed", len(mistakes))
	}
	if few, many := cost(listed), cost(20*listed); many > 2*few {
		t.Errorf("%d unknown names cost %.0f allocations, and %d cost %.0f", listed, few, 20*listed, many)
	}
}

func TestTextThatIsNoObjectIsRefusedByName(t *testing.T) {
	deep := strings.Repeat(`{"idCaptureCustomizationOptions":`, 9) + "1" + strings.Repeat("}", 9)
	for text, want := range map[string]string{
		"":                                  "values:syntax",
		"null":                              "values:type",
		"[]":                                "values:type",
		`{"language":"EN"`:                  "values:syntax",
		`{"language":"EN"} {}`:              "values:trailing",
		`{"language":NaN}`:                  "values:syntax",
		"{\"language\":\"\xff\"}":           "values:utf8",
		`{"language":"EN","language":"ES"}`: "language:unique",
		deep:                                "idCaptureCustomizationOptions.idCaptureCustomizationOptions:unknown",
		`{"idCaptureCustomizationOptions":[1,[2]]}`:                                    "idCaptureCustomizationOptions:type",
		`{"language":` + strings.Repeat("[", 20000) + strings.Repeat("]", 20000) + `}`: "language:depth",
		`{"language":` + strings.Repeat("[", 33) + strings.Repeat("]", 33) + `}`:       "language:depth",
		`{"a":["b",{"c":` + strings.Repeat(`{"d":`, 30):                                "a.c" + strings.Repeat(".d", 29) + ":depth",
		`{"language":"` + strings.Repeat("x", preset.MaxBytes) + `"}`:                  "values:max_length",
	} {
		_, mistakes := parsed([]byte(text))
		if got := listed(mistakes); !slices.Equal(got, []string{want}) {
			t.Errorf("%.60s: %v, want %s", text, got, want)
		}
	}
}

func TestAnAliasSetsItsOption(t *testing.T) {
	text := `{"idCaptureCustomizationOptions":{"captureOptions":{"enableIDPreviewScreen":true}}}`
	values, mistakes := parsed([]byte(text))
	if len(mistakes) > 0 || values[capture+"isIDCapturePreviewEnabled"] != true {
		t.Fatal(values, mistakes)
	}
	both := `{"idCaptureCustomizationOptions":{"captureOptions":
		{"enableIDPreviewScreen":true,"isIDCapturePreviewEnabled":false}}}`
	_, mistakes = parsed([]byte(both))
	if got := listed(mistakes); !slices.Equal(got, []string{capture + "isIDCapturePreviewEnabled:unique"}) {
		t.Fatal(got)
	}
}

func TestTheDocumentedDefaultOfWrongDocumentHandlingIsAccepted(t *testing.T) {
	text := `{"idCaptureCustomizationOptions":{"captureOptions":{"wrongDocumentTypeHandlingMode":"MANUAL"}}}`
	values, mistakes := parsed([]byte(text))
	if len(mistakes) > 0 || values[capture+"wrongDocumentTypeHandlingMode"] != "MANUAL_CAPTURE" {
		t.Fatal(values, mistakes)
	}
}

func TestAColourIsKeptInCapitals(t *testing.T) {
	values, mistakes := parsed([]byte(`{"idCaptureCustomizationOptions":{"colorOptions":
		{"captureScreenBgColor":"#a0b0c0"}}}`))
	if got := values["idCaptureCustomizationOptions.colorOptions.captureScreenBgColor"]; got != "#A0B0C0" {
		t.Fatal(got, mistakes)
	}
}

func TestNullUnsetsAnOptionOrABlock(t *testing.T) {
	nothing := []byte(`{"language":null,"fourFingerConfiguration":null,"idCaptureCustomizationOptions":
		{"stringOptions":null,"captureOptions":{"focusThreshold":null}}}`)
	values, mistakes := parsed(nothing)
	if values == nil || len(values) > 0 || len(mistakes) > 0 {
		t.Fatal(values, mistakes)
	}
	c, _, err := preset.ParseContent(nil, fmt.Appendf(nil, `{"ES":%s}`, nothing), nil)
	if err != nil || len(c.Texts["ES"]) > 0 {
		t.Fatal(c.Texts, err)
	}
}

func TestOptionsThatContradictEachOtherAreNamed(t *testing.T) {
	const fingers, selfie = "fourFingerConfiguration.", "selfieCaptureCustomizationOptions.captureOptions."
	for name, c := range map[string]struct {
		values preset.Values
		want   []string
	}{
		"noses, one of them by default": {
			preset.Values{selfie + "minRelativeNoseHeight": .7},
			[]string{selfie + "minRelativeNoseHeight:order"},
		},
		"a finger that is kept and not processed": {
			preset.Values{fingers + "CFC_PROCESS_RING_FINGER": "N", fingers + "CFC_KEEP_RING_FINGER": "Y"},
			[]string{fingers + "CFC_KEEP_RING_FINGER:match"},
		},
		"no finger": {
			preset.Values{
				fingers + "CFC_PROCESS_INDEX_FINGER":  "N",
				fingers + "CFC_PROCESS_MIDDLE_FINGER": "N",
				fingers + "CFC_PROCESS_RING_FINGER":   "N",
				fingers + "CFC_PROCESS_BABY_FINGER":   "N",
			},
			[]string{fingers + "CFC_PROCESS_INDEX_FINGER:required"},
		},
		"no finger that is kept": {
			preset.Values{
				fingers + "CFC_PROCESS_INDEX_FINGER": "N",
				fingers + "CFC_KEEP_MIDDLE_FINGER":   "N",
				fingers + "CFC_KEEP_RING_FINGER":     "N",
				fingers + "CFC_KEEP_BABY_FINGER":     "N",
			},
			[]string{fingers + "CFC_KEEP_INDEX_FINGER:required"},
		},
		"nothing": {preset.Values{}, nil},
	} {
		if got := listed(c.values.Conflicts()); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// The ratios are those of the formula in WCAG 2.2 worked out by hand: white on #777777 is 4.48, on #767676 4.54.
func TestTextThatHardlyDiffersFromItsBackgroundIsAWarning(t *testing.T) {
	const colors = "idCaptureCustomizationOptions.colorOptions."
	for back, want := range map[string]string{
		"#777777":   "4.48",
		"#767676":   "",
		"#FFF":      "1.00",
		"#80000000": "1.00", // over white it may be as light as grey, over black as dark as black
	} {
		front := "#FFFFFF"
		if back == "#80000000" {
			front = "#000"
		}
		warnings := preset.Values{
			colors + "captureScreenErrorTextBgColor": back,
			colors + "captureScreenErrorTextColor":   front,
		}.Warnings()
		if want == "" && len(warnings) > 0 || want != "" &&
			(len(warnings) != 1 || !strings.Contains(warnings[0].Message, want+":1")) {
			t.Errorf("%s: %v, want %s", back, warnings, want)
		}
	}
}

func TestAlphaComesFirstInAColour(t *testing.T) {
	for text, want := range map[string]string{
		"#1a2B3c":   "{26 43 60 255}",
		"#80FF0000": "{255 0 0 128}",
		"#f00":      "{255 0 0 255}",
	} {
		got, ok := preset.ParseColor(text)
		if !ok || fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", text, got, want)
		}
	}
	for _, text := range []string{
		"", "#", "#12", "#1234", "#12345", "#1234567", "#123456789", "red", "123456", "#GGGGGG", "#+12345",
		"rgb(1,2,3)", "rgba(1 2 3 / .5)", "hsl(0 100% 50%)", "hwb(0 0% 0%)", "oklch(.6 .2 30)", "color(srgb 1 0 0)",
		"transparent", "currentColor", "0xFF102030", "@color/brand", "16,32,48", "#1_2_3_", "＃123456", " #123456",
	} {
		if _, ok := preset.ParseColor(text); ok {
			t.Errorf("%q was taken", text)
		}
	}
}

func TestATextOfALanguageReplacesTheOneForAll(t *testing.T) {
	const closer = "idCaptureCustomizationOptions.stringOptions.moveCloser"
	c, _, err := preset.ParseContent(nil, []byte(
		`{"HI":{"idCaptureCustomizationOptions":{"stringOptions":{"moveCloser":"पास लाएँ"}}}}`), nil)
	if err != nil {
		t.Fatal(err)
	}
	c.Values = preset.Values{closer: "Nearer"}
	v := version(t, "11.1.13.2.18")
	if got := c.Effective(v)[closer]; got != "Nearer" {
		t.Error(got)
	}
	c.Values["language"] = "HI"
	if got := c.Effective(v)[closer]; got != "पास लाएँ" {
		t.Error(got)
	}
	_, _, err = preset.ParseContent(nil, []byte(`{"XX":{},"ES":{"language":"EN","none":1}}`), nil)
	want := []string{"texts.ES.language:type", "texts.ES.none:unknown", "texts.XX:one_of"}
	if got := listed(fault.FieldsOf(err)); !slices.Equal(got, want) {
		t.Error(got)
	}
}

func TestNestedValuesParseBackToTheSame(t *testing.T) {
	all := preset.Defaults(version(t, "11.1.13.2.18"))
	text, err := json.Marshal(all.Nested())
	if err != nil {
		t.Fatal(err)
	}
	again, mistakes := parsed(text)
	if len(mistakes) > 0 || fmt.Sprint(again) != fmt.Sprint(all) {
		t.Fatal("they differ", mistakes)
	}
}

func FuzzParseValues(f *testing.F) {
	f.Add([]byte(`{"language":"EN","idCaptureCustomizationOptions":{"captureOptions":{"focusThreshold":0.5}}}`))
	f.Add([]byte(`{"fourFingerConfiguration":null,"x":[[]],"language":1e999}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		values, mistakes := parsed(data)
		for path, value := range values {
			o, ok := preset.Find(path)
			if list, isList := value.([]string); isList {
				entries := make([]any, len(list))
				for i, entry := range list {
					entries[i] = entry
				}
				value = entries
			}
			if _, mistake := o.Check(value); !ok || mistake != nil {
				t.Fatalf("%s: %v was accepted", path, value)
			}
		}
		for _, m := range mistakes {
			if m.Name == "" || m.Rule == "" || m.Message == "" {
				t.Fatalf("a mistake without a name: %+v", m)
			}
		}
		_ = append(values.Conflicts(), values.Warnings()...)
	})
}

// fullPreset returns the text of a full preset, which sets every option.
func fullPreset(tb testing.TB) []byte {
	tb.Helper()
	v, _ := preset.ParseVersion(preset.CurrentSDK)
	text, err := json.Marshal(preset.Defaults(v).Nested())
	if err != nil {
		tb.Fatal(err)
	}
	return text
}

// The time that validation takes depends on the machine, and how often it allocates does not.
func TestAFullPresetIsValidatedWithAFewAllocationsForEachOption(t *testing.T) {
	const most = 20 // of an option
	text := fullPreset(t)
	n := testing.AllocsPerRun(1, func() {
		values, _ := parsed(text)
		_, _ = values.Conflicts(), values.Warnings()
	})
	if each := n / float64(len(preset.Options())); each > most {
		t.Errorf("%.1f allocations for each option", each)
	}
}

// The target is a millisecond for a full preset.
func BenchmarkValidate(b *testing.B) {
	text := fullPreset(b)
	for b.Loop() {
		values, _ := parsed(text)
		if len(values.Conflicts())+len(values.Warnings()) > 0 {
			b.Fatal("the defaults are at fault")
		}
	}
}

func TestAFileWithManyMistakesIsAnsweredWithTheFirst(t *testing.T) {
	names := func(n int) []byte {
		named := map[string]any{}
		for i := range n {
			named[fmt.Sprintf("wrong%d", i)] = map[string]any{}
		}
		text, err := json.Marshal(named)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	for name, file := range map[string]preset.File{
		"values":  {Values: names(1000)},
		"texts":   {Values: []byte("{}"), Texts: names(1000)},
		"palette": {Values: []byte("{}"), Palette: names(1000)},
		"all":     {Values: names(300), Texts: names(300), Palette: names(400)},
	} {
		_, err := file.Parse()
		if all := fault.FieldsOf(err); len(all) != 101 || all[100].Message != "there are 900 more mistakes" {
			t.Errorf("%s: %.200v", name, err)
		}
	}
}
