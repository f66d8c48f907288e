package words_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"proofdesk/views/words"
)

var (
	// plainWord is a word without capitals. A name such as PNG has some, and so may stand in every language.
	plainWord = regexp.MustCompile(`[\p{L}\d_.@-]*\p{L}[\p{L}\d_.@-]*`)
	// shortSpan is a period as a query writes it, such as 7d.
	shortSpan = regexp.MustCompile(`\b\d+[dhms]\b`)
	// quotedValue is what a refusal cites of a form, or an address that serves as an example.
	quotedValue = regexp.MustCompile(`%[sqdv]|https?:\S*|\S+\.example\b|America/Mexico_City|media:sha256-`)
)

// bilingual are words of refusals that English and Spanish share, and names that developers write as they are.
var bilingual = []string{
	"a", "admin", "bytes", "chip", "factor", "host", "no", "retire", "roles", "scripts", "token", "use",
	"application.decision", "application.reviewed", "example.com", "f", "id", "kid", "kiosk@3", "t",
}

func TestARefusalNamesNoRawCode(t *testing.T) {
	all := refusals(t)
	for english := range areas(t)["es/refusals.json"] {
		all[english] = "es/refusals.json"
	}
	for english, path := range all {
		spanish := plainWord.FindAllString(quotedValue.ReplaceAllString(words.Spanish.T(english), ""), -1)
		for _, word := range plainWord.FindAllString(quotedValue.ReplaceAllString(english, ""), -1) {
			word = strings.Trim(word, ".-")
			if word == strings.ToLower(word) && slices.Contains(spanish, word) && !slices.Contains(bilingual, word) {
				t.Errorf("%s: %q holds %q in both languages: name it as the page does", path, english, word)
			}
		}
		if span := shortSpan.FindString(english); span != "" {
			t.Errorf("%s: %q writes a period as %s: write days or hours", path, english, span)
		}
	}
}
