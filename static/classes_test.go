package static_test

import (
	"go/scanner"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	classSelector  = regexp.MustCompile(`\.(-?[a-zA-Z_][-\w]*)`)
	classAttribute = regexp.MustCompile(`\sclass="([^"]*)"`)
	classWords     = regexp.MustCompile(`[a-zA-Z_][-\w]*`)
	scriptText     = regexp.MustCompile("'[^'\n]*'|`[^`]*`|\"[^\"\n]*\"")
	classBraces    = regexp.MustCompile(`\sclass=\{`)
	templateCall   = regexp.MustCompile(`(?m)^\s*@.*$`)
)

// composed are the classes whose endings are computed: the columns of the cross-check, the shades of a heat map, the
// series of a plot and its quantiles.
var composed = regexp.MustCompile(`^(columns-[1-6]|h[0-6]|s[1-6]|q(50|90|99))$`)

// foreign are the classes that the chart library and htmx set.
var foreign = regexp.MustCompile(`^(u|htmx)-`)

func TestEveryClassOfAStylesheetIsUsed(t *testing.T) {
	used := words(t)
	seen := map[string]bool{}
	for _, r := range stylesheets(t) {
		for _, name := range r.classes() {
			if seen[name] || used[name] || composed.MatchString(name) || foreign.MatchString(name) {
				continue
			}
			seen[name] = true
			t.Errorf("%s:%d: nothing has the class %s", r.file, r.line, name)
		}
	}
}

// classes returns the classes that the selector of a rule names.
func (r rule) classes() []string {
	var names []string
	for _, found := range classSelector.FindAllStringSubmatch(quoted.ReplaceAllString(r.selector, ""), -1) {
		names = append(names, found[1])
	}
	return names
}

// words returns what the strings of views, handlers and scripts may name as a class.
func words(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	add := func(text string) {
		for _, name := range classWords.FindAllString(text, -1) {
			found[name] = true
		}
	}
	for _, path := range filesBelow(t, "../views", ".templ") {
		text := read(t, path)
		for _, attribute := range classAttribute.FindAllStringSubmatch(text, -1) {
			add(attribute[1])
		}
		for _, expression := range append(classExpressions(text), templateCall.FindAllString(text, -1)...) {
			for _, literal := range scriptText.FindAllString(expression, -1) {
				add(literal)
			}
		}
	}
	for _, path := range append(filesBelow(t, "../views", ".go"), filesBelow(t, "../app/web", ".go")...) {
		for _, literal := range goStrings(read(t, path)) {
			add(literal)
		}
	}
	for _, path := range filesBelow(t, "src", ".ts") {
		for _, literal := range scriptText.FindAllString(read(t, path), -1) {
			add(literal)
		}
	}
	return found
}

// classExpressions returns what stands in the braces of class={ … } in a template.
func classExpressions(text string) []string {
	var all []string
	for _, place := range classBraces.FindAllStringIndex(text, -1) {
		depth := 1
		for at := place[1]; at < len(text) && depth > 0; at++ {
			switch text[at] {
			case '{':
				depth++
			case '}':
				depth--
			}
			if depth == 0 {
				all = append(all, text[place[1]:at])
			}
		}
	}
	return all
}

// goStrings returns the string literals of a Go file.
func goStrings(text string) []string {
	var all []string
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(text)), []byte(text), nil, 0)
	for {
		_, kind, literal := s.Scan()
		if kind == token.EOF {
			return all
		}
		if kind == token.STRING {
			value, _ := strconv.Unquote(literal)
			all = append(all, value)
		}
	}
}

// bare are the classes that only name a part of a page.
var bare = []string{"keep", "kid-of", "swatch", "top-value", "word"}

func TestEveryClassOfAViewIsKnown(t *testing.T) {
	known := map[string]bool{}
	for _, r := range stylesheets(t) {
		for _, name := range r.classes() {
			known[name] = true
		}
	}
	for _, path := range filesBelow(t, "src", ".ts") {
		for _, found := range classSelector.FindAllStringSubmatch(read(t, path), -1) {
			known[found[1]] = true
		}
	}
	for _, path := range filesBelow(t, "../views", ".templ") {
		for _, attribute := range classAttribute.FindAllStringSubmatch(read(t, path), -1) {
			for _, name := range strings.Fields(attribute[1]) {
				if !known[name] && !slices.Contains(bare, name) {
					t.Errorf("%s: neither a stylesheet nor a script knows the class %s", path, name)
				}
			}
		}
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	scriptSelector = regexp.MustCompile(`\.([a-z][-\w]*)\[(data-[-\w]+)`)
	openTag        = regexp.MustCompile(`(?s)<[a-z][^<]*?\n?\s*>|<[a-z][^<]*`)
)

func TestEveryElementThatAScriptLooksForIsDrawn(t *testing.T) {
	var tags []string
	for _, path := range filesBelow(t, "../views", ".templ") {
		tags = append(tags, openTag.FindAllString(read(t, path), -1)...)
	}
	looked := 0
	for _, path := range filesBelow(t, "src", ".ts") {
		for _, found := range scriptSelector.FindAllStringSubmatch(read(t, path), -1) {
			looked++
			class := regexp.MustCompile(`class=(\{[^}]*)?"([^"]* )?` + regexp.QuoteMeta(found[1]) + `[ "]`)
			if !slices.ContainsFunc(tags, func(tag string) bool {
				return strings.Contains(tag, found[2]+"=") && class.MatchString(tag)
			}) {
				t.Errorf("%s: no view has an element of class %s with %s", path, found[1], found[2])
			}
		}
	}
	if looked < 3 {
		t.Errorf("only %d selectors were found", looked)
	}
}
