package format

import "strings"

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

// Sentence begins a text with a capital letter.
func Sentence(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// ShortID returns both ends of an identifier.
func ShortID(id string) string {
	if len(id) < 12 {
		return id
	}
	return id[:4] + "…" + id[len(id)-4:]
}
