package presets

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/web/shell"
	"proofdesk/app/web/shell/form"
)

// parseFile parses a file, or the object of values alone.
func parseFile(text string) (preset.File, preset.Filling, error) {
	if strings.TrimSpace(text) == "" {
		return preset.File{}, preset.Filling{}, fault.BadField("json", "required", "paste the JSON of a preset")
	}
	if len(text) > preset.MaxFileBytes {
		return preset.File{}, preset.Filling{}, fault.BadField("json", "max_length",
			"the file must have at most %s", fault.Size(preset.MaxFileBytes))
	}
	if deep := preset.TooDeep([]byte(text)); deep != nil {
		return preset.File{}, preset.Filling{}, fault.BadFields([]fault.Field{*deep})
	}
	var f preset.File
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if !preset.IsFile([]byte(text)) {
		f = preset.File{Values: json.RawMessage(text)}
	} else if err := d.Decode(&f); err != nil {
		return f, preset.Filling{}, fault.BadField("json", "syntax",
			"this is not an exported preset: look at %q", misfit(text))
	} else if err := fault.BadFields(preset.Repeated([]byte(text), 1)); err != nil {
		return f, preset.Filling{}, err
	}
	filling, err := f.Parse()
	return f, filling, err
}

// misfit returns the first name in a file that no export has, or whose value is of another kind than in one.
func misfit(text string) string {
	var all map[string]json.RawMessage
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		return ""
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		alone, err := json.Marshal(map[string]json.RawMessage{name: all[name]})
		d := json.NewDecoder(bytes.NewReader(alone))
		d.DisallowUnknownFields()
		if err != nil || d.Decode(&preset.File{}) != nil {
			return name
		}
	}
	return ""
}

// wholes are the parts of a file of which a message says the name itself.
var wholes = []string{"json", "values", "texts", "palette"}

// inField returns an error about a file as one about the field that it was typed into, with the first mistakes.
func inField(v shell.Visitor, err error, mistakes []fault.Field) error {
	const listed = 8
	var texts []string
	for i, m := range mistakes {
		if i == listed {
			texts = append(texts, v.N(len(mistakes)-listed, "1 more mistake", "%d more mistakes"))
			break
		}
		text := v.Translate(m.Message)
		if m.Rule == "unique" || !slices.Contains(wholes, m.Name) {
			text = m.Name + ": " + text
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return err
	}
	return fault.BadField("json", "format", "%s", strings.Join(texts, "; "))
}

// lackingMedia returns an error about uploads that a file names as one about the field that it was typed into; any
// other error as it is.
func lackingMedia(v shell.Visitor, err error) error {
	mistakes := slices.DeleteFunc(fault.FieldsOf(err), func(f fault.Field) bool {
		return f.Rule != "unknown_media" && f.Rule != "media"
	})
	if len(mistakes) == 0 {
		return err
	}
	return inField(v, err, mistakes)
}

// importNew creates a preset from a file.
func (w *Handler) importNew(c *fiber.Ctx, v shell.Visitor) error {
	f, filling, err := parseFile(form.Value(c, "json"))
	if err != nil {
		return w.refusedList(c, v, inField(v, err, fault.FieldsOf(err)))
	}
	if name := strings.TrimSpace(form.Value(c, "name")); name != "" {
		f.Name = name
	}
	p, err := w.Presets.Create(c.UserContext(), v.Actor(), v.Company,
		presets.NewPreset{
			Name:        f.Name,
			Description: f.Description,
			Content:     filling.Content,
			Palette:     filling.Palette,
			Imported:    true,
		})
	if err == nil {
		return done(c, pathOf(p.Name), "imported")
	}
	return w.refusedList(c, v, lackingMedia(v, err))
}

// replaceDraft replaces the draft of a preset by a file.
func (w *Handler) replaceDraft(c *fiber.Ctx, v shell.Visitor) error {
	_, filling, err := parseFile(form.Value(c, "json"))
	if err != nil {
		return w.refuse(c, v, w.usePage, inField(v, err, fault.FieldsOf(err)))
	}
	p, err := over(w, c, v, ofDraft)
	if err == nil {
		_, err = w.Presets.ReplaceDraft(c.UserContext(), v.Actor(), v.Company, p.Name, p.Revision, filling)
	}
	if err == nil {
		return done(c, pathOf(p.Name), "imported")
	}
	return w.refuse(c, v, w.usePage, lackingMedia(v, err))
}
