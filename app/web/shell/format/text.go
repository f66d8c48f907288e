package format

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Join joins the texts that are not empty.
func Join(separator string, texts ...string) string {
	var some []string
	for _, text := range texts {
		if text != "" {
			some = append(some, text)
		}
	}
	return strings.Join(some, separator)
}

// maxShown is how many characters of a text from a request are shown.
const maxShown = 40

// Shorten returns the beginning of a text that came with a request.
func Shorten(text string) string {
	if all := []rune(text); len(all) > maxShown {
		return string(all[:maxShown]) + "…"
	}
	return text
}

// Words writes a code as people read it: PASSPORT_CARD as "passport card".
func Words(code string) string {
	return strings.ToLower(strings.NewReplacer("_", " ", ".", " ").Replace(code))
}

// Sentence begins a text with a capital letter, unless it begins with the name of an option such as moveCloser or
// signature_stroke_color, or with that of a field and a colon.
func Sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	word, _, _ := strings.Cut(text, " ")
	if size == 0 || strings.HasSuffix(word, ":") || strings.ContainsFunc(word[size:], inNames) {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// inNames reports whether a letter is found inside names of options only, and not inside words.
func inNames(r rune) bool { return unicode.IsUpper(r) || r == '_' }

// ShortID returns both ends of an identifier.
func ShortID(id string) string {
	if len(id) < 12 {
		return id
	}
	return id[:4] + "…" + id[len(id)-4:]
}
