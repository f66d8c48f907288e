package text

import "strings"

// What a document's number looks like. Tuned on the development samples.
const (
	sureUnlabelled   = .55 // confidence from which a number without a label is told
	leastUnlabelled  = 7   // characters of a number without a label
	smallestNumber   = 1.4 // capitals of one, mm
	prefixGap        = 9   // tenths of its height between a number and the letters before it, below
	leastFigures     = 3
	shortestNumber   = 5 // letters and figures
	longestNumber    = 24
	lettersPerFigure = 3
	mostSpaces       = 4
)

// number finds the document's number: by its label, else as the one that stands in a data page's upper third.
func (s *sheet) number() {
	for _, l := range s.labels {
		if l.field != Number {
			continue
		}
		if words, ok := numberIn(s.beside(l)); ok {
			s.put(numbered(words))
			return
		}
		for _, i := range s.below(l, anyNumber, 1) {
			if words, ok := numberIn(s.lines[i].Words); ok {
				s.put(numbered(words))
				return
			}
		}
	}
	if !s.Booklet {
		return
	}
	best := Value{}
	for i, l := range s.lines {
		low := float64(l.Box.Min.Y) > headingDepth*s.MM
		if s.labelled[i] || low || l.Capital < smallestNumber*s.MM {
			continue
		}
		if words, ok := numberIn(l.Words); ok && len(datesOf(l, s.Options)) == 0 {
			v := numbered(words)
			if len(v.Text) >= leastUnlabelled && v.Confidence > max(best.Confidence, sureUnlabelled) {
				best = v
			}
		}
	}
	s.put(best)
}

// numbered makes a document's number of words. States leave the letter O out of numbers, as it can't be distinguished
// from a zero (ICAO 9303-3 §4.7 has the same reason for its own type).
func numbered(words []Word) Value {
	v := valueOf(Number, words)
	v.Text = withNoughts(strings.ReplaceAll(v.Text, " ", ""))
	return v
}

// withNoughts reads the letter O beside a figure, and a nought with a dot or stroke in it, as a nought.
func withNoughts(number string) string {
	b := []byte(strings.ReplaceAll(number, "@", "0"))
	figure := func(i int) bool { return i >= 0 && i < len(b) && b[i] >= '0' && b[i] <= '9' }
	for i := range b {
		if b[i] == 'O' && figure(i-1) {
			b[i] = '0'
		}
	}
	for i := len(b) - 1; i >= 0; i-- {
		if b[i] == 'O' && figure(i+1) {
			b[i] = '0'
		}
	}
	return string(b)
}

// numberIn returns the words of a line that read as a document's number: one word with the letters close before it,
// else a run.
func numberIn(words []Word) ([]Word, bool) {
	for i, w := range words {
		if !isNumber(tidy(words[i : i+1])) {
			continue
		}
		if i > 0 && isPrefix(words[i-1].Text) && w.Box.Min.X-words[i-1].Box.Max.X < w.Box.Dy()*prefixGap/10 {
			return words[i-1 : i+1], true
		}
		return words[i : i+1], true
	}
	for i := range words {
		for j := len(words); j > i+1; j-- {
			if isNumber(tidy(words[i:j])) {
				return words[i:j], true
			}
		}
	}
	return nil, false
}

// isPrefix reports whether a text is the one or two capitals with which numbers begin.
func isPrefix(t string) bool {
	for _, r := range t {
		if r < 'A' || r > 'Z' {
			return false
		}
	}
	return len(t) == 1 || len(t) == 2
}

func anyNumber(t string) bool {
	for w := range strings.FieldsSeq(t) {
		if isNumber(w) {
			return true
		}
	}
	return isNumber(t)
}

// isNumber reports whether a value can be a document's number: letters as capitals, at least a third figures.
func isNumber(s string) bool {
	figures, letters, spaces := 0, 0, 0
	for _, r := range s {
		switch {
		// a nought may have a stroke or a dot in it
		case r >= '0' && r <= '9', (r == 'O' || r == '@') && figures+letters > 0:
			figures++
		case r >= 'A' && r <= 'Z':
			letters++
		case r == ' ':
			spaces++
		case r != '-':
			return false
		}
	}
	n := figures + letters
	return figures >= leastFigures && n >= shortestNumber && n <= longestNumber &&
		figures*lettersPerFigure >= letters && spaces <= mostSpaces
}
