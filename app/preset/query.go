package preset

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
)

// Query is a search for options: words that must all match, and filters of which all must hold.
type Query struct {
	words   []string
	filters []string
	groups  []string
	Unknown []string // filters that do not exist, as they were typed
}

// Subject is the draft that a query looks at. Its sets hold the paths of options, without the language of a text.
type Subject struct {
	Content  Content
	Palette  Values          // what the slots of the palette are set to, by path
	Filled   map[string]bool // by the palette
	Changed  map[string]bool // since the version that the draft began from
	Wrong    map[string]bool // with a mistake or a warning
	Language string          // of the meanings that are searched
}

// filters are what a query may ask for beside words, as they are typed.
var filters = map[string]func(o Option, s Subject) bool{
	"@set": func(o Option, s Subject) bool {
		_, slot := SlotOf(o.Path) // which is no option
		return s.Content.Sets(o.Path) && !s.Filled[o.Path] && !slot
	},
	"@palette": func(o Option, s Subject) bool {
		return s.Filled[o.Path]
	},
	"@different": func(o Option, s Subject) bool {
		return s.Content.Differs(o)
	},
	"@changed": func(o Option, s Subject) bool { return s.Changed[o.Path] },
	"@invalid": func(o Option, s Subject) bool { return s.Wrong[o.Path] },
	"@web":     func(o Option, _ Subject) bool { return slices.Contains(o.Acts, Web) },
	"@android": func(o Option, _ Subject) bool { return slices.Contains(o.Acts, Android) },
	"@server":  func(o Option, _ Subject) bool { return slices.Contains(o.Acts, Server) },
}

// Sets reports whether a content sets an option, in any language.
func (c Content) Sets(path string) bool {
	if _, ok := c.Values[path]; ok {
		return true
	}
	for _, texts := range c.Texts {
		if _, ok := texts[path]; ok {
			return true
		}
	}
	return false
}

// Differs reports whether a content sets an option to something else than its default: a text in one language, than
// the default in that language.
func (c Content) Differs(o Option) bool {
	if value, ok := c.Values[o.Path]; ok && !Same(value, o.Default) {
		return true
	}
	for language, texts := range c.Texts {
		if text, ok := texts[o.Path]; ok && !Same(text, o.DefaultIn(newest, language)) {
			return true
		}
	}
	return false
}

// maxWords limits how many words of a query count.
const maxWords = 12

// ParseQuery parses what was typed into a search field. Case and accents do not matter.
func ParseQuery(text string) Query {
	var q Query
	for _, word := range strings.Fields(folded(text)) {
		group, isGroup := strings.CutPrefix(word, "@group:")
		switch {
		case len(q.words)+len(q.filters)+len(q.groups)+len(q.Unknown) == maxWords:
			return q
		case isGroup && group != "":
			q.groups = append(q.groups, group)
		case filters[word] != nil:
			q.filters = append(q.filters, word)
		case strings.HasPrefix(word, "@"):
			q.Unknown = append(q.Unknown, word)
		default:
			q.words = append(q.words, word)
		}
	}
	return q
}

// Empty reports whether a query asks for nothing, so that it finds every option.
func (q Query) Empty() bool { return len(q.words)+len(q.filters)+len(q.groups) == 0 }

// Find returns the options and the slots of the palette that match, the best first: by the exact name, then by a word
// of it, then by meaning and value, and last by a name that is spelled nearly so. Options that match alike keep their
// order.
func (q Query) Find(s Subject) []Option {
	found := q.matches(s)
	slices.SortStableFunc(found, func(a, b match) int { return cmp.Compare(b.score, a.score) })
	all := make([]Option, len(found))
	for i, m := range found {
		all[i] = m.entry.option
	}
	return all
}

// Count returns how many options and slots match. It copies none of them.
func (q Query) Count(s Subject) int { return len(q.matches(s)) }

// match is an option that matches, and how well.
type match struct {
	entry *entry
	score int
}

// matches lists what matches, in the order of the index.
func (q Query) matches(s Subject) []match {
	var found []match
	slots := Subject{Content: Content{Values: s.Palette}, Changed: s.Changed, Wrong: s.Wrong, Language: s.Language}
	for i := range indexed {
		if i == len(options) {
			s = slots
		}
		e := &indexed[i]
		if !q.admits(e.option, s) {
			continue
		}
		if score, ok := q.score(e, s); ok {
			found = append(found, match{e, score})
		}
	}
	return found
}

// admits reports whether an option passes the filters.
func (q Query) admits(o Option, s Subject) bool {
	for _, name := range q.filters {
		if !filters[name](o, s) {
			return false
		}
	}
	if len(q.groups) == 0 {
		return true
	}
	title := "palette paleta"
	if group, ok := GroupOf(o.Path); ok {
		title = folded(group.Key() + " " + group.Title.In("en") + " " + group.Title.In(s.Language))
	}
	title = strings.ReplaceAll(title, " ", "")
	return !slices.ContainsFunc(q.groups, func(wanted string) bool { return !strings.Contains(title, wanted) })
}

// The scores of a match of one word.
const (
	exactName   = 1000
	nameWord    = 300
	nameBegins  = 200
	nameHolds   = 120
	synonymWord = 100
	valueHolds  = 80
	meaningWord = 60
	meaningHas  = 30
	nearName    = 5
)

// score adds up how well each word matches, and reports whether all do.
func (q Query) score(e *entry, s Subject) (int, bool) {
	total := 0
	for _, word := range q.words {
		best := e.matchName(word)
		for _, other := range synonyms[word] {
			best = max(best, min(e.matchName(other), synonymWord))
		}
		best = max(best, e.matchValue(word, s), e.matchMeaning(word, s.Language))
		if best == 0 && e.nearly(word) {
			best = nearName
		}
		if best == 0 {
			return 0, false
		}
		total += best
	}
	return total, true
}

// valueText returns a value as a search finds it.
func valueText(value any) string {
	if text, ok := value.(string); ok {
		return folded(text)
	}
	data, err := json.Marshal(value)
	if err != nil { // what was parsed from JSON always encodes
		return ""
	}
	return string(data)
}
