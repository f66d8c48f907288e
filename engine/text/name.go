package text

import "strings"

// How names stand. Tuned on the development samples.
const (
	labelsTogether = 2  // mm between the labels of two names that share a value
	lettersPerTwin = 3  // letters for each by which a name may differ where it is printed twice
	leastDated     = 2  // labels of dates on a licence
	nextLine       = 2  // capitals to the next line
	nextOverlap    = .3 // capitals by which it may reach into this one
)

// names finds surname and given names: below or beside their labels, else by the order that ICAO 9303-4 gives the
// fields of a data page.
func (s *sheet) names() {
	found := map[Field][]int{}
	for _, field := range []Field{Surname, GivenNames} {
		s.labelledName(field, found)
	}
	if s.Booklet {
		s.order(found)
	} else if len(found) == 0 {
		s.unlabelled(found)
	}
	surname, given := found[Surname], found[GivenNames]
	if s.Booklet && len(surname) == 2 && len(given) == 0 && !s.alike(surname[0], surname[1]) { // one label for both
		surname, given = surname[:1], surname[1:]
	}
	if len(surname) == 2 && s.alike(surname[0], surname[1]) { // printed in the State's letters and again as in the zone
		surname, given = surname[1:], given[max(0, len(given)-1):]
	}
	s.put(s.joined(Surname, surname))
	s.put(s.joined(GivenNames, given))
}

// labelledName finds a name below its label, or takes it from beside that.
func (s *sheet) labelledName(field Field, found map[Field][]int) {
	for _, l := range s.labels {
		if l.field != field || s.taken[field] || s.together(l) {
			continue
		}
		if lines := s.below(l, isName, 2); len(lines) > 0 {
			found[field] = lines
			return
		}
		if words := s.beside(l); isName(tidy(words)) {
			s.put(valueOf(field, words))
			return
		}
	}
}

// together reports whether a label is for surname and given names both, whose value can't be divided.
func (s *sheet) together(l label) bool {
	for _, other := range s.labels {
		if other.line == l.line && other.field != l.field && (other.field == Surname || other.field == GivenNames) &&
			max(other.box.Min.X-l.box.Max.X, l.box.Min.X-other.box.Max.X) < int(labelsTogether*s.MM) {
			return true
		}
	}
	return false
}

// alike reports whether two lines print one name twice.
func (s *sheet) alike(a, b int) bool {
	x, y := strings.ReplaceAll(fold(s.lines[a].text()), " ", ""), strings.ReplaceAll(fold(s.lines[b].text()), " ", "")
	limit := max(len(x), len(y)) / lettersPerTwin
	return Distance(x, y, limit) <= limit
}

// unlabelled finds names on a licence whose numerals before them were not read: surname, other names and address stand
// in this order below each other (AAMVA card design standard, elements 1, 2 and 8).
func (s *sheet) unlabelled(found map[Field][]int) {
	dated := 0
	for _, l := range s.labels {
		if isDate(l.field) {
			dated++
		}
	}
	if dated < leastDated || s.taken[Surname] || s.taken[GivenNames] {
		return
	}
	for i, l := range s.lines {
		if s.labelled[i] || s.small(l) || !isCapitalName(l) {
			continue
		}
		given, ok := s.next(i)
		if !ok || !isCapitalName(s.lines[given]) {
			continue
		}
		if street, ok := s.next(given); ok && strings.ContainsAny(s.lines[street].text(), "0123456789") {
			found[Surname], found[GivenNames] = []int{i}, []int{given}
			return
		}
	}
}

// isCapitalName reports whether a line is a name in capitals, behind a numeral or not.
func isCapitalName(l Line) bool { return isName(withoutNumeral(l.Words)) && isUpper(l.text()) }

// next is the line right below another that begins at nearly the same place.
func (s *sheet) next(of int) (int, bool) {
	above := s.lines[of]
	best, nearest := -1, nextLine*above.Capital
	for i, l := range s.lines {
		gap := float64(l.Box.Min.Y - above.Box.Max.Y)
		if i != of && !s.labelled[i] && gap > -nextOverlap*above.Capital && gap < nearest &&
			abs(l.Box.Min.X-above.Box.Min.X) < int(valueLeft*s.MM) {
			best, nearest = i, gap
		}
	}
	return best, best >= 0
}

// withoutNumeral is the text of words without the number of the element before it.
func withoutNumeral(words []Word) string {
	if len(words) > 1 && numeral().MatchString(words[0].Text) {
		words = words[1:]
	}
	return tidy(words)
}

func (s *sheet) joined(field Field, lines []int) Value {
	var words []Word
	for _, i := range lines {
		line := s.lines[i].Words
		if len(line) > 1 && numeral().MatchString(line[0].Text) {
			line = line[1:]
		}
		words = append(words, line...)
	}
	return valueOf(field, words)
}
