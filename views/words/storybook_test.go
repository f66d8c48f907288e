package words_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// sentence finds what reads as a sentence of the console: a capital, several words and a full stop.
var sentence = regexp.MustCompile(`^\p{Lu}.* .*\p{Ll}.*[.:]$`)

// The stories of administration, jobs, webhooks and the dashboard, whose sentences the product makes in its handlers.
func TestTheStorybookSaysOnlySentencesOfTheConsole(t *testing.T) {
	var known []*regexp.Regexp
	for _, entries := range areas(t) {
		for english := range entries {
			known = append(known, asSaid(english))
		}
	}
	for _, name := range []string{"admin.go", "dashboard.go", "endpoint.go", "job.go", "webhook.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, "views/storybook", name), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			expr, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			text, ok := literal(expr)
			if ok && sentence.MatchString(text) && !saidBy(known, text) {
				t.Errorf("%s says %q, which the console never does", name, text)
			}
			return !ok
		})
	}
}

// asSaid finds a text of the catalogue with any values in it, as a whole sentence or as one among others.
func asSaid(english string) *regexp.Regexp {
	pattern := verb.ReplaceAllString(regexp.QuoteMeta(english), `.+`)
	if !regexp.MustCompile(`\p{Ll}{3}`).MatchString(strings.ReplaceAll(pattern, `.+`, "")) {
		pattern = regexp.QuoteMeta(english) // nothing but values
	}
	return regexp.MustCompile(`(?i)^` + pattern + `[.:]?$`)
}

func saidBy(known []*regexp.Regexp, text string) bool {
	for _, one := range known {
		if one.MatchString(text) {
			return true
		}
	}
	return false
}
