package api

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
)

// mountPresets adds the routes of customization presets. Their callers hold an API key.
func (a *API) mountPresets(app *fiber.App) {
	r := app.Group("/api/presets", a.keyed)
	r.Get("/catalogue", a.presetCatalogue)
	r.Get("/catalogue/schema", a.presetSchema)
	r.Get("/catalogue/replay", a.replayThreshold)
	r.Get("", a.listPresets)
	r.Post("", a.createPreset)
	r.Post("/import", a.importPreset)
	r.Get("/media", a.listMedia)
	r.Post("/media", a.uploadMedia)
	r.Get("/media/:sha256", a.getMedia)
	r.Delete("/media/:sha256", a.deleteMedia)
	r.Get("/media/:sha256/content", a.getMediaContent)
	r.Get("/:name", a.getPreset)
	r.Put("/:name", a.describePreset)
	r.Put("/:name/draft", a.putDraft)
	r.Patch("/:name/draft", a.patchDraft)
	r.Post("/:name/validate", a.validatePreset)
	r.Post("/:name/publish", a.publishPreset)
	r.Post("/:name/approve", a.approvePreset)
	r.Post("/:name/withdraw", a.withdrawPreset)
	r.Post("/:name/rollback", a.rollbackPreset)
	r.Post("/:name/clone", a.clonePreset)
	r.Post("/:name/archive", a.archivePreset)
	r.Post("/:name/restore", a.restorePreset)
	r.Get("/:name/versions", a.listEditions)
	r.Get("/:name/versions/:number", a.getEdition)
	r.Get("/:name/diff", a.diffPreset)
	r.Put("/:name/assignments", a.putAssignments)
	r.Post("/:name/assignments/resume", a.resumeAssignment)
	r.Get("/:name/export", a.exportPreset)
}

// contentBody is a content as callers send it: the SDK's nested objects, and by language the texts that differ. Palette
// holds slots by name.
type contentBody struct {
	Values  json.RawMessage `json:"values"`
	Texts   json.RawMessage `json:"texts"`
	Palette json.RawMessage `json:"palette"`
}

// parse returns what was sent. The first mistakes are reported at once; what is without one is returned beside them.
func (b contentBody) parse() (preset.Content, preset.Palette, error) {
	return preset.ParseContent(b.Values, b.Texts, b.Palette)
}

func actorOf(c *fiber.Ctx) string { return "apikey:" + holderOf(c).KeyID }

// revisionOf returns the revision that the header If-Match names.
func revisionOf(c *fiber.Ctx) (int64, error) {
	header := c.Get(fiber.HeaderIfMatch)
	switch header {
	case "":
		return 0, fault.BadField("if-match", "required", "send the preset's ETag in the header If-Match")
	case "*":
		return presets.AnyRevision, nil
	}
	text, ok := strings.CutPrefix(header, `"`)
	text, closed := strings.CutSuffix(text, `"`)
	n, numbered := preset.ParseNumber(text)
	if !ok || !closed || !numbered {
		return 0, fault.BadField("if-match", "format", "If-Match must be an ETag that a preset was answered with")
	}
	return int64(n), nil
}

func (a *API) presetCatalogue(c *fiber.Ctx) error {
	if _, err := query(c); err != nil {
		return err
	}
	tag := `"` + preset.CatalogueVersion() + `"`
	c.Set(fiber.HeaderETag, tag)
	c.Set(fiber.HeaderCacheControl, "private, max-age=60")
	if tagged(c.Get(fiber.HeaderIfNoneMatch), tag) {
		return c.SendStatus(fiber.StatusNotModified)
	}
	c.Set(fiber.HeaderContentType, fiber.MIMEApplicationJSON)
	c.Context().Response.SetBodyRaw(catalogueBody)
	return nil
}

// catalogueBody is the answer of presetCatalogue, which never changes while the program runs.
var catalogueBody = func() []byte {
	body, err := json.Marshal(map[string]any{"options": preset.Options(), "version": preset.CatalogueVersion()})
	if err != nil {
		panic(err)
	}
	return body
}()

func (a *API) listPresets(c *fiber.Ctx) error {
	if _, err := query(c); err != nil {
		return err
	}
	company := holderOf(c).Company
	all, err := a.Intake.Store.Presets(c.UserContext(), company)
	if err != nil {
		return err
	}
	assignments, err := a.Intake.Store.PresetAssignments(c.UserContext(), company)
	if err != nil {
		return err
	}
	shown := make([]presetLine, len(all))
	for i, p := range all {
		shown[i] = lineOf(p, assignments)
	}
	return c.JSON(map[string]any{"presets": shown})
}

// newPresetBody is a preset to create.
type newPresetBody struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Values      json.RawMessage `json:"values"`
	Texts       json.RawMessage `json:"texts"`
	Palette     json.RawMessage `json:"palette"`
}

func (a *API) createPreset(c *fiber.Ctx) error {
	var b newPresetBody
	if err := read(c, &b); err != nil {
		return err
	}
	content, palette, err := contentBody{b.Values, b.Texts, b.Palette}.parse()
	if err != nil {
		return err
	}
	p, err := a.Presets.Create(c.UserContext(), actorOf(c), holderOf(c).Company,
		presets.NewPreset{Name: b.Name, Description: b.Description, Content: content, Palette: palette})
	if err != nil {
		return err
	}
	c.Location("/api/presets/" + p.Name)
	c.Status(fiber.StatusCreated)
	return a.sendPreset(c, p)
}

func (a *API) getPreset(c *fiber.Ctx) error {
	if _, err := query(c); err != nil {
		return err
	}
	p, err := a.Intake.Store.Preset(c.UserContext(), holderOf(c).Company, c.Params("name"))
	if err != nil {
		return err
	}
	return a.sendPreset(c, p)
}

// sendPreset answers with a preset and its tag.
func (a *API) sendPreset(c *fiber.Ctx, p preset.Preset) error {
	assignments, err := a.Intake.Store.PresetAssignments(c.UserContext(), p.Company)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderETag, `"`+strconv.FormatInt(p.Revision, 10)+`"`)
	return c.JSON(presetOf(p, assignments))
}

func (a *API) putDraft(c *fiber.Ctx) error {
	revision, err := revisionOf(c)
	if err != nil {
		return err
	}
	var b contentBody
	if err := read(c, &b); err != nil {
		return err
	}
	content, palette, err := b.parse()
	if err != nil {
		return err
	}
	p, err := a.Presets.ReplaceDraft(c.UserContext(), actorOf(c), holderOf(c).Company, c.Params("name"), revision,
		preset.Filling{Content: content, Palette: palette})
	if err != nil {
		return err
	}
	return a.sendPreset(c, p)
}

// editsBody is a list of changes of single options.
type editsBody struct {
	Changes []editBody `json:"changes"`
}

// editBody is a change of one option by somebody who saw Base. Null or nothing stands for an option that is not set.
type editBody struct {
	Path  string          `json:"path"`
	Base  json.RawMessage `json:"base"`
	Value json.RawMessage `json:"value"`
}

func (b editsBody) edits() ([]preset.Edit, error) {
	edits := make([]preset.Edit, len(b.Changes))
	for i, change := range b.Changes {
		edits[i].Path = change.Path
		for _, part := range []struct {
			text json.RawMessage
			to   *any
		}{{change.Base, &edits[i].Base}, {change.Value, &edits[i].Value}} {
			if len(part.text) == 0 {
				continue
			}
			if err := json.Unmarshal(part.text, part.to); err != nil {
				return nil, fault.BadField("changes", "range", "changes[%d] holds too large a number", i)
			}
		}
	}
	return edits, nil
}

func (a *API) patchDraft(c *fiber.Ctx) error {
	var b editsBody
	if err := read(c, &b); err != nil {
		return err
	}
	edits, err := b.edits()
	if err != nil {
		return err
	}
	p, overlaps, err := a.Presets.EditDraft(c.UserContext(), actorOf(c), holderOf(c).Company, c.Params("name"), edits)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderETag, `"`+strconv.FormatInt(p.Revision, 10)+`"`)
	return c.JSON(map[string]any{"revision": p.Revision, "overlaps": overlapsOf(overlaps)})
}

func (a *API) validatePreset(c *fiber.Ctx) error {
	p, err := a.Intake.Store.Preset(c.UserContext(), holderOf(c).Company, c.Params("name"))
	if err != nil {
		return err
	}
	draft := p.Draft
	var wrong []fault.Field
	if len(c.Body()) > 0 {
		var b contentBody
		if err := read(c, &b); err != nil {
			return err
		}
		content, palette, err := b.parse()
		draft = preset.Draft{}.Replaced(preset.Filling{Content: content, Palette: palette}, "", time.Time{})
		wrong = fault.FieldsOf(err)
	}
	uploads, err := a.Intake.Store.AllPresetMedia(c.UserContext(), p.Company)
	if err != nil {
		return err
	}
	mistakes, warnings := presets.Problems(draft)
	mistakes = append(mistakes, draft.Values().MediaMistakes(uploads)...)
	wrong = append(wrong, mistakes...)
	return c.JSON(validity{Valid: len(wrong) == 0, Errors: findings(wrong), Warnings: findings(warnings)})
}

// noteBody is why something is published.
type noteBody struct {
	Note string `json:"note"`
}

func (a *API) publishPreset(c *fiber.Ctx) error {
	var b noteBody
	if err := read(c, &b); err != nil {
		return err
	}
	return a.publish(c, presets.Publication{Note: b.Note, Origin: preset.ByAPI})
}

// rollbackBody names the version whose content is published again.
type rollbackBody struct {
	Version int    `json:"version"`
	Note    string `json:"note"`
}

func (a *API) rollbackPreset(c *fiber.Ctx) error {
	var b rollbackBody
	if err := read(c, &b); err != nil {
		return err
	}
	if b.Version < 1 {
		return fault.BadField("version", "required", "version must be the number of a version")
	}
	return a.publish(c, presets.Publication{Note: b.Note, Origin: preset.ByRollback, Of: b.Version})
}

// publish answers 201 with the new version, or 202 where a second person has to approve it.
func (a *API) publish(c *fiber.Ctx, what presets.Publication) error {
	revision, err := revisionOf(c)
	if err != nil {
		return err
	}
	p, err := a.Presets.Publish(c.UserContext(), actorOf(c), holderOf(c).Company, c.Params("name"), revision, what)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderETag, `"`+strconv.FormatInt(p.Revision, 10)+`"`)
	if p.Proposal != nil {
		return c.Status(fiber.StatusAccepted).JSON(map[string]any{"proposal": proposalOf(p.Proposal)})
	}
	return c.Status(fiber.StatusCreated).JSON(map[string]any{"version": p.Latest})
}

// cloneBody names the new preset.
type cloneBody struct {
	Name string `json:"name"`
}

func (a *API) clonePreset(c *fiber.Ctx) error {
	var b cloneBody
	if err := read(c, &b); err != nil {
		return err
	}
	p, err := a.Presets.Clone(c.UserContext(), actorOf(c), holderOf(c).Company, c.Params("name"), b.Name)
	if err != nil {
		return err
	}
	c.Location("/api/presets/" + p.Name)
	c.Status(fiber.StatusCreated)
	return a.sendPreset(c, p)
}

// descriptionBody is what a preset is for.
type descriptionBody struct {
	Description string `json:"description"`
}

func (a *API) describePreset(c *fiber.Ctx) error {
	revision, err := revisionOf(c)
	if err != nil {
		return err
	}
	var b descriptionBody
	if err := read(c, &b); err != nil {
		return err
	}
	p, err := a.Presets.Describe(c.UserContext(), actorOf(c), holderOf(c).Company, c.Params("name"), revision,
		b.Description)
	if err != nil {
		return err
	}
	return a.sendPreset(c, p)
}

func (a *API) approvePreset(c *fiber.Ctx) error { return a.changeState(c, a.Presets.Approve) }

func (a *API) withdrawPreset(c *fiber.Ctx) error { return a.changeState(c, a.Presets.Withdraw) }

func (a *API) archivePreset(c *fiber.Ctx) error { return a.changeState(c, a.Presets.Archive) }

func (a *API) restorePreset(c *fiber.Ctx) error { return a.changeState(c, a.Presets.Restore) }

func (a *API) listEditions(c *fiber.Ctx) error {
	if _, err := query(c); err != nil {
		return err
	}
	company, name := holderOf(c).Company, c.Params("name")
	if _, err := a.Intake.Store.Preset(c.UserContext(), company, name); err != nil {
		return err
	}
	all, err := a.Intake.Store.PresetEditions(c.UserContext(), company, name, math.MaxInt32, math.MaxInt32)
	if err != nil {
		return err
	}
	shown := make([]editionLine, len(all))
	for i, e := range all {
		shown[i] = editionLineOf(e)
	}
	return c.JSON(map[string]any{"versions": shown})
}

func (a *API) getEdition(c *fiber.Ctx) error {
	if _, err := query(c); err != nil {
		return err
	}
	number, ok := preset.ParseNumber(c.Params("number"))
	if !ok {
		return fault.New(fault.NotFound, "this preset does not have this version")
	}
	e, err := a.Intake.Store.PresetEdition(c.UserContext(), holderOf(c).Company, c.Params("name"), number)
	if err != nil {
		return err
	}
	c.Set(fiber.HeaderETag, `"`+strconv.Itoa(e.Number)+`"`)
	return c.JSON(editionOf(e))
}

func (a *API) diffPreset(c *fiber.Ctx) error {
	q, err := query(c, "from", "to")
	if err != nil {
		return err
	}
	from, err := a.flatContent(c, "from", q["from"])
	if err != nil {
		return err
	}
	to, err := a.flatContent(c, "to", q["to"])
	if err != nil {
		return err
	}
	return c.JSON(map[string]any{"changes": differencesOf(preset.Compare(from, to))})
}

// flatContent returns the content that a parameter names: the number of a version, 0 for the defaults, or draft. Of a
// version, defaults that have changed since count as set.
func (a *API) flatContent(c *fiber.Ctx, field, text string) (preset.Values, error) {
	company, name := holderOf(c).Company, c.Params("name")
	p, err := a.Intake.Store.Preset(c.UserContext(), company, name)
	if err != nil {
		return nil, err
	}
	if text == "draft" {
		return p.Draft.Content().Flat(), nil
	}
	number, ok := preset.ParseNumber(text)
	switch {
	case text == "":
		return nil, fault.BadField(field, "required", "%s is missing: a version, 0 for the defaults, or draft", field)
	case text == "0":
		return preset.Values{}, nil
	case !ok || number > p.Latest:
		return nil, fault.BadField(field, "range", "%s must be from 0 to %d, or draft", field, p.Latest)
	}
	e, err := a.Intake.Store.PresetEdition(c.UserContext(), company, name, number)
	return e.Frozen().Flat(), err
}
