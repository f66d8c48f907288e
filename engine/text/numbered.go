package text

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// numeral is the number that licences print before a value (ISO/IEC 18013-1 annex A, AAMVA card design standard): 1
// surname, 2 other names, 3 date of birth, 4a issue, 4b expiry, 4d or 5 the licence's number. It is compiled when it is
// first needed, so that a program that reads no printed text does not carry it.
func numeral() *regexp.Regexp {
	printedNumeral.once.Do(func() {
		printedNumeral.pattern = regexp.MustCompile(`^(4 ?[abdABD]|[1-9]|1[0-9])[.,:)]?$`)
	})
	return printedNumeral.pattern
}

var printedNumeral struct {
	once    sync.Once
	pattern *regexp.Regexp
}

var numerals = map[string]Field{"1": Surname, "2": GivenNames, "3": Birth, "4a": Issue, "4b": Expiry, "4d": Number}

// When numerals count. Tuned on the development samples.
const (
	leastNumeral     = .3 // confidence of a figure: grain often looks like one
	leastWithLetters = 2  // numerals with letters on a card that is a licence
	valueRight       = 3  // mm between a numeral's line and the value to its right
)

// glued is a numeral and the element's name read as one word.
var glued = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(4[abdABD])[.,:\-]?(\pL{2,4})$`) })

// splitNumerals separates numerals from the names behind them.
func splitNumerals(words []Word) []Word {
	var parted []Word
	for _, w := range words {
		m := glued().FindStringSubmatch(w.Text)
		if m == nil {
			parted = append(parted, w)
			continue
		}
		at := w.Box.Min.X + w.Box.Dx()*len(m[1])/len(w.Text)
		left, right := w, w
		left.Text, left.Box.Max.X = m[1], at
		right.Text, right.Box.Min.X = m[2], at
		parted = append(parted, left, right)
	}
	return parted
}

// entry is a value behind a numeral.
type entry struct {
	label
	words []Word
	five  bool // the numeral is 5, the number of licences that have no 4d
}

// numbered reads a licence's values by their numerals, if enough of them were read for the card to be one. Those before
// dates become labels.
func (s *sheet) numbered() {
	if s.Booklet {
		return
	}
	entries := s.entries()
	has := func(f Field) bool { return slices.ContainsFunc(entries, func(e entry) bool { return e.field == f }) }
	withLetters := 0 // no other document prints these
	for _, f := range []Field{Issue, Expiry, Number} {
		if has(f) {
			withLetters++
		}
	}
	named := has(Surname) && has(GivenNames) && (has(Birth) || has(Expiry))
	if withLetters < leastWithLetters && !named {
		return
	}
	for _, e := range entries {
		switch {
		case isDate(e.field):
			s.labels = append(s.labels, e.label)
		case named || e.field != Surname && e.field != GivenNames:
			s.entry(e.field, e.words, e.five)
		}
	}
}

// entries finds the values behind numerals on all lines.
func (s *sheet) entries() []entry {
	var entries []entry
	for i, l := range s.lines {
		for n := range l.Words {
			if e, ok := s.entryAt(i, n); ok {
				entries = append(entries, e)
			}
		}
	}
	return entries
}

// entryAt returns the value behind a word of a line; false if that is no numeral, or none of a field that is searched
// for. A figure without a letter counts only at the beginning of its line.
func (s *sheet) entryAt(line, n int) (entry, bool) {
	w := s.lines[line].Words[n]
	m := numeral().FindStringSubmatch(w.Text)
	if m == nil || n > 0 && len(m[1]) == 1 || w.Confidence < leastNumeral {
		return entry{}, false
	}
	name := strings.ToLower(strings.ReplaceAll(m[1], " ", ""))
	words := s.valueAfter(line, n)
	if len(words) == 0 || fold(words[0].Text) == discriminator {
		return entry{}, false
	}
	field, ok := numerals[name]
	five := name == "5"
	return entry{label{field: field, box: w.Box, line: line, end: n + 1}, words, five}, ok || five
}

// valueAfter returns the words behind a numeral and the element's name on its line, up to the next numeral, or those of
// the line to its right.
func (s *sheet) valueAfter(line, n int) []Word {
	words := s.lines[line].Words[n+1:]
	for i, w := range words {
		if m := numeral().FindStringSubmatch(w.Text); m != nil && len(m[1]) > 1 {
			words = words[:i]
			break
		}
	}
	words = withoutElementName(words)
	if len(words) > 1 || len(words) == 1 && len(words[0].Text) > longestName {
		return words
	}
	b := s.lines[line].Box
	for i, r := range s.lines {
		if gap := r.Box.Min.X - b.Max.X; i != line && gap > 0 && float64(gap) < valueRight*s.MM && level(b, r.Box) {
			return withoutElementName(r.Words)
		}
	}
	return words
}

// discriminator is what North American licences print as their element 5, which elsewhere is the number.
const discriminator = "dd"

// longestName is the longest of the names that licences print behind numerals: DOB, ISS, DL.
const longestName = 3

// withoutElementName leaves out the names of the element that stand between its numeral and its value.
func withoutElementName(words []Word) []Word {
	for len(words) > 0 && len(phraseAt([]folded{foldedOf(fold(words[0].Text))}).words) > 0 {
		words = words[1:]
	}
	return words
}

// entry adds a numbered value.
func (s *sheet) entry(field Field, words []Word, five bool) {
	switch {
	case five || field == Number:
		if run, ok := numberIn(words); ok {
			s.put(numbered(run))
		}
	case isName(tidy(words)):
		s.put(valueOf(field, words))
	}
}
