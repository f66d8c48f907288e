package words

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"

	"proofdesk/app/catalogue"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Language is one of the languages that the console speaks, as its BCP 47 tag.
type Language string

// The source language, in which every sentence is its own key, and those that code or tests name.
const (
	English Language = "en"
	Spanish Language = "es"
)

// files holds a folder per language, named after its tag, with its locale and a file of sentences per area of the
// console. A language is added by adding a folder; its texts of codes are added to package catalogue in the same way.
//
//go:embed */*.json
var files embed.FS

// current holds the languages of the program.
var current = must(load(files, catalogue.Translations()))

// set is what is known of some languages.
type set struct {
	languages []Language // the source language first
	locales   map[Language]Locale
	sentences map[Language]map[string]string // from English, for each language but English
	printers  map[Language]*message.Printer
	small     map[Language]*small
	matcher   language.Matcher
}

func must(s set, err error) set {
	if err != nil {
		panic(err)
	}
	return s
}

// load reads the folders of languages, and adds the texts of codes to their sentences.
func load(from fs.FS, codes map[string]map[string]string) (set, error) {
	s := set{
		locales:   map[Language]Locale{},
		sentences: map[Language]map[string]string{},
		printers:  map[Language]*message.Printer{},
		small:     map[Language]*small{},
	}
	folders, err := fs.Glob(from, "*/"+localeFile)
	if err != nil {
		return s, err
	}
	for _, file := range folders {
		l := Language(path.Dir(file))
		if _, err := language.Parse(string(l)); err != nil {
			return s, fmt.Errorf("the folder %s is not named after a language: %w", l, err)
		}
		if s.locales[l], err = readLocale(from, string(l)); err != nil {
			return s, err
		}
		if s.sentences[l], err = readSentences(from, string(l)); err != nil {
			return s, err
		}
		maps.Copy(s.sentences[l], codes[string(l)])
		s.printers[l] = message.NewPrinter(tag(l))
		s.small[l] = smallNumbers(s.printers[l])
	}
	s.order()
	return s, nil
}

// readSentences reads the sentences of a language's folder.
func readSentences(from fs.FS, folder string) (map[string]string, error) {
	all := map[string]string{}
	areas, err := fs.Glob(from, folder+"/*.json")
	if err != nil {
		return nil, err
	}
	for _, file := range areas {
		if path.Base(file) == localeFile {
			continue
		}
		data, err := fs.ReadFile(from, file)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(data, &all); err != nil { // adds to what is there
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	return all, nil
}

// order lists the languages, and prepares the choice among them.
func (s *set) order() {
	s.languages = slices.Sorted(maps.Keys(s.locales))
	at := slices.Index(s.languages, English)
	s.languages = slices.Insert(slices.Delete(s.languages, at, at+1), 0, English)
	tags := make([]language.Tag, len(s.languages))
	for i, l := range s.languages {
		tags[i] = tag(l)
	}
	s.matcher = language.NewMatcher(tags)
}

// Languages lists the languages, the source language first.
func Languages() []Language { return slices.Clone(current.languages) }

// T returns a sentence in the language, formatted with args as by fmt.Sprintf where there are any; numbers among them
// are written as the language does. A sentence that the language lacks stays English.
func (l Language) T(english string, args ...any) string {
	text := l.sentence(english)
	if len(args) == 0 {
		return text
	}
	return l.printer().Sprintf(text, args...)
}

// sentence returns a sentence with its verbs still in it.
func (l Language) sentence(english string) string {
	if l == Pseudo {
		return disguise(english)
	}
	if text, ok := current.sentences[l][english]; ok {
		return text
	}
	return english
}

// forms names the plural forms of CLDR that a language may have beside one and other.
var forms = map[plural.Form]string{
	plural.Zero: "zero",
	plural.One:  "one", // of a count other than 1, as 21 in Russian
	plural.Two:  "two",
	plural.Few:  "few",
	plural.Many: "many",
}

// N returns the sentence for a count by the plural rules of the language (CLDR): one is the English sentence for 1, and
// many the one for every other count, which takes n as its first verb and args after it. A language with more forms
// than English translates "many|few", say, beside "many".
func (l Language) N(n int, one, many string, args ...any) string {
	form := plural.Cardinal.MatchPlural(tag(l), n, 0, 0, 0, 0)
	if form == plural.One && n == 1 {
		return l.T(one, args...)
	}
	key := many
	if name, ok := forms[form]; ok {
		if _, ok := current.sentences[l][many+"|"+name]; ok {
			key = many + "|" + name
		}
	}
	return l.T(key, append([]any{n}, args...)...)
}

func tag(l Language) language.Tag { return language.Make(string(l)) }

type languageKey struct{}

// With returns a context whose pages are in a language.
func With(ctx context.Context, l Language) context.Context {
	return context.WithValue(ctx, languageKey{}, l)
}

// Of returns the language of a context; English where none was set.
func Of(ctx context.Context) Language {
	if l, ok := ctx.Value(languageKey{}).(Language); ok {
		return l
	}
	return English
}

// T returns a sentence in the context's language.
func T(ctx context.Context, english string, args ...any) string {
	return Of(ctx).T(english, args...)
}

// N returns the sentence for a count in the context's language.
func N(ctx context.Context, n int, one, many string, args ...any) string {
	return Of(ctx).N(n, one, many, args...)
}

// Choose returns the language that somebody wants: the chosen one, else the one that suits an Accept-Language header
// best, else English.
func Choose(chosen, accepted string) Language {
	if l := Language(chosen); l.Known() || l == Pseudo && disguised.Load() {
		return l
	}
	wanted, _, err := language.ParseAcceptLanguage(accepted)
	if err != nil || len(wanted) == 0 {
		return English
	}
	_, at, _ := current.matcher.Match(wanted...)
	return current.languages[at]
}

// Known reports whether the console speaks the language.
func (l Language) Known() bool { return slices.Contains(current.languages, l) }
