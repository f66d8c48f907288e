package words

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Language is one of the languages that the console speaks, as its BCP 47 tag.
type Language string

// The languages.
const (
	English Language = "en"
	Spanish Language = "es"
)

// Languages lists them all, the source language first.
func Languages() []Language { return []Language{English, Spanish} }

// Name returns a language's name in itself.
func (l Language) Name() string {
	if l == Spanish {
		return "Español"
	}
	return "English"
}

//go:embed es/*.json
var files embed.FS

// catalogue maps English sentences to Spanish ones. Each file of the folder holds one area of the console.
var catalogue = mustRead(files, "es")

func mustRead(from fs.FS, folder string) map[string]string {
	all := map[string]string{}
	paths, err := fs.Glob(from, folder+"/*.json")
	if err != nil {
		panic(err)
	}
	for _, path := range paths {
		data, err := fs.ReadFile(from, path)
		if err != nil {
			panic(err)
		}
		if err := json.Unmarshal(data, &all); err != nil {
			panic(path + ": " + err.Error())
		}
	}
	return all
}

// T returns a sentence in the language, formatted with args as by fmt.Sprintf where there are any. A sentence that the
// catalogue lacks stays English.
func (l Language) T(english string, args ...any) string {
	text := english
	if l == Spanish {
		if found, ok := catalogue[english]; ok {
			text = found
		}
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// N returns the sentence for a count: one where n is 1, else many, which takes n as its first verb and args after it.
func (l Language) N(n int, one, many string, args ...any) string {
	if n == 1 {
		return l.T(one, args...)
	}
	return l.T(many, append([]any{n}, args...)...)
}

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

// Choose returns the language that somebody wants: the chosen one, else the first of an Accept-Language header that the
// console speaks, else English.
func Choose(chosen, accepted string) Language {
	wanted := append([]string{chosen}, strings.Split(accepted, ",")...)
	for _, tag := range wanted {
		tag, _, _ = strings.Cut(strings.TrimSpace(tag), ";")
		base, _, _ := strings.Cut(strings.ToLower(tag), "-")
		if slices.Contains(Languages(), Language(base)) {
			return Language(base)
		}
	}
	return English
}
