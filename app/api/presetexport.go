package api

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/preset"
)

// exportPreset sends a version in the format that is asked for; the draft where no version is named.
func (a *API) exportPreset(c *fiber.Ctx) error {
	q, err := query(c, "format", "version", "sdkVersion", "all")
	if err != nil {
		return err
	}
	x, err := exported(q)
	if err != nil {
		return err
	}
	format := preset.Format(cmp.Or(q["format"], string(preset.JSONFormat)))
	if !format.Known() {
		return fault.BadField("format", "one_of", "format must be json, kotlin, signature or fingerprint")
	}
	p, err := a.Intake.Store.Preset(c.UserContext(), holderOf(c).Company, c.Params("name"))
	if err != nil {
		return err
	}
	e, err := a.editionOrDraft(c, p, q["version"])
	if err != nil {
		return err
	}
	if x.Uploads, err = a.Intake.Store.AllPresetMedia(c.UserContext(), p.Company); err != nil {
		return err
	}
	file, err := p.Export(e, format, x, q["sdkVersion"] != "")
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderContentDisposition, `attachment; filename="`+file.Name+`"`)
	c.Set(fiber.HeaderContentType, file.ContentType)
	return c.Send(file.Body)
}

// exported returns which options the parameters of an export ask for.
func exported(q map[string]string) (preset.Exported, error) {
	sdk, err := sdkVersion(q["sdkVersion"])
	if err != nil {
		return preset.Exported{}, err
	}
	switch q["all"] {
	case "", "false":
		return preset.Exported{SDK: sdk}, nil
	case "true":
		return preset.Exported{SDK: sdk, All: true}, nil
	}
	return preset.Exported{}, fault.BadField("all", "one_of", "all must be true or false")
}

// sdkVersion parses the parameter of this name; the newest version where it is empty.
func sdkVersion(text string) (preset.Version, error) {
	if text == "" {
		text = preset.CurrentSDK
	}
	v, ok := preset.ParseVersion(text)
	if !ok {
		return nil, fault.BadField("sdkVersion", "format", "sdkVersion must be a version such as 11.1.13.2.18")
	}
	return v, nil
}

// editionOrDraft returns the version of a preset with a number, or the draft as if it were a version.
func (a *API) editionOrDraft(c *fiber.Ctx, p preset.Preset, number string) (preset.Edition, error) {
	if number == "" {
		return preset.Edition{Company: p.Company, Preset: p.Name, Content: p.Draft.Content()}, nil
	}
	n, ok := preset.ParseNumber(number)
	if !ok {
		return preset.Edition{}, fault.BadField("version", "type", "version must be the number of a version")
	}
	return a.Intake.Store.PresetEdition(c.UserContext(), p.Company, p.Name, n)
}

// presetSchema sends the JSON Schema of the values that a preset may set.
func (a *API) presetSchema(c *fiber.Ctx) error {
	q, err := query(c, "sdkVersion")
	if err != nil {
		return err
	}
	v, err := sdkVersion(q["sdkVersion"])
	if err != nil {
		return err
	}
	schema, err := json.Marshal(preset.Schema(v))
	if err != nil {
		return err
	}
	sum := sha256.Sum256(schema)
	tag := `"` + hex.EncodeToString(sum[:16]) + `"`
	c.Set(fiber.HeaderETag, tag)
	c.Set(fiber.HeaderCacheControl, "private, max-age=60")
	if tagged(c.Get(fiber.HeaderIfNoneMatch), tag) {
		return c.SendStatus(fiber.StatusNotModified)
	}
	c.Set(fiber.HeaderContentType, "application/schema+json")
	return c.Send(schema)
}
