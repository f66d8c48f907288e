package preset_test

import (
	"slices"
	"strings"
	"testing"

	"proofdesk/app/preset"
)

func TestAnEffectIsSaidOfThresholdsOnlyAndForBothDirections(t *testing.T) {
	thresholds := 0
	for _, o := range preset.Options() {
		if (o.Higher == nil) != (o.Lower == nil) {
			t.Errorf("%s says what one direction does and not the other", o.Path)
		}
		bound := strings.Contains(o.Name, "Threshold") || strings.Contains(o.Name, "Confidence") ||
			strings.Contains(o.Name, "Probability")
		if bound && o.Numeric() && o.Higher == nil {
			t.Errorf("%s is a threshold whose effect nobody says", o.Path)
		}
		if o.Higher == nil {
			continue
		}
		thresholds++
		if !o.Numeric() || o.Type == preset.Size {
			t.Errorf("%s is no threshold", o.Path)
		}
		for _, language := range []string{"en", "es"} {
			if o.Higher[language] == "" || o.Lower[language] == "" || o.Higher[language] == o.Lower[language] {
				t.Errorf("%s, %s: higher %q, lower %q", o.Path, language, o.Higher[language], o.Lower[language])
			}
		}
	}
	if thresholds < 25 {
		t.Errorf("only %d thresholds", thresholds)
	}
}

// onDevice are the thresholds that the server can't act on, with the reason.
var onDevice = map[string]string{
	"allowOverrideWrongDocumentTypeAfterMs": "the time in front of the camera is known to the device alone",
	"wrongDocumentTypeWarningDelayInSec":    "the time in front of the camera is known to the device alone",
	"missingBarcodeTimeInterval":            "the time in front of the camera is known to the device alone",
	"barcodeRecoveryMoveCloserTimeInterval": "the time in front of the camera is known to the device alone",
	"barcodeRecoveryCaptureTimeInterval":    "the time in front of the camera is known to the device alone",
	"consecutiveFakeFaceLimit":              "the device sends only the picture that passed",
}

func TestAThresholdActsOnTheServerOrSaysWhyItCannot(t *testing.T) {
	silent := 0
	for _, o := range preset.Options() {
		if o.Higher == nil || slices.Contains(o.Acts, preset.Server) {
			if onDevice[o.Name] != "" {
				t.Errorf("%s acts on the server and needs no reason", o.Path)
			}
			continue
		}
		silent++
		if want := onDevice[o.Name]; want == "" || !strings.Contains(o.Server["en"], want) || o.Server["es"] == "" {
			t.Errorf("%s does not act on the server; it says %q, want %q", o.Path, o.Server, want)
		}
	}
	if silent != len(onDevice) {
		t.Errorf("%d thresholds do not act on the server, want %d", silent, len(onDevice))
	}
}

func TestWhatAThresholdDoesIsWhatItsMeasurementsPromptFor(t *testing.T) {
	for _, o := range preset.Options() {
		m, ok := preset.MeasureOf(o.Path)
		if !ok {
			continue
		}
		high, low := *o.Max, *o.Min
		middle := (high + low) / 2
		sooner := o.Effect(high, low)
		if m.Prompts(middle, high) {
			sooner = o.Effect(low, high)
		}
		if sooner["en"] != "prompts sooner" {
			t.Errorf("%s: a value that prompts more is said to do this: %q", o.Path, sooner["en"])
		}
	}
}

func TestAMeasurementAtItsThresholdDoesNotPrompt(t *testing.T) {
	for _, o := range preset.Options() {
		m, ok := preset.MeasureOf(o.Path)
		if ok && (m.Prompts(.5, .5) || m.Prompts(.6, .5) == m.Prompts(.4, .5)) {
			t.Errorf("%s: at .5, %v; above, %v; below, %v", o.Path, m.Prompts(.5, .5), m.Prompts(.6, .5),
				m.Prompts(.4, .5))
		}
	}
}

func TestTheEffectIsThatOfTheNewValue(t *testing.T) {
	o, _ := preset.Find("idCaptureCustomizationOptions.captureOptions.glareDetectionThreshold")
	language, _ := preset.Find("language")
	for _, c := range []struct {
		option   preset.Option
		from, to any
		want     string
	}{
		{o, .2, .12, "prompts sooner"},
		{o, .12, .2, "prompts later"},
		{o, nil, .12, "prompts sooner"}, // from the default
		{o, .12, nil, "prompts later"},
		{o, nil, .2, ""}, // set to the default
		{o, .2, "much", ""},
		{language, "EN", "HI", ""},
	} {
		if got := c.option.Effect(c.from, c.to)["en"]; got != c.want {
			t.Errorf("%s from %v to %v: %q, want %q", c.option.Name, c.from, c.to, got, c.want)
		}
	}
}
