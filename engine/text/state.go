package text

const (
	// headingDepth is how far from a data page's upper edge the row with type, State and number can stand, mm. Tuned on
	// the development samples.
	headingDepth = 28
	sureCode     = .6 // confidence from which three letters count as a State's code
	stateLetters = 3
	typeLetters  = 2 // of a document's type
)

// states finds the issuing State in the heading of a data page and the nationality below its label, where they are
// printed as three-letter codes (ICAO 9303-3 §5). Names of States in their own languages are not told.
func (s *sheet) states() {
	for _, l := range s.labels {
		if l.field != Nationality {
			continue
		}
		for _, i := range s.below(l, isState, 1) {
			s.put(valueOf(Nationality, s.lines[i].Words))
		}
	}
	if !s.Booklet {
		return
	}
	var codes [][]Word
	for i := range s.lines {
		if words, ok := s.headingCode(i); ok {
			codes = append(codes, words)
		}
	}
	if len(codes) == 1 {
		s.put(valueOf(Issuer, codes[0]))
	}
}

// headingCode returns the State's code on a line of the heading; false if there is none. The document's type may stand
// before it and its number behind.
func (s *sheet) headingCode(i int) ([]Word, bool) {
	l := s.lines[i]
	words := l.Words
	if last := len(words) - 1; last > 0 && isNumber(tidy(words[last:])) {
		words = words[:last]
	}
	if len(words) == 2 && len(tidy(words[:1])) <= typeLetters {
		words = words[1:]
	}
	return words, !s.labelled[i] && !s.small(l) && float64(l.Box.Max.Y) < headingDepth*s.MM &&
		confidence(words) >= sureCode && isState(tidy(words))
}

// isState reports whether a text has the shape of a State's three-letter code.
func isState(t string) bool {
	if len(t) != stateLetters {
		return false
	}
	for _, r := range t {
		if r < 'A' || r > 'Z' {
			return false
		}
	}
	return true
}
