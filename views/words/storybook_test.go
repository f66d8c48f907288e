package words_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sentence finds what reads as a sentence of the console: a capital, several words and a full stop.
var sentence = regexp.MustCompile(`^\p{Lu}.* .*\p{Ll}.*[.:]$`)

func TestTheStorybookSaysOnlySentencesOfTheConsole(t *testing.T) {
	known := slices.Clone(typed)
	for _, entries := range areas(t) {
		for english := range entries {
			known = append(known, asSaid(english))
		}
	}
	for _, english := range meanings(t) {
		known = append(known, regexp.MustCompile(`^(.+ · .+: )?`+regexp.QuoteMeta(english)+`$`))
	}
	all, err := filepath.Glob(filepath.Join(root, "views/storybook/*.go"))
	if err != nil || len(all) == 0 {
		t.Fatal(len(all), err)
	}
	for _, name := range all {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
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

// typed is what people write in the stories: agents in notes and to applicants, admins to each other.
var typed = []*regexp.Regexp{
	regexp.MustCompile(`^The portrait is of somebody else\.$`),
	regexp.MustCompile(`^The photo looks pasted in\.$`),
	regexp.MustCompile(`^Portrait was exchanged, see the left edge\.$`),
	regexp.MustCompile(`^See the left edge\.$`),
	regexp.MustCompile(`^Edges of the portrait are cut\.$`),
	regexp.MustCompile(`^Please (take your glasses off|come to a branch)\.$`),
}

var meaning = regexp.MustCompile(`"en": "([^"]+)"`)

// meanings returns what the options of presets are for.
func meanings(t *testing.T) (all []string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(root, "app/preset/options/*.json"))
	if err != nil || len(names) == 0 {
		t.Fatal(len(names), err)
	}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range meaning.FindAllStringSubmatch(string(content), -1) {
			all = append(all, found[1])
		}
	}
	return all
}

// asSaid finds a text of the catalogue with any values in it, as a whole sentence or as one among others.
func asSaid(english string) *regexp.Regexp {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(english), `%d`, `[\d.,]+`) // “%d jobs” is not “You have no jobs”
	pattern = verb.ReplaceAllString(pattern, `.+`)
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
