package preset

import (
	"slices"
	"strings"
	"unicode"

	"proofdesk/engine/spelling"
)

// synonyms are other words for the words of names, each with those that it may mean.
var synonyms = map[string][]string{
	"blur":        {"focus"},
	"blurred":     {"focus"},
	"blurry":      {"focus"},
	"sharpness":   {"focus"},
	"reflection":  {"glare"},
	"shine":       {"glare"},
	"dark":        {"brightness", "light"},
	"bright":      {"brightness"},
	"background":  {"bg"},
	"button":      {"btn"},
	"colour":      {"color"},
	"colours":     {"color"},
	"fake":        {"realness", "fake"},
	"genuine":     {"realness"},
	"spoof":       {"live", "fake", "realness"},
	"liveness":    {"live"},
	"zoom":        {"closer"},
	"near":        {"closer"},
	"far":         {"away", "closer"},
	"timeout":     {"timer", "delay"},
	"seconds":     {"timer", "delay", "sec"},
	"again":       {"retry"},
	"attempts":    {"retry", "limit"},
	"picture":     {"image", "preview"},
	"logo":        {"image"},
	"icon":        {"image", "icon"},
	"face":        {"selfie", "face"},
	"fingerprint": {"finger"},
	"thumb":       {"finger"},
	"barcode":     {"barcode"},
	"chip":        {"nfc"},
	"header":      {"toolbar", "title"},
	"heading":     {"title"},
	"text":        {"text", "label"},
	"typeface":    {"font"},
	"reflejo":     {"glare"},
	"brillo":      {"glare", "brightness"},
	"enfoque":     {"focus"},
	"fondo":       {"bg"},
	"boton":       {"btn"},
	"letra":       {"font"},
	"imagen":      {"image"},
	"rostro":      {"face"},
	"idioma":      {"language"},
	"firma":       {"signature"},
	"dedo":        {"finger"},
}

// entry is what a search compares of an option.
type entry struct {
	option   Option
	names    []string // the name, the path and the aliases
	words    []string // of the name and the aliases
	meanings map[string][]string
}

var indexed []entry // of options, in their order, and of the slots of the palette after them

func init() {
	for _, o := range slices.Concat(options, slots) {
		e := entry{option: o, names: []string{folded(o.Name), folded(o.Path)}, meanings: map[string][]string{}}
		e.words = nameWords(o.Name)
		for _, alias := range o.Aliases {
			e.names = append(e.names, folded(alias))
			e.words = append(e.words, nameWords(alias)...)
		}
		for language, text := range o.Meaning {
			e.meanings[language] = strings.FieldsFunc(folded(text), func(r rune) bool {
				return !unicode.IsLetter(r) && !unicode.IsDigit(r)
			})
		}
		indexed = append(indexed, e)
	}
}

// nameWords splits a name such as captureScreenBgColor or CFC_KEEP_INDEX_FINGER into its words.
func nameWords(name string) []string {
	var all []string
	word, lower := "", false
	end := func() {
		if word != "" {
			all = append(all, folded(word))
		}
		word = ""
	}
	for _, r := range name {
		if r == '_' || unicode.IsUpper(r) && lower {
			end()
		}
		if lower = !unicode.IsUpper(r); r != '_' {
			word += string(r)
		}
	}
	end()
	return all
}

var accents = strings.NewReplacer("á", "a", "é", "e", "í", "i", "ó", "o", "ú", "u", "ü", "u", "ñ", "n")

// folded returns a text without case and the accents of Spanish.
func folded(text string) string { return accents.Replace(strings.ToLower(text)) }

// matchName returns how well a word matches the names.
func (e *entry) matchName(word string) int {
	switch {
	case slices.Contains(e.names, word):
		return exactName
	case slices.Contains(e.words, word):
		return nameWord
	case slices.ContainsFunc(e.words, func(w string) bool { return strings.HasPrefix(w, word) }):
		return nameBegins
	case len(word) > 1 && slices.ContainsFunc(e.names, func(n string) bool { return strings.Contains(n, word) }):
		return nameHolds
	}
	return 0
}

// matchValue returns how well a word matches what the draft sets, and the default where it sets nothing.
func (e *entry) matchValue(word string, s Subject) int {
	value, ok := s.Content.Values[e.option.Path]
	if !ok {
		value = e.option.Default
	}
	if strings.Contains(valueText(value), word) && (len(word) > 1 || valueText(value) == word) {
		return valueHolds
	}
	for _, texts := range s.Content.Texts {
		if text, ok := texts[e.option.Path]; ok && len(word) > 1 && strings.Contains(valueText(text), word) {
			return valueHolds
		}
	}
	return 0
}

// matchMeaning returns how well a word matches the meaning.
func (e *entry) matchMeaning(word, language string) int {
	words, ok := e.meanings[language]
	if !ok {
		words = e.meanings["en"]
	}
	switch {
	case slices.Contains(words, word):
		return meaningWord
	case len(word) > 2 && slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(w, word) }):
		return meaningHas
	}
	return 0
}

// nearly reports whether a word is a misspelling of a word of a name, or of a whole name.
func (e *entry) nearly(word string) bool {
	const shortest, longest = 4, 80
	if len(word) < shortest || len(word) > longest {
		return false
	}
	limit := allowedDistance(word)
	near := func(known string) bool {
		return len(known) >= shortest && spelling.Distance(word, known, limit) <= limit
	}
	return slices.ContainsFunc(e.words, near) || near(e.names[0])
}
