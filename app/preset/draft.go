package preset

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"proofdesk/app/fault"
)

// textsPrefix begins the path of a text in one language: texts.HI.idCaptureCustomizationOptions.stringOptions.moveAway.
const textsPrefix = "texts."

// Flat returns a content as one map, with the texts of a language under texts.LANGUAGE.
func (c Content) Flat() Values {
	all := maps.Clone(c.Values)
	if all == nil {
		all = Values{}
	}
	for language, texts := range c.Texts {
		for path, text := range texts {
			all[TextPath(language, path)] = text
		}
	}
	return all
}

// Content returns the content of which Flat made values.
func (v Values) Content() Content {
	c := Content{Values: Values{}, Texts: map[string]Values{}}
	for path, value := range v {
		language, of := textPath(path)
		if language == "" {
			c.Values[path] = value
			continue
		}
		if c.Texts[language] == nil {
			c.Texts[language] = Values{}
		}
		c.Texts[language][of] = value
	}
	return c
}

// Holds reports whether a content sets a path of its flat form.
func (c Content) Holds(path string) bool {
	language, of := textPath(path)
	values := c.Values
	if language != "" {
		values = c.Texts[language]
	}
	_, ok := values[of]
	return ok
}

// LanguageOf returns the language of a path of a flat content; empty where it is not of a text in one language.
func LanguageOf(path string) string {
	language, _ := textPath(path)
	return language
}

// textPath splits the path of a text in one language; language is empty for any other path.
func textPath(path string) (language, of string) {
	rest, ok := strings.CutPrefix(path, textsPrefix)
	if !ok {
		return "", path
	}
	language, of, _ = strings.Cut(rest, ".")
	return language, of
}

// TextPath returns the path of a text in one language in a flat content.
func TextPath(language, path string) string { return textsPrefix + language + "." + path }

// Known returns the option, or the slot of the palette, that a path of a draft stands for.
func Known(path string) (Option, bool) {
	if o, ok := SlotOf(path); ok {
		return o, true
	}
	language, of := textPath(path)
	o, ok := Find(of)
	if language == "" {
		return o, ok
	}
	return o, ok && o.Type == String && slices.Contains(Languages(), language)
}

// SetOption is an option that a draft sets, and who set it last. Without a value it is one that was unset, and by whom.
type SetOption struct {
	Value any       `json:"v"`
	By    string    `json:"by"`
	At    time.Time `json:"at"`

	Imported bool `json:"imported,omitempty"` // it came with a file
}

// set reports whether the option is set.
func (s SetOption) set() bool { return s.Value != nil }

// Draft holds what is set by hand: by the path of a flat content, or of a slot of the palette. It also holds who unset
// what was set, for those who still see it set.
type Draft map[string]SetOption

// Content returns what would be published: what is set by hand, and what the palette fills.
func (d Draft) Content() Content {
	c := d.ByHand()
	c.Values = d.Palette().filled(c.Values)
	return c
}

// ByHand returns the options that are set by hand.
func (d Draft) ByHand() Content {
	values := make(Values, len(d))
	for path, s := range d {
		if s.set() && !strings.HasPrefix(path, palettePrefix) {
			values[path] = s.Value
		}
	}
	return values.Content()
}

// Options returns how many options are set by hand. A text counts once, in however many languages it is set; slots of
// the palette are no options.
func (d Draft) Options() int {
	set := map[string]bool{}
	for path, s := range d {
		if s.set() && !strings.HasPrefix(path, palettePrefix) {
			_, of := textPath(path)
			set[of] = true
		}
	}
	return len(set)
}

// Palette returns the slots that are set.
func (d Draft) Palette() Palette {
	p := Palette{}
	for path, s := range d {
		if name, ok := strings.CutPrefix(path, palettePrefix); ok && s.set() {
			p[name] = s.Value
		}
	}
	return p
}

// Values returns all that is set by hand, slots of the palette included, by path.
func (d Draft) Values() Values {
	values := make(Values, len(d))
	for path, s := range d {
		if s.set() {
			values[path] = s.Value
		}
	}
	return values
}

// Filling is what a draft sets as a whole.
type Filling struct {
	Content  Content
	Palette  Palette
	Imported bool // it came with a file

	Description string // of the preset; empty to leave it as it is
}

// Replaced returns a draft that sets something else. What it set before to the same value keeps who set it.
func (d Draft) Replaced(f Filling, by string, at time.Time) Draft {
	next, values := d.without(by, at), f.Content.Flat()
	for name, value := range f.Palette {
		values[palettePrefix+name] = value
	}
	for path, value := range values {
		s, ok := d[path]
		if !ok || !Same(s.Value, value) {
			s = SetOption{Value: value, By: by, At: at, Imported: f.Imported}
		}
		next[path] = s
	}
	return next
}

// without returns a draft in which all that is set was unset.
func (d Draft) without(by string, at time.Time) Draft {
	next := make(Draft, len(d))
	for path, s := range d {
		if s.set() {
			s = SetOption{By: by, At: at}
		}
		next[path] = s
	}
	return next
}

// Imported reports whether all that the draft sets otherwise than a content came with a file.
func (d Draft) Imported(from Content) bool {
	imported := false
	for _, change := range Compare(from.Flat(), d.ByHand().Flat()) {
		s := d[change.Path]
		if s.set() && !s.Imported {
			return false
		}
		imported = imported || s.set()
	}
	return imported
}

// Edit is a change of one option by somebody who saw Base. Nil stands for an option that is not set.
type Edit struct {
	Path  string
	Base  any
	Value any
}

// Overlap is an edit of an option that somebody else has changed since.
type Overlap struct {
	Path   string
	Yours  any
	Theirs any    // nil where they unset it
	By     string // empty where nobody ever set it
	At     time.Time
}

// Edited returns the draft after edits, of which each must be valid. Edits of options that others changed meanwhile are
// returned and not made; what both set to the same value is no overlap.
func (d Draft) Edited(edits []Edit, by string, at time.Time) (Draft, []Overlap) {
	next, overlaps := maps.Clone(d), []Overlap(nil)
	if next == nil {
		next = Draft{}
	}
	for _, e := range edits {
		now := next[e.Path]
		switch {
		case Same(now.Value, e.Value):
		case !Same(now.Value, e.Base):
			overlaps = append(overlaps,
				Overlap{Path: e.Path, Yours: e.Value, Theirs: now.Value, By: now.By, At: now.At})
		default:
			next[e.Path] = SetOption{Value: e.Value, By: by, At: at}
		}
	}
	return next, overlaps
}

// CheckEdit returns an edit with its values in the options' own form, or what is wrong with it.
func CheckEdit(e Edit) (Edit, *fault.Field) {
	o, ok := Known(e.Path)
	if !ok {
		message := "there is no option " + shown(e.Path)
		if strings.HasPrefix(e.Path, palettePrefix) {
			message += "; the nearest is " + nearestSlot(e.Path)
		} else if near := Nearest(e.Path); near != "" {
			message += "; the nearest is " + near
		}
		return e, &fault.Field{Name: shown(e.Path), Rule: "unknown", Message: message}
	}
	language, _ := textPath(e.Path)
	path := o.Path // for an alias, the option itself
	if language != "" {
		path = TextPath(language, o.Path)
	}
	checked := Edit{Path: path}
	if e.Value != nil {
		value, mistake := o.Check(e.Value)
		if mistake != nil {
			mistake.Name = path
			return e, mistake
		}
		checked.Value = value
	}
	if e.Base != nil { // a value that was valid once; one that is not differs from every other
		checked.Base = e.Base
		if base, mistake := o.Check(e.Base); mistake == nil {
			checked.Base = base
		}
	}
	return checked, nil
}

// Same reports whether two values of an option are equal.
func Same(a, b any) bool { return reflect.DeepEqual(a, b) }

// Difference is an option whose value differs between two contents. Nil stands for an option that is not set.
type Difference struct {
	Path     string
	From, To any
}

// Compare lists the differences between two flat contents, in the order of the catalogue; texts of a language come
// after.
func Compare(from, to Values) []Difference {
	var differences []Difference
	for path := range union(from, to) {
		if !Same(from[path], to[path]) {
			differences = append(differences, Difference{path, from[path], to[path]})
		}
	}
	slices.SortFunc(differences, func(a, b Difference) int {
		if n := place(a.Path) - place(b.Path); n != 0 {
			return n
		}
		return strings.Compare(a.Path, b.Path)
	})
	return differences
}

func union(a, b Values) map[string]bool {
	all := map[string]bool{}
	for path := range a {
		all[path] = true
	}
	for path := range b {
		all[path] = true
	}
	return all
}

// place returns a path's place in the catalogue.
func place(path string) int {
	language, of := textPath(path)
	i, ok := byPath[of]
	if !ok || language != "" {
		return len(options) + i
	}
	return i
}

// MarshalJSON returns the content as one flat object, the form in which it is stored.
func (c Content) MarshalJSON() ([]byte, error) { return json.Marshal(c.Flat()) }

// UnmarshalJSON reads what MarshalJSON made.
func (c *Content) UnmarshalJSON(data []byte) error {
	var values Values
	if err := json.Unmarshal(data, &values); err != nil {
		return err
	}
	for path, value := range values {
		values[path] = stored(value)
	}
	*c = values.Content()
	return nil
}

// UnmarshalJSON reads a stored draft.
func (d *Draft) UnmarshalJSON(data []byte) error {
	var all map[string]SetOption
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	for path, s := range all {
		if _, list := s.Value.([]any); list {
			s.Value = stored(s.Value)
			all[path] = s
		}
	}
	*d = all
	return nil
}

// UnmarshalJSON reads a stored default.
func (f *FrozenDefault) UnmarshalJSON(data []byte) error {
	type plain FrozenDefault
	if err := json.Unmarshal(data, (*plain)(f)); err != nil {
		return err
	}
	f.Default, f.Earlier = stored(f.Default), stored(f.Earlier)
	return nil
}

// stored returns a value as the program holds it, of one that encoding/json decoded: a list is one of texts.
func stored(value any) any {
	list, ok := value.([]any)
	if !ok {
		return value
	}
	texts := make([]string, len(list))
	for i, entry := range list {
		texts[i], _ = entry.(string)
	}
	return texts
}
