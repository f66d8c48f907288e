package presets

import (
	"bytes"
	"cmp"
	"encoding/json"
	"strconv"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
	pages "proofdesk/views/page"
	views "proofdesk/views/presets"
)

// exportSection is the form that exports a version, or the draft for number 0.
func exportSection(v shell.Visitor, name string, number int) pages.Section {
	export := views.Export{
		Action: pathOf(name) + "/export",
		Formats: []views.Choice{
			{Value: string(preset.JSONFormat), Label: v.T("JSON")},
			{Value: string(preset.KotlinFormat), Label: v.T("Kotlin")},
			{Value: string(preset.SignatureFormat), Label: v.T("Signature JSON")},
			{Value: string(preset.FingerprintFormat), Label: v.T("Four-finger JSON")},
		},
		Newest: preset.CurrentSDK,
	}
	if number > 0 {
		export.Version = strconv.Itoa(number)
	}
	for _, sdk := range preset.SDKVersions()[1:] {
		export.SDKVersions = append(export.SDKVersions, views.Choice{Value: sdk, Label: sdk})
	}
	return pages.Section{
		Heading: v.T("Export"),
		Note: v.T("JSON can be imported again; Kotlin is builders for Android. For an older SDK version the file has " +
			"the names and defaults that options have there."),
		Body: views.ExportForm(export),
	}
}

// export sends the draft, or a version, as a file.
func (w *Handler) export(c *fiber.Ctx, v shell.Visitor) error {
	p, err := w.Store.Preset(c.UserContext(), v.Company, c.Params("name"))
	if err != nil {
		return err
	}
	asked := form.Query(c)
	e := preset.Edition{Company: p.Company, Preset: p.Name, Content: p.Draft.Content()}
	if text := asked.Get("version"); text != "" {
		number, _ := preset.ParseNumber(text) // no version has the number 0
		if e, err = w.Store.PresetEdition(c.UserContext(), v.Company, p.Name, number); err != nil {
			return err
		}
	}
	format := preset.Format(cmp.Or(asked.Get("format"), string(preset.JSONFormat)))
	sdk, ok := preset.ParseVersion(cmp.Or(asked.Get("sdkVersion"), preset.CurrentSDK))
	if !ok || !format.Known() {
		return fault.BadField("format", "one_of", "choose a format and an SDK version from the lists")
	}
	uploads, err := w.Store.AllPresetMedia(c.UserContext(), v.Company)
	if err != nil {
		return err
	}
	x := preset.Exported{SDK: sdk, All: asked.Get("all") == "true", Uploads: uploads}
	file, err := p.Export(e, format, x, asked.Get("sdkVersion") != "")
	if err != nil {
		return err
	}
	body := file.Body
	if format == preset.JSONFormat { // people read it
		var b bytes.Buffer
		if err := json.Indent(&b, body, "", "  "); err != nil {
			return err
		}
		body = append(b.Bytes(), '\n')
	}
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="`+file.Name+`"`)
	c.Set(fiber.HeaderContentType, file.ContentType)
	return c.Send(body)
}
