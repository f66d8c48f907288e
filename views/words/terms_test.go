package words_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/catalogue"
	"proofdesk/app/preset"
)

// term is a line of a list of terms: one word for one thing, and the words that are not used for it.
type term struct {
	word     string
	rejected string
	wrong    *regexp.Regexp // finds the rejected words
	said     *regexp.Regexp // finds the English words for it; nil where all sentences are looked at
	unless   *regexp.Regexp // finds English words with which the rejected words are right
}

// text is what the console says: the English sentence and how it is shown in a language.
type text struct{ english, shown string }

// terms reads the list of a language. Its lines hold the term and the rejected words, in a translation after the
// English term; a fourth field makes the line one of a pair of terms, as the list of Spanish terms explains.
func terms(t *testing.T, path string) []term {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var all []term
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSpace(line), " | ")
		if strings.HasPrefix(line, "#") || len(fields) < 2 {
			continue
		}
		if len(fields) == 4 {
			all = append(all, term{fields[1], fields[2], anyOf(fields[2]), anyOf(fields[0]), anyOf(fields[3])})
			continue
		}
		last := len(fields) - 1
		all = append(all, term{word: fields[last-1], rejected: fields[last], wrong: anyOf(fields[last])})
	}
	return all
}

// anyOf finds any of the words of a list, in any capitals.
func anyOf(list string) *regexp.Regexp {
	words := strings.ReplaceAll(regexp.QuoteMeta(list), ", ", "|")
	return regexp.MustCompile(`(?i)(^|\P{L})(` + words + `)($|\P{L})`)
}

// texts lists everything that the console says in a language.
func texts(t *testing.T, spanish bool) []text {
	t.Helper()
	var all []text
	add := func(entries map[string]string) {
		for english, translated := range entries {
			if !spanish {
				translated = english
			}
			all = append(all, text{english, translated})
		}
	}
	for _, entries := range areas(t) {
		add(entries)
	}
	add(catalogue.Translations()["es"])
	for _, o := range preset.Options() {
		add(map[string]string{o.Meaning["en"]: o.Meaning["es"]})
	}
	for _, g := range preset.Groups() {
		add(map[string]string{g.Title["en"]: g.Title["es"]})
	}
	return all
}

// breaks reports whether a text says a rejected word for the term.
func (one term) breaks(s text) bool {
	concerned := one.said == nil || one.said.MatchString(s.english) && !one.unless.MatchString(s.english)
	return concerned && one.wrong.MatchString(s.shown)
}

func TestEachTermIsUsedAndItsRejectedWordsAreNot(t *testing.T) {
	for path, spanish := range map[string]bool{"en/terms.txt": false, "es/terms.txt": true} {
		said := texts(t, spanish)
		list := terms(t, path)
		if len(list) < 5 {
			t.Fatalf("%s: only %d terms", path, len(list))
		}
		for _, one := range list {
			used := anyOf(one.word)
			if !slices.ContainsFunc(said, func(s text) bool { return used.MatchString(s.shown) }) {
				t.Errorf("%s: no text uses %q", path, one.word)
			}
			for _, s := range said {
				if one.breaks(s) {
					t.Errorf("%s: %q says %q instead of %q", path, s.shown, one.rejected, one.word)
				}
			}
		}
	}
}
