package words_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"proofdesk/app/catalogue"
)

// term is a line of a list of terms: one word for one thing, and the words that are not used for it.
type term struct {
	word     string
	rejected []string
}

// terms reads the list of a language. The last field of a line holds the rejected words, and the one before it the
// term.
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
		last := len(fields) - 1
		all = append(all, term{fields[last-1], strings.Split(fields[last], ", ")})
	}
	return all
}

// texts lists everything that the console says in a language.
func texts(t *testing.T, spanish bool) []string {
	t.Helper()
	var all []string
	for _, entries := range areas(t) {
		if spanish {
			all = slices.AppendSeq(all, maps.Values(entries))
		} else {
			all = slices.AppendSeq(all, maps.Keys(entries))
		}
	}
	for english, translated := range catalogue.Translations()["es"] {
		if spanish {
			english = translated
		}
		all = append(all, english)
	}
	return all
}

// holds reports whether any of the texts has the words, in any capitals, and returns it.
func holds(texts []string, word string) (string, bool) {
	whole := regexp.MustCompile(`(?i)(^|\P{L})` + regexp.QuoteMeta(word) + `($|\P{L})`)
	at := slices.IndexFunc(texts, whole.MatchString)
	if at < 0 {
		return "", false
	}
	return texts[at], true
}

func TestEachTermIsUsedAndItsRejectedWordsAreNot(t *testing.T) {
	for path, spanish := range map[string]bool{"en/terms.txt": false, "es/terms.txt": true} {
		said := texts(t, spanish)
		list := terms(t, path)
		if len(list) < 5 {
			t.Fatalf("%s: only %d terms", path, len(list))
		}
		for _, one := range list {
			if _, ok := holds(said, one.word); !ok {
				t.Errorf("%s: no text uses %q", path, one.word)
			}
			for _, word := range one.rejected {
				if text, ok := holds(said, word); ok {
					t.Errorf("%s: %q says %q instead of %q", path, text, word, one.word)
				}
			}
		}
	}
}
