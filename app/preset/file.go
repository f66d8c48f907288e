package preset

import (
	"encoding/json"

	"proofdesk/app/fault"
)

// File is a preset as it is exported and imported: its draft, or one version. Values are the SDK's nested objects,
// Texts the same by language. Version and Catalogue say what was exported; an import always fills the draft.
type File struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Version     int             `json:"version,omitempty"`   // 0 for the draft
	Catalogue   string          `json:"catalogue,omitempty"` // CatalogueVersion of the version's time
	Values      json.RawMessage `json:"values"`
	Texts       json.RawMessage `json:"texts,omitempty"`
	Palette     json.RawMessage `json:"palette,omitempty"` // of a draft: slots by name
}

// FileOf returns the file of a version of a preset.
func FileOf(p Preset, e Edition) (File, error) {
	f := File{Name: p.Name, Description: p.Description, Version: e.Number, Catalogue: e.Catalogue}
	err := f.write(e.Content)
	return f, err
}

// DraftFile returns the file of a preset's draft: what is set by hand, and the palette that fills the rest.
func DraftFile(p Preset) (File, error) {
	f := File{Name: p.Name, Description: p.Description}
	err := f.write(p.Draft.ByHand())
	if palette := p.Draft.Palette(); err == nil && len(palette) > 0 {
		f.Palette, err = json.Marshal(palette)
	}
	return f, err
}

// Size returns how many bytes the file of a draft has, without the preset's name and description.
func (d Draft) Size() (int, error) {
	f, err := DraftFile(Preset{Draft: d})
	return len(f.Values) + len(f.Texts) + len(f.Palette), err
}

// write writes a content into the file.
func (f *File) write(c Content) error {
	var err error
	if f.Values, err = json.Marshal(c.Values.Nested()); err != nil {
		return err
	}
	if texts := c.NestedTexts(); len(texts) > 0 {
		f.Texts, err = json.Marshal(texts)
	}
	return err
}

// IsFile reports whether a JSON text is a file, and not the object of values alone.
func IsFile(text []byte) bool {
	var named map[string]json.RawMessage
	if err := json.Unmarshal(text, &named); err != nil {
		return false
	}
	return named["name"] != nil || named["values"] != nil || named["texts"] != nil || named["palette"] != nil
}

// Parse parses and checks what the file sets.
func (f File) Parse() (Filling, error) {
	content, palette, err := ParseContent(f.Values, f.Texts, f.Palette)
	return Filling{Content: content, Palette: palette, Imported: true, Description: f.Description}, err
}

// ParseContent parses and checks a content and a palette: the SDK's nested objects, by language the texts that differ,
// and slots by name. Each may be missing. The first mistakes are reported at once. A null leaves its option unset, as
// if it were not there.
func ParseContent(values, texts, slots json.RawMessage) (Content, Palette, error) {
	c := Content{Values: Values{}}
	var all, wrong mistakes
	if values != nil {
		c.Values, all = parseValues(values)
	}
	if len(texts) > 0 {
		c.Texts, wrong = parseTexts(texts)
		all.take(wrong)
	}
	var palette Palette
	if len(slots) > 0 {
		palette, wrong = parsePalette(slots)
		all.take(wrong)
	}
	return c, palette, fault.BadFields(all.fields("values"))
}
