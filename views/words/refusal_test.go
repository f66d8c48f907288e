package words_test

import (
	"os"
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
	"a", "admin", "bytes", "chip", "control", "factor", "host", "no", "retire", "roles", "scripts", "token", "total",
	"use",
	"application.decision", "application.reviewed", "example.com", "f", "id", "kid", "kiosk@3", "t",
	"API", "GIF", "HTTP", "JPEG", "JSON", "MEX", "OTF", "PNG", "PostgreSQL", "SDK", "SQLite", "SVG", "TTF", "URL",
	"WOFF", "WOFF2", "WebP",
}

// english are words that the source uses as codes too, and that only refusals say.
var english = []string{
	"actions", "button", "damaged", "density", "dropped", "images", "label", "promoted", "slug", "theme",
}

var (
	// codeLiteral is a text of the source that may be a code: one word between quotes.
	codeLiteral = regexp.MustCompile(`"([\p{L}_][\p{L}\d_.]*)"`)
	// codeShape is a word that is written as no language writes one: start_page, startPage, page.start or PENDING.
	codeShape = regexp.MustCompile(`_|\p{Ll}[.]?\p{Lu}|\p{L}[.]\p{L}|^\p{Lu}{3,}`)
)

// vocabulary holds what tells words from raw codes.
type vocabulary struct {
	codes   map[string]bool // of the source
	english map[string]bool // said by what is no refusal
	spanish map[string]bool
}

func vocabularyOf(t *testing.T) vocabulary {
	t.Helper()
	v := vocabulary{codes: map[string]bool{}, english: map[string]bool{}, spanish: map[string]bool{}}
	walk(t, refusing, func(path string) {
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return
		}
		source, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range codeLiteral.FindAllSubmatch(source, -1) {
			v.codes[string(found[1])] = true
		}
	})
	for path, entries := range areas(t) {
		if path == "es/refusals.json" {
			continue
		}
		for sentence, translation := range entries {
			for _, word := range wordsOf(sentence) {
				v.english[word] = true
			}
			for _, word := range wordsOf(translation) {
				v.spanish[word] = true
			}
		}
	}
	return v
}

// wordsOf returns the words of a refusal without what it cites.
func wordsOf(refusal string) []string {
	all := plainWord.FindAllString(quotedValue.ReplaceAllString(refusal, ""), -1)
	for i, word := range all {
		all[i] = strings.Trim(word, ".-")
	}
	return all
}

// raw returns the words of a refusal that are codes: those of the source that no other sentence of that language says,
// and in Spanish also those that an English sentence says.
func (v vocabulary) raw(refusal, spanish string) []string {
	var found []string
	for _, word := range wordsOf(refusal) {
		code := codeShape.MatchString(word) || v.codes[word] && !v.english[word]
		if code && !slices.Contains(bilingual, word) && !slices.Contains(english, word) {
			found = append(found, word)
		}
	}
	for _, word := range wordsOf(spanish) {
		lower := word == strings.ToLower(word)
		code := codeShape.MatchString(word) || lower && (v.english[word] || v.codes[word] && !v.spanish[word])
		if code && !slices.Contains(bilingual, word) {
			found = append(found, word)
		}
	}
	return found
}

func TestARawCodeIsSeenInEitherLanguage(t *testing.T) {
	v := vocabularyOf(t)
	for _, one := range []struct{ english, spanish, code string }{
		{"choose a way to sort", "elija newest o jobs", "newest"},
		{"choose whether to start here or to clear", "elija start o unstart", "unstart"},
		{"choose start or unstart", "elija esta página o ninguna", "unstart"},
		{"choose PENDING or another state", "elija un estado", "PENDING"},
		{"choose a state", "elija sent_back u otro", "sent_back"},
		{"choose fullPage or another size", "elija un tamaño", "fullPage"},
	} {
		if found := v.raw(one.english, one.spanish); !slices.Contains(found, one.code) {
			t.Errorf("%q, %q: of %s nothing is seen, only %q", one.english, one.spanish, one.code, found)
		}
	}
}

func TestARefusalNamesNoRawCode(t *testing.T) {
	all := refusals(t)
	for refusal := range areas(t)["es/refusals.json"] {
		all[refusal] = "es/refusals.json"
	}
	v := vocabularyOf(t)
	for refusal, path := range all {
		spanish := words.Spanish.T(refusal)
		if spanish == refusal {
			spanish = "" // an answer to programs, which is English only
		}
		for _, word := range v.raw(refusal, spanish) {
			t.Errorf("%s: %q (%q) holds %q: name it as the page does", path, refusal, spanish, word)
		}
		if span := shortSpan.FindString(refusal); span != "" {
			t.Errorf("%s: %q writes a period as %s: write days or hours", path, refusal, span)
		}
	}
}
