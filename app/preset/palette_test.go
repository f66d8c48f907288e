package preset_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/preset"
)

const (
	bar    = "idCaptureCustomizationOptions.colorOptions.captureScreenTopBarBgColor"
	title  = "voiceCaptureCustomizationOptions.colorOptions.topBarTitleTextColor"
	prompt = "idCaptureCustomizationOptions.fontOptions.labelPromptFont"
)

func TestEverySlotFillsOptionsOfItsTypeAndEveryLinkNamesASlot(t *testing.T) {
	colors, fonts := 0, 0
	for _, o := range preset.Slots() {
		switch o.Type {
		case preset.Color:
			colors++
		case preset.Font:
			fonts++
		}
		if len(o.Linked()) < 10 {
			t.Errorf("%s fills %d options only", o.Name, len(o.Linked()))
		}
	}
	if colors != 5 || fonts != 2 {
		t.Errorf("%d colours and %d fonts", colors, fonts)
	}
	for _, o := range preset.Options() {
		slot, ok := o.Slot()
		if o.Palette != "" && (!ok || slot.Type != o.Type) {
			t.Errorf("%s is linked to %q", o.Path, o.Palette)
		}
	}
}

func TestThePaletteFillsWhatIsNotSetByHand(t *testing.T) {
	at := time.UnixMilli(1)
	d := preset.Draft{}.Replaced(preset.Filling{
		Content: preset.Content{
			Values: preset.Values{bar: "#111111"},
			Texts:  map[string]preset.Values{"HI": {closer: "x"}},
		},
		Palette: preset.Palette{"barColor": "#0B3954", "onBrandColor": "#FFFFFF", "textFont": "sans-serif-medium"},
	}, "ann", at)
	c := d.Content()
	if c.Values[bar] != "#111111" || c.Values[title] != "#FFFFFF" || c.Values[prompt] != "sans-serif-medium" {
		t.Errorf("%v %v %v", c.Values[bar], c.Values[title], c.Values[prompt])
	}
	for path := range c.Flat() {
		if strings.HasPrefix(path, "palette") {
			t.Errorf("%s would be published", path)
		}
	}
	if c.Texts["HI"][closer] != "x" || len(d.ByHand().Values) != 1 {
		t.Errorf("%v %v", c.Texts, d.ByHand().Values)
	}
	next, overlaps := d.Edited([]preset.Edit{
		{Path: bar, Base: "#111111"},
		{Path: "palette.onBrandColor", Base: "#FFFFFF", Value: "#EEEEEE"},
	}, "ben", at)
	if c = next.Content(); len(overlaps) != 0 || c.Values[bar] != "#0B3954" || c.Values[title] != "#EEEEEE" {
		t.Errorf("%v %v %v", overlaps, c.Values[bar], c.Values[title])
	}
	if _, overlaps = next.Edited([]preset.Edit{
		{Path: "palette.onBrandColor", Base: "#FFFFFF", Value: "#000000"},
	}, "ann", at); len(overlaps) != 1 || overlaps[0].By != "ben" {
		t.Errorf("two editors of a slot: %+v", overlaps)
	}
	if got := len(preset.Draft{}.Content().Values); got != 0 {
		t.Errorf("an empty palette fills %d options", got)
	}
}

func mistakesOfPalette(text string) []fault.Field {
	_, _, err := preset.ParseContent(nil, nil, []byte(text))
	return fault.FieldsOf(err)
}

func TestEveryMistakeOfAPaletteIsNamed(t *testing.T) {
	for text, want := range map[string]string{
		`{"primaryColor":"#0B3954","headingFont":"serif"}`: "",
		`{"primaryColor":"#abc"}`:                          "",
		`{"primaryColor":null}`:                            "",
		`{"primaryColour":"#abc"}`:                         "palette.primaryColour unknown",
		`{"primaryColor":"blue","textFont":7}`:             "palette.primaryColor format palette.textFont type",
		`{"headingFont":"Comic Sans"}`:                     "palette.headingFont characters",
		`{"primaryColor":"#abc","primaryColor":"#abd"}`:    "palette.primaryColor unique",
		`[]`:                        "palette type",
		`null`:                      "palette type",
		`{"primaryColor":1e999}`:    "palette.primaryColor range",
		`{"primaryColor":{"a":{}}}`: "palette.primaryColor type",
		`{"` + strings.Repeat("x", 1<<20) + `":1}`: "palette max_length",
	} {
		var got []string
		for _, m := range mistakesOfPalette(text) {
			got = append(got, m.Name+" "+m.Rule)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%.80s: %q, want %q", text, got, want)
		}
	}
	mistakes := mistakesOfPalette(`{"primaryColour":"#abc"}`)
	if !strings.Contains(mistakes[0].Message, "the nearest is palette.primaryColor") {
		t.Error(mistakes[0].Message)
	}
}

func TestAPaletteWarnsOfColoursThatHardlyDiffer(t *testing.T) {
	for _, tt := range []struct {
		palette preset.Palette
		want    string
	}{
		{preset.Palette{"primaryColor": "#C8102E", "onBrandColor": "#FFFFFF", "pageColor": "#FFFFFF"}, "[]"},
		{preset.Palette{"textColor": "#888888"}, "[]"}, // on what is not known
		{preset.Palette{"textColor": "#888888", "pageColor": "#999999"}, "[palette.textColor]"},
		{preset.Palette{"primaryColor": "#FFD600", "pageColor": "#FFFFFF"}, "[palette.primaryColor]"}, // a link
		{
			preset.Palette{"primaryColor": "#FFD600", "onBrandColor": "#FFFFFF", "barColor": "#EEEEEE"},
			"[palette.onBrandColor palette.onBrandColor]",
		},
	} {
		var names []string
		for _, w := range tt.palette.Warnings() {
			names = append(names, w.Name)
		}
		if got := fmt.Sprint(names); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.palette, got, tt.want)
		}
	}
}
