package presets_test

import (
	"net/http"
	"testing"

	"proofdesk/app/access"
	"proofdesk/app/audit"
	"proofdesk/app/preset"
	"proofdesk/app/store"
	"proofdesk/app/web/webtest"
)

func TestDefaultsThatChangedSinceAVersionAreShown(t *testing.T) {
	const focus = logic + ".focusThreshold"
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{glare: .12})
	defaults := preset.FreezeDefaults()
	defaults[focus] = preset.FrozenDefault{Default: .95}
	defaults[glare] = preset.FrozenDefault{Default: .75}
	err := h.Store.Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.ChangePreset(t.Context(), "acme", "retail", func(p *preset.Preset) (store.PresetChange, error) {
			p.Latest, p.From = 1, 1
			return store.PresetChange{
				Entry: audit.NewEntry("acme", "cli", "preset.publish", "preset:retail", nil),
				Edition: &preset.Edition{
					Number:      1,
					Content:     p.Draft.Content(),
					Defaults:    defaults,
					Note:        "before the defaults changed",
					Origin:      preset.ByConsole,
					PublishedBy: "cli",
				},
			}, nil
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	b := h.As(access.Admin)
	b.Get("/presets/retail/versions/1").Want(http.StatusOK, ">0.75", "0.12")
	b.Lacks("default (0.2)")
	b.Get("/presets/retail/publish").Want(http.StatusOK, "focusThreshold", "default (0.95)", "Publish version 2",
		"its default in the catalogue has changed")
	b.Lacks("glareDetectionThreshold</a>")
	b.Get("/presets/retail/compare?from=1&to=0").Want(http.StatusOK, "focusThreshold", "default (0.95)")
}

func TestAVersionShowsTheColoursThatItSets(t *testing.T) {
	const ground = "idCaptureCustomizationOptions.colorOptions.captureScreenBgColor"
	h := webtest.Open(t)
	made(h, "acme", "retail", preset.Values{ground: "#80C8102E", closer: "#123456"})
	published(h, "retail")
	b := h.As(access.Admin)
	b.Get("/presets/retail/versions/1").Want(http.StatusOK, `fill="#c8102e" fill-opacity="0.502"`, `fill="#111827"`)
	b.Lacks(`fill="#123456"`) // a text
}
