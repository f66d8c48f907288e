package preset

import (
	"maps"
	"slices"
)

// Effective returns all options that an SDK version has, with the values that are set and the defaults for the others.
// A text is the one that is set for the language in force, else the one that is set for every language, else the
// default in that language.
func (c Content) Effective(v Version) Values { return c.effective(v, nil) }

// Effective is like Content.Effective, with the defaults of the time at which the edition was published.
func (e Edition) Effective(v Version) Values { return e.Content.effective(v, e.Defaults) }

// FreezeDefaults returns the defaults of today, for an edition that is published now.
func FreezeDefaults() map[string]FrozenDefault {
	all := make(map[string]FrozenDefault, len(options))
	for _, o := range options {
		f := FrozenDefault{Default: o.Default, Texts: o.Texts}
		if o.Earlier != nil {
			f.Earlier = o.Earlier.Default
		}
		all[o.Path] = f
	}
	return all
}

func (c Content) effective(v Version, frozen map[string]FrozenDefault) Values {
	c = c.named(v)
	all := make(Values, len(options))
	language := c.language(v, frozen)
	for _, o := range options {
		if !o.In(v) {
			continue
		}
		if text, ok := c.Texts[language][o.Path]; ok {
			all[o.Path] = text
		} else if value, ok := c.Values[o.Path]; ok {
			all[o.Path] = value
		} else {
			all[o.Path] = o.frozen(frozen).DefaultIn(v, language)
		}
	}
	return all
}

// language returns the language in force: what is set, or the default.
func (c Content) language(v Version, frozen map[string]FrozenDefault) string {
	o, _ := Find("language")
	value, ok := c.Values[o.Path]
	if !ok {
		value = o.frozen(frozen).DefaultFor(v)
	}
	language, _ := value.(string)
	return language
}

// frozen returns the option with the defaults that were frozen, where it is among them.
func (o Option) frozen(all map[string]FrozenDefault) Option {
	f, ok := all[o.Path]
	if !ok {
		return o
	}
	o.Default, o.Texts = f.Default, f.Texts
	if o.Earlier != nil && f.Earlier != nil {
		o.Earlier = &Earlier{Before: o.Earlier.Before, Default: f.Earlier}
	}
	return o
}

// In returns the edition with a language of the capture screens.
func (e Edition) In(language string) Edition { return e.With(Values{"language": language}) }

// With returns the edition with other values in place of its own. A text holds in every language.
func (e Edition) With(host Values) Edition {
	values := Values{}
	maps.Copy(values, e.Content.Values)
	maps.Copy(values, host)
	texts := map[string]Values{}
	for language, own := range e.Content.Texts {
		texts[language] = maps.Clone(own)
		maps.DeleteFunc(texts[language], func(path string, _ any) bool { return host[path] != nil })
	}
	e.Content.Values, e.Content.Texts = values, texts
	return e
}

// InForce returns the options in force in the newest SDK version.
func (e Edition) InForce() Values { return e.Effective(newest) }

// SameInForce reports whether two editions have the same values in force, in every language.
func (e Edition) SameInForce(other Edition) bool {
	if !maps.EqualFunc(e.InForce(), other.InForce(), Same) {
		return false
	}
	return !slices.ContainsFunc(Languages(), func(language string) bool {
		return !maps.EqualFunc(e.In(language).InForce(), other.In(language).InForce(), Same)
	})
}

// Defaults returns the options in force without any preset.
func Defaults(v Version) Values { return Content{}.Effective(v) }

// ForServer returns the values that the server acts on by name, for the engine and the policy. No such name is in two
// groups.
func (v Values) ForServer() map[string]any {
	all := map[string]any{}
	for path, value := range v {
		if o, ok := Find(path); ok && slices.Contains(o.Acts, Server) {
			all[o.Name] = value
		}
	}
	return all
}
