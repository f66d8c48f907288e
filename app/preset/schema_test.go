package preset_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"proofdesk/app/preset"
)

// schemaOf compiles the schema of an SDK version, which checks it against the rules of draft 2020-12.
func schemaOf(t *testing.T, v string) *jsonschema.Schema {
	t.Helper()
	c := jsonschema.NewCompiler()
	if err := c.AddResource("values.json", decoded(t, preset.Schema(version(t, v)))); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("values.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// decoded returns a value as it comes out of JSON.
func decoded(t *testing.T, value any) any {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	made, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

var sdkVersions = []string{"9.6.24.2.15", "10.1.4.2.03", "10.1.24.2.04", preset.CurrentSDK}

func TestTheDefaultsOfEveryVersionMatchItsSchema(t *testing.T) {
	for _, v := range sdkVersions {
		if err := schemaOf(t, v).Validate(decoded(t, preset.Defaults(version(t, v)).Nested())); err != nil {
			t.Errorf("%s: %v", v, err)
		}
	}
}

// The schema and ParseValues are two descriptions of one rule: what one accepts, the other does.
func TestTheSchemaAcceptsWhatIsParsedAndNothingElse(t *testing.T) {
	s := schemaOf(t, preset.CurrentSDK)
	candidates := []any{
		nil, true, "", "Y", "N", "EN", "MANUAL", "#FFF", "#12345678", "#GGG", "brand", "fonts/brand.ttf", "a..b",
		"two\nlines", "a\tb", "\u007f", "पास लाएँ", "👩‍👩‍👧", "\ufffd", strings.Repeat("é", 500),
		strings.Repeat("é", 501), "a\u202eb", "a\u2066b", "https://a.example/b.png", "HTTP:b", "file:///android_asset/b.ttf",
		strings.Repeat("a", 200), strings.Repeat("a", 201), 0, 1, -1, .5, 5, 1.5, 10, 90.1, 700_000, 1e308,
		[]any{},
		[]any{"a"},
		[]any{1},
		slices.Repeat([]any{"a"}, 61),
		map[string]any{},
	}
	for _, o := range preset.Options() {
		if !o.In(version(t, preset.CurrentSDK)) {
			continue
		}
		for _, candidate := range append(candidates, bounds(o)...) {
			nested := preset.Values{o.Path: candidate}.Nested()
			text, err := json.Marshal(nested)
			if err != nil {
				t.Fatal(err)
			}
			_, mistakes := parsed(text)
			if err := s.Validate(decoded(t, nested)); (err == nil) != (len(mistakes) == 0) {
				t.Fatalf("%s = %.40v: the schema says %v, the parser %v", o.Path, candidate, err, mistakes)
			}
		}
	}
}

// bounds returns the ends of an option's range and what is just beyond.
func bounds(o preset.Option) []any {
	if o.Min == nil {
		return nil
	}
	return []any{*o.Min, *o.Max, *o.Min - 1, *o.Max + 1}
}

func TestTheSchemaRefusesWhatAVersionLacks(t *testing.T) {
	const recovery = `{"idCaptureCustomizationOptions":{"captureOptions":{"isBarcodeRecoveryEnabled":true}}}`
	for _, c := range []struct {
		version, values string
		fits            bool
	}{
		{preset.CurrentSDK, recovery, true},
		{"10.1.24.2.04", recovery, false},
		{"9.6.24.2.15", `{"colorOptions":{"captureBackgroundColor":"#FFF"}}`, true},
		{preset.CurrentSDK, `{"colorOptions":{"captureBackgroundColor":"#FFF"}}`, false},
		{preset.CurrentSDK, `{"idCaptureCustomizationOptions":null}`, true},
		{preset.CurrentSDK, `{"selfieCaptureCustomizationOptions":{"captureOptions":{
			"enableSelfiePreviewScreen":true}}}`, true},
		{preset.CurrentSDK, `{"languge":"EN"}`, false},
		{preset.CurrentSDK, `[]`, false},
	} {
		var values any
		if err := json.Unmarshal([]byte(c.values), &values); err != nil {
			t.Fatal(err)
		}
		if err := schemaOf(t, c.version).Validate(decoded(t, values)); (err == nil) != c.fits {
			t.Errorf("%s in %s: %v", c.values, c.version, err)
		}
	}
}
