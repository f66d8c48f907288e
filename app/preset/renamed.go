package preset

import (
	"maps"
	"slices"
)

// named returns the content with what is set for options that an SDK version knows by an earlier name, under that name
// too. What is set for the earlier name itself stays.
func (c Content) named(v Version) Content {
	if !v.before(currentLine) {
		return c
	}
	named := Content{Values: maps.Clone(c.Values), Texts: map[string]Values{}}
	if named.Values == nil {
		named.Values = Values{}
	}
	for language, texts := range c.Texts {
		named.Texts[language] = maps.Clone(texts)
	}
	for _, o := range options {
		if _, own := c.Values[o.Path]; own || o.Now == "" {
			continue
		}
		if value, ok := c.Values[o.Now]; ok {
			named.Values[o.Path] = value
		}
		for language, texts := range c.Texts {
			_, own := texts[o.Path]
			if text, ok := texts[o.Now]; ok && !own {
				named.Texts[language][o.Path] = text
			}
		}
	}
	return named
}

// For returns what the content sets for an SDK version, by the names that options have there.
func (c Content) For(v Version) Content {
	foreign := func(path string, _ any) bool {
		o, _ := Find(path)
		return !o.In(v)
	}
	c = c.named(v)
	only := Content{Values: maps.Clone(c.Values), Texts: map[string]Values{}}
	maps.DeleteFunc(only.Values, foreign)
	for language, texts := range c.Texts {
		some := maps.Clone(texts)
		maps.DeleteFunc(some, foreign)
		only.Texts[language] = some
	}
	return only
}

// Lacking lists the options that a content sets and an SDK version ignores, in the order of the catalogue. An option
// that has another name there is not ignored, nor is one whose value another option of its slot of the palette shows
// there, as a slot fills options of every SDK version.
func (c Content) Lacking(v Version) []Option {
	var lacking []Option
	for _, o := range options {
		if !o.In(v) && c.Sets(o.Path) && !c.shows(o, v) {
			lacking = append(lacking, o)
		}
	}
	return lacking
}

// shows reports whether an SDK version shows the value of an option that it lacks by another option.
func (c Content) shows(lacking Option, v Version) bool {
	return slices.ContainsFunc(options, func(o Option) bool {
		switch {
		case !o.In(v):
			return false
		case o.Path == lacking.Before, o.Path == lacking.Now && c.Sets(o.Path):
			return true
		}
		return o.Palette != "" && o.Palette == lacking.Palette && c.Sets(o.Path) &&
			Same(c.Values[o.Path], c.Values[lacking.Path])
	})
}
