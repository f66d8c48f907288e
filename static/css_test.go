package static_test

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// tokens is the file that defines the colours, sizes and distances which the others use.
const tokens = "tokens.css"

// rule is a block of declarations in a stylesheet.
type rule struct {
	file         string
	path         string // below css
	line         int
	conditions   []string // the at-rules around it, from outside in
	selector     string   // white space is one space
	declarations []declaration
}

// declaration is a property with its value.
type declaration struct {
	property  string
	value     string
	important bool
	line      int
}

// within reports whether the rule is inside an at-rule whose text contains a word.
func (r rule) within(word string) bool {
	return strings.Contains(strings.Join(r.conditions, " "), word)
}

// stylesheet is a text that is parsed from its first byte to its last.
type stylesheet struct {
	file  string
	path  string
	text  string
	at    int
	rules []rule
}

// parse reads the rules of a block up to its closing brace, and returns the declarations that are directly in it.
func (s *stylesheet) parse(conditions []string) []declaration {
	var found []declaration
	for s.at < len(s.text) {
		s.skipSpace()
		if s.at == len(s.text) || s.text[s.at] == '}' {
			s.at++
			break
		}
		line := s.line()
		head := s.until("{;}")
		if s.at < len(s.text) && s.text[s.at] == '{' {
			s.at++
			s.block(conditions, line, head)
			continue
		}
		if s.at < len(s.text) && s.text[s.at] == ';' {
			s.at++
		}
		if property, value, ok := strings.Cut(head, ":"); ok && !strings.HasPrefix(head, "@") {
			value, important := strings.CutSuffix(strings.TrimSpace(value), "!important")
			found = append(found, declaration{
				property:  strings.TrimSpace(property),
				value:     strings.TrimSpace(value),
				important: important,
				line:      line,
			})
		}
	}
	return found
}

// block parses what follows an opening brace: a rule, or an at-rule with rules in it.
func (s *stylesheet) block(conditions []string, line int, head string) {
	if strings.HasPrefix(head, "@") && head != "@page" {
		inside := append(append([]string{}, conditions...), head)
		s.parse(inside)
		return
	}
	declarations := s.parse(conditions)
	s.rules = append(s.rules, rule{
		file:         s.file,
		path:         s.path,
		line:         line,
		conditions:   conditions,
		selector:     head,
		declarations: declarations,
	})
}

func (s *stylesheet) skipSpace() {
	for s.at < len(s.text) && strings.ContainsRune(" \t\n", rune(s.text[s.at])) {
		s.at++
	}
}

func (s *stylesheet) line() int { return 1 + strings.Count(s.text[:s.at], "\n") }

// until returns the text up to one of some bytes outside of strings, parentheses and brackets.
func (s *stylesheet) until(stops string) string {
	from, depth, quote := s.at, 0, byte(0)
	for ; s.at < len(s.text); s.at++ {
		c := s.text[s.at]
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(' || c == '[':
			depth++
		case c == ')' || c == ']':
			depth--
		case depth == 0 && strings.IndexByte(stops, c) >= 0:
			return strings.Join(strings.Fields(s.text[from:s.at]), " ")
		}
	}
	return strings.Join(strings.Fields(s.text[from:]), " ")
}

// withoutComments replaces comments by their line breaks.
func withoutComments(text string) string {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "/*")
		out.WriteString(before)
		if !found {
			return out.String()
		}
		comment, after, _ := strings.Cut(rest, "*/")
		out.WriteString(strings.Repeat("\n", strings.Count(comment, "\n")))
		text = after
	}
}

// stylesheets returns the rules of every stylesheet of ours.
func stylesheets(t *testing.T) []rule {
	t.Helper()
	var all []rule
	for _, path := range filesBelow(t, "css", ".css") {
		below, err := filepath.Rel("css", path)
		if err != nil {
			t.Fatal(err)
		}
		s := stylesheet{file: filepath.Base(path), path: filepath.ToSlash(below), text: withoutComments(read(t, path))}
		s.parse(nil)
		all = append(all, s.rules...)
	}
	if len(all) < 500 {
		t.Fatalf("only %d rules found in the stylesheets", len(all))
	}
	return all
}

// filesBelow lists the files below a folder whose names have one of some endings, without those that are generated or
// installed.
func filesBelow(t *testing.T, folder string, endings ...string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name := entry.Name(); name == "node_modules" || name == "dist" {
				return fs.SkipDir
			}
			return nil
		}
		for _, ending := range endings {
			if strings.HasSuffix(path, ending) && !strings.HasSuffix(path, "_templ.go") {
				found = append(found, path)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
