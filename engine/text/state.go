package text

// headingDepth is how far from a data page's upper edge the row with type, State and number can stand, mm.
const headingDepth = 28

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
	for i, l := range s.lines {
		words := l.Words
		if last := len(words) - 1; last > 0 && isNumber(tidy(words[last:])) { // the document's number behind it
			words = words[:last]
		}
		if len(words) == 2 && len(tidy(words[:1])) <= 2 { // the document's type before it
			words = words[1:]
		}
		if !s.labelled[i] && !s.small(l) && float64(l.Box.Max.Y) < headingDepth*s.MM && confidence(words) >= sureCode &&
			isState(tidy(words)) {
			codes = append(codes, words)
		}
	}
	if len(codes) == 1 {
		s.put(valueOf(Issuer, codes[0]))
	}
}

// sureCode is from which confidence three letters are taken for a State's code.
const sureCode = .6

// isState tells a State's three-letter code from other text by its shape.
func isState(t string) bool {
	if len(t) != 3 {
		return false
	}
	for _, r := range t {
		if r < 'A' || r > 'Z' {
			return false
		}
	}
	return true
}
