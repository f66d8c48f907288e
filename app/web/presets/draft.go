package presets

import (
	"encoding/json"
	"maps"
	"time"

	"github.com/gofiber/fiber/v2"

	"proofdesk/app/fault"
	"proofdesk/app/preset"
	"proofdesk/app/presets"
	"proofdesk/app/web/shell"
)

// draft is a preset's draft with what its pages need to know about it.
type draft struct {
	preset.Preset
	content  preset.Content  // what would be published
	hand     preset.Content  // of it: without what the palette fills
	flat     preset.Values   // what is set by hand, slots of the palette included
	before   preset.Values   // what the newest version sets, flat
	changed  map[string]bool // options that differ from it, without the language of a text
	mistakes map[string][]fault.Field
	warnings map[string][]fault.Field
	names    map[string]string // of people, as the audit trail names them
	uploads  []preset.Media    // of the company
	files    fileNames         // of its uploads
	changers map[changer]string
}

// changer is who changed an option, and when. Many options have the same, so that the words for it are kept.
type changer struct {
	by string
	at time.Time
}

// draftOf reads the draft of a preset.
func (w *Handler) draftOf(c *fiber.Ctx, v shell.Visitor) (draft, error) {
	p, err := w.Store.Preset(c.UserContext(), v.Company, c.Params("name"))
	if err != nil {
		return draft{}, err
	}
	return w.drafted(c, v, p)
}

// opened returns a draft that is compared with nothing.
func opened(p preset.Preset) draft {
	return draft{
		Preset:  p,
		content: p.Draft.Content(),
		hand:    p.Draft.ByHand(),
		flat:    p.Draft.Values(),
		before:  preset.Values{},
	}
}

func (w *Handler) drafted(c *fiber.Ctx, v shell.Visitor, p preset.Preset) (draft, error) {
	d := opened(p)
	if p.Latest > 0 {
		before, err := w.Store.PresetContent(c.UserContext(), v.Company, p.Name, p.Latest)
		if err != nil {
			return d, err
		}
		d.before = before.Flat()
	}
	d.changed = map[string]bool{}
	for _, difference := range preset.Compare(d.before, d.content.Flat()) {
		d.changed[optionPath(difference.Path)] = true
	}
	d.judge()
	var err error
	if d.uploads, err = w.Store.AllPresetMedia(c.UserContext(), v.Company); err != nil {
		return d, err
	}
	d.files = fileNamesOf(d.uploads)
	names, err := w.actorNames(c, v)
	d.names, d.changers = names, map[changer]string{}
	return d, err
}

// judge finds mistakes and warnings.
func (d *draft) judge() {
	mistakes, warnings := presets.Problems(d.Draft)
	d.mistakes, d.warnings = byPath(mistakes), byPath(warnings)
}

func byPath(fields []fault.Field) map[string][]fault.Field {
	all := map[string][]fault.Field{}
	for _, f := range fields {
		all[f.Name] = append(all[f.Name], f)
	}
	return all
}

// optionPath returns the path of the option that a path of a draft is about: a text in one language is of its option.
func optionPath(path string) string {
	if o, ok := preset.Known(path); ok {
		return o.Path
	}
	return path
}

// subject returns the draft as a search looks at it.
func (d draft) subject(v shell.Visitor) preset.Subject {
	wrong := map[string]bool{}
	for path := range d.mistakes {
		wrong[path] = true
	}
	for path := range d.warnings {
		wrong[path] = true
	}
	palette := preset.Values{}
	for _, slot := range preset.Slots() {
		if value := d.flat[slot.Path]; value != nil {
			palette[slot.Path] = value
		}
	}
	return preset.Subject{
		Content:  d.content,
		Palette:  palette,
		Filled:   d.filled(),
		Changed:  d.changed,
		Wrong:    wrong,
		Language: string(v.Language),
	}
}

// filled returns the paths of the options that the palette fills.
func (d draft) filled() map[string]bool {
	all := map[string]bool{}
	for path := range d.content.Values {
		if _, own := d.hand.Values[path]; !own {
			all[path] = true
		}
	}
	return all
}

// differ counts the options that the draft sets to something else than their defaults.
func (d draft) differ() int {
	n := 0
	for _, o := range preset.Options() {
		if d.content.Differs(o) {
			n++
		}
	}
	return n
}

// by reports who set an option last, and when; empty where it is not set.
func (d draft) by(v shell.Visitor, path string) string {
	last := d.Draft[path]
	for _, language := range preset.Languages() {
		text := d.Draft[preset.TextPath(language, path)]
		if text.Value != nil && (last.Value == nil || text.At.After(last.At)) {
			last = text
		}
	}
	if last.Value == nil {
		return ""
	}
	key := changer{last.By, last.At}
	text, known := d.changers[key]
	if !known {
		text = who(v, last.By, d.names) + ", " + v.When(last.At)
		d.changers[key] = text
	}
	return text
}

// scriptDraft is what a draft sets by hand as the script of the editor holds it, slots of the palette included.
type scriptDraft struct {
	Revision int64                    `json:"revision"` // grows with every change of the preset
	Values   preset.Values            `json:"values"`
	Texts    map[string]preset.Values `json:"texts"`
}

func (d draft) script() scriptDraft {
	c := d.flat.Content()
	return scriptDraft{Revision: d.Revision, Values: c.Values, Texts: c.Texts}
}

// draftJSON returns what a content sets as scripts hold it.
func draftJSON(c preset.Content) string {
	texts := c.Texts
	if texts == nil {
		texts = map[string]preset.Values{}
	}
	return jsonText(map[string]any{"values": c.Values, "texts": texts})
}

// baseJSON returns what the draft sets of some options, by the path of a flat content. Where something was typed and
// not saved, that was made from what the form showed then.
func (d draft) baseJSON(options []preset.Option, bases map[string]any) string {
	listed := map[string]bool{}
	for _, o := range options {
		listed[o.Path] = true
	}
	base := map[string]any{}
	for path, value := range d.flat {
		if listed[optionPath(path)] {
			base[path] = value
		}
	}
	maps.Copy(base, bases)
	return jsonText(base)
}

// jsonText encodes what encoding/json has decoded, or values that always encode.
func jsonText(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return "null"
	}
	return string(text)
}
