package presets

import (
	"sync"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/web/shell"
	views "proofdesk/views/presets"
)

// preview is the document in the frame beside the editor: the capture screens, drawn by the SDK's own code. It holds
// what the draft sets; the editor tells it every change.
func (w *Handler) preview(c *fiber.Ctx, v shell.Visitor) error {
	p, err := w.Store.Preset(c.UserContext(), v.Company, c.Params("name"))
	if err != nil {
		return err
	}
	shell.Framed(c)
	return w.Render(c, views.PreviewDocument(views.Preview{
		Title:     v.T("Preview of %s", p.Name),
		Script:    w.Assets.Path("preview.js"),
		Catalogue: previewCatalogue(),
		Draft:     draftJSON(p.Draft.Values().Content()),
		Media:     preset.MediaPath(v.Company, ""),
	}))
}

// previewOption is what the preview knows of an option.
type previewOption struct {
	Default any               `json:"default"`
	Texts   map[string]string `json:"texts,omitempty"`
	Acts    []preset.Surface  `json:"acts"`
	Earlier bool              `json:"earlier,omitempty"`
	Text    bool              `json:"text,omitempty"`
	Palette string            `json:"palette,omitempty"`
	File    bool              `json:"file,omitempty"` // a picture or a font, which may be a resource of Android
}

// previewCatalogue returns all options by path as JSON. They never change while the program runs.
var previewCatalogue = sync.OnceValue(func() string {
	all := map[string]previewOption{}
	for _, o := range preset.Options() {
		all[o.Path] = previewOption{
			Default: o.Default,
			Texts:   o.Texts,
			Acts:    o.Acts,
			Earlier: o.Line == onboarding.EarlierLine,
			Text:    o.Type == preset.String,
			Palette: o.Palette,
			File:    o.Type == preset.Image || o.Type == preset.ImageList || o.Type == preset.Font,
		}
	}
	return jsonText(all)
})
