package presets_test

import (
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/preset"
	"proofdesk/app/web/webtest"
)

const topBar = "idCaptureCustomizationOptions.colorOptions.captureScreenTopBarBgColor"

func TestThePaletteIsEditedByAFormAndFillsLinkedOptions(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	b := h.As(access.Admin)
	b.Get("/presets/retail?group=palette").Want(http.StatusOK, "primaryColor", "headingFont", "Buttons and links.",
		`data-field="palette.barColor" data-kind="color" data-default="null"`,
		"linked to 14 options")
	b.Post("/presets/retail?group=palette", url.Values{
		"base": {
			html.UnescapeString(b.Field("base")),
		}, "v:palette.barColor": {"#0b3954"}, "a:palette.barColor": {"100"},
	}).Follow().Want(http.StatusOK, "Saved.", "#0B3954")
	if got := draft(h, "retail")[topBar]; got != "#0B3954" {
		t.Fatalf("the linked option has %v", got)
	}
	b.Get("/presets/retail?q="+topBar).Want(http.StatusOK, "from the palette: barColor", `placeholder="#0B3954"`)
	b.Get("/presets/retail?q=@palette").Want(http.StatusOK, "captureScreenTopBarBgColor")
	b.Get("/presets/retail/publish").Want(http.StatusOK, "captureScreenTopBarBgColor", "#0B3954")
	b.Get("/presets/retail/export")
	if !strings.Contains(b.Body, `"barColor": "#0B3954"`) || strings.Contains(b.Body, "captureScreenTopBarBgColor") {
		t.Errorf("export: %s", b.Body)
	}
	b.Get("/presets/retail?group=palette")
	b.Post("/presets/retail?group=palette", url.Values{
		"base": {html.UnescapeString(b.Field("base"))}, "v:palette.textColor": {"grey"},
	}).Want(http.StatusBadRequest, "textColor must be a colour")
	b.Get("/presets/retail?group=palette")
	b.Post("/presets/retail?group=palette", url.Values{
		"base": {
			html.UnescapeString(b.Field("base")),
		}, "v:palette.textColor": {"#888"}, "v:palette.pageColor": {"#999"},
	}).Follow().Want(http.StatusOK, "textColor on pageColor has a contrast of")
}

func TestAnUploadedFontIsChosenForASlotOfThePalette(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .3})
	b := h.As(access.Admin)
	b.Get("/presets/retail?group=palette").Want(http.StatusOK, "/presets/retail/media?option=palette.headingFont")
	b.Get("/presets/retail/media?option=palette.headingFont").Want(http.StatusOK, "Choose a font for headingFont",
		"/presets/retail?group=palette")
	b.Get("/presets/retail/media?option=palette.barColor").Want(http.StatusNotFound)
}

func TestTheScriptLearnsWhatASlotOfThePaletteChanges(t *testing.T) {
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{topBar: "#111111"})
	b := h.As(access.Admin)
	b.Get("/presets/retail?group=all")
	b.Headers["Accept"] = "application/json"
	b.Post("/presets/retail", url.Values{
		"changes": {`[{"path":"palette.barColor","base":null,"text":"#0B3954","alpha":"100"}]`},
	})
	var answer struct {
		States map[string]struct {
			Set    bool
			Stands any
		}
		Values map[string]any
	}
	if err := json.Unmarshal([]byte(b.Body), &answer); err != nil {
		t.Fatalf("%v: %s", err, b.Body)
	}
	const ground = "idCaptureCustomizationOptions.colorOptions.captureScreenBgColor"
	if answer.States[ground].Stands != "#0B3954" || answer.States[ground].Set || !answer.States[topBar].Set ||
		answer.States[topBar].Stands == "#0B3954" || !answer.States["palette.barColor"].Set {
		t.Errorf("%+v %+v", answer.States[ground], answer.States[topBar])
	}
}
