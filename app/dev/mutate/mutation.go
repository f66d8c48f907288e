package main

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Mutation is one bug to plant: texts of a file and their replacements.
type Mutation struct {
	Place string   // of its first line in the table, as name:line
	Harm  string   // what would go wrong if the bug were released
	File  string   // relative to the root of the module, with slashes
	Tests []string // packages whose tests must fail, the likeliest first
	Edits []Edit
}

// Edit is a text and its replacement.
type Edit struct {
	Old, New string
}

// Parse reads a table. Mutations are separated by empty lines; each has comment lines that say what would go wrong, a
// line with the file and the packages that test it, the lines to replace and the lines that replace them:
//
//	# A host where exactly half of the requests fail stays closed.
//	app/webhook/breaker.go ./app/webhook
//	- 2*bad >= sent
//	+ 2*bad > sent
//
// Several groups of such lines are several edits of the file. Without lines that replace, the text goes away.
func Parse(name, text string) ([]Mutation, error) {
	var all []Mutation
	for start, lines := 1, strings.Split(text, "\n"); len(lines) > 0; {
		n := 0
		for n < len(lines) && strings.TrimSpace(lines[n]) != "" {
			n++
		}
		if n > 0 {
			m, err := parseOne(lines[:n])
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, start, err)
			}
			m.Place = fmt.Sprintf("%s:%d", name, start)
			all = append(all, m)
		}
		skipped := min(n+1, len(lines))
		start, lines = start+skipped, lines[skipped:]
	}
	return all, nil
}

func parseOne(lines []string) (Mutation, error) {
	var m Mutation
	var harm []string
	edit := func() *Edit { return &m.Edits[len(m.Edits)-1] }
	before := byte(0)
	for _, line := range lines {
		text := strings.TrimPrefix(line[1:], " ") + "\n"
		switch {
		case line[0] == '#':
			harm = append(harm, strings.TrimSpace(text))
		case line[0] == '-' && before != '-':
			m.Edits = append(m.Edits, Edit{Old: text})
		case line[0] == '-':
			edit().Old += text
		case line[0] == '+' && len(m.Edits) > 0:
			edit().New += text
		default:
			fields := strings.Fields(line)
			if m.File != "" || len(fields) < 2 {
				return m, fmt.Errorf("%q is not a file and its test packages", line)
			}
			m.File, m.Tests = fields[0], fields[1:]
		}
		before = line[0]
	}
	m.Harm = strings.Join(harm, " ")
	if m.Harm == "" || m.File == "" || len(m.Edits) == 0 {
		return m, errors.New("a mutation needs a sentence, a file with its test packages and a text to replace")
	}
	return m, nil
}

// ErrStale is the error of a mutation whose text is not in its file exactly once.
var ErrStale = errors.New("stale")

// Apply returns the source with the bug in it.
func (m Mutation) Apply(source []byte) ([]byte, error) {
	mutant := source
	for _, edit := range m.Edits {
		var err error
		if mutant, err = edit.apply(mutant); err != nil {
			return nil, fmt.Errorf("%w in %s", err, m.File)
		}
	}
	return mutant, nil
}

// apply replaces the text, which must occur exactly once. White space between its words is ignored, so that breaking a
// line elsewhere doesn't matter.
func (e Edit) apply(source []byte) ([]byte, error) {
	words := strings.Fields(e.Old)
	for i, word := range words {
		words[i] = regexp.QuoteMeta(word)
	}
	found := regexp.MustCompile(strings.Join(words, `\s+`)).FindAllIndex(source, -1)
	if len(found) != 1 {
		return nil, fmt.Errorf("%w: %q is there %d times", ErrStale, strings.TrimSpace(e.Old), len(found))
	}
	at := found[0]
	return slices.Concat(source[:at[0]], []byte(strings.TrimSuffix(e.New, "\n")), source[at[1]:]), nil
}
