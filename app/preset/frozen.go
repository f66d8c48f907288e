package preset

import "maps"

// Frozen returns the content of the edition with the defaults of its time that are others today as if they were set,
// so that it can be compared with another and drawn.
func (e Edition) Frozen() Content {
	all := Content{Values: Values{}, Texts: map[string]Values{}}
	maps.Copy(all.Values, e.Content.Values)
	for language, texts := range e.Content.Texts {
		all.Texts[language] = maps.Clone(texts)
	}
	for _, o := range options {
		if _, set := e.Content.Values[o.Path]; !set {
			all.freeze(o, o.frozen(e.Defaults))
		}
	}
	return all
}

// freeze sets an option that is not set for every language to its default of another time, where that differs.
func (c Content) freeze(today, then Option) {
	if today.Type != String {
		if !Same(today.Default, then.Default) {
			c.Values[today.Path] = then.Default
		}
		return
	}
	for _, language := range Languages() {
		text := then.DefaultIn(newest, language)
		if _, set := c.Texts[language][today.Path]; set || text == today.DefaultIn(newest, language) {
			continue
		}
		if c.Texts[language] == nil {
			c.Texts[language] = Values{}
		}
		c.Texts[language][today.Path] = text
	}
}

// Option returns an option, or the slot of the palette, with the defaults of the edition's time.
func (e Edition) Option(path string) (Option, bool) {
	o, ok := Known(path)
	return o.frozen(e.Defaults), ok
}
