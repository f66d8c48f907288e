package words

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"proofdesk/app/catalogue"

	"golang.org/x/text/feature/plural"
	"golang.org/x/text/language"
)

// Language is one of the languages that the console speaks, as its BCP 47 tag.
type Language string

// The source language, in which every sentence is its own key, and those that code or tests name.
const (
	English Language = "en"
	Spanish Language = "es"
)

// ownName is the key of a language's name in itself.
const ownName = "(name of this language)"

// files holds a folder per language, named after its tag, with a file per area of the console. A language is added by
// adding a folder.
//
//go:embed */*.json
var files embed.FS

// catalogues maps English sentences to those of each language but English: those of the files, and of the catalogue of
// codes.
var catalogues = mustReadAll(files)

func mustReadAll(from fs.FS) map[Language]map[string]string {
	paths, err := fs.Glob(from, "*/*.json")
	if err != nil {
		panic(err)
	}
	all := map[Language]map[string]string{}
	for _, file := range paths {
		l := Language(path.Dir(file))
		if all[l] == nil {
			all[l] = map[string]string{}
		}
		data, err := fs.ReadFile(from, file)
		if err != nil {
			panic(err)
		}
		sentences := map[string]string{}
		if err := json.Unmarshal(data, &sentences); err != nil {
			panic(file + ": " + err.Error())
		}
		for english, translated := range sentences {
			all[l][english] = translated
		}
	}
	for _, text := range catalogue.Texts() {
		all[Spanish][text.English] = text.Spanish
	}
	return all
}

// languages lists the languages, the source language first.
var languages = func() []Language {
	var others []Language
	for l := range catalogues {
		others = append(others, l)
	}
	slices.Sort(others)
	return append([]Language{English}, others...)
}()

// Languages lists the languages, the source language first.
func Languages() []Language { return slices.Clone(languages) }

// Name returns a language's name in itself.
func (l Language) Name() string {
	if l == English {
		return "English"
	}
	return l.T(ownName)
}

// T returns a sentence in the language, formatted with args as by fmt.Sprintf where there are any. A sentence that the
// catalogue lacks stays English.
func (l Language) T(english string, args ...any) string {
	text, ok := catalogues[l][english]
	if !ok {
		text = english
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// forms names the plural forms of CLDR that a language may have beside one and other.
var forms = map[plural.Form]string{plural.Zero: "zero", plural.Two: "two", plural.Few: "few", plural.Many: "many"}

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
		if _, ok := catalogues[l][many+"|"+name]; ok {
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

var matcher = func() language.Matcher {
	tags := make([]language.Tag, len(languages))
	for i, l := range languages {
		tags[i] = tag(l)
	}
	return language.NewMatcher(tags)
}()

// Choose returns the language that somebody wants: the chosen one, else the one that suits an Accept-Language header
// best, else English.
func Choose(chosen, accepted string) Language {
	if slices.Contains(languages, Language(chosen)) {
		return Language(chosen)
	}
	wanted, _, err := language.ParseAcceptLanguage(accepted)
	if err != nil || len(wanted) == 0 {
		return English
	}
	_, at, _ := matcher.Match(wanted...)
	return languages[at]
}
