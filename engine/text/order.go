package text

import (
	"cmp"
	"slices"
)

// group is what stands below one label of a column: lines that follow each other closely.
type group struct {
	lines []int
	field Field
}

// order fills in names by place. Where surname and given names both have two lines they are printed twice, in the
// State's letters and as in the zone; the second counts. It fills in the names whose labels were not read: surname,
// given names, nationality and date of birth follow each other in one column.
func (s *sheet) order(found map[Field][]int) {
	column := s.column()
	if len(column) < 3 {
		return
	}
	groups := s.groups(column, found)
	at := func(f Field) int { return slices.IndexFunc(groups, func(g group) bool { return g.field == f }) }
	surname, given, nationality, birth := at(Surname), at(GivenNames), at(Nationality), at(Birth)
	if birth > 0 && nationality < 0 && groups[birth-1].field == "" {
		nationality = birth - 1
	}
	if given < 0 && s.taken[GivenNames] || surname < 0 && s.taken[Surname] {
		return
	}
	switch {
	case surname >= 0 && given < 0:
		given = surname + 1
		if nationality >= 0 && given >= nationality {
			given = -1
		}
	case surname < 0 && given > 0:
		surname = given - 1
	case surname < 0 && given < 0: // they come first
		surname = slices.IndexFunc(groups, func(g group) bool { return s.belowHeading(g) })
		given = surname + 1
		if given == nationality || given == birth {
			return
		}
	}
	take := func(f Field, i int) {
		if i < 0 || i >= len(groups) || groups[i].field != "" {
			return
		}
		lines := groups[i].lines
		if twice := surname >= 0 && given < len(groups) && len(groups[surname].lines) == 2 &&
			len(groups[given].lines) == 2; twice {
			lines = lines[1:]
		}
		if isName(tidy(s.lines[lines[0]].Words)) {
			found[f] = lines
		}
	}
	if len(found[Surname]) == 0 && surname >= 0 && s.belowHeading(groups[surname]) {
		take(Surname, surname)
	}
	if len(found[GivenNames]) == 0 && len(found[Surname]) > 0 {
		take(GivenNames, given)
	}
}

// lowestSurname is how far from a data page's upper edge a surname can begin, mm.
const lowestSurname = 36

// belowHeading reports whether nothing that could be a surname is missing above a group: the row with type, State and
// number is the one before.
func (s *sheet) belowHeading(g group) bool {
	top := float64(s.lines[g.lines[0]].Box.Min.Y)
	if top > lowestSurname*s.MM {
		return false
	}
	for _, l := range s.lines {
		gap := top - float64(l.Box.Max.Y)
		if gap < 0 || gap > 7*s.MM || s.small(l) {
			continue
		}
		if _, ok := numberIn(l.Words); ok && len(datesOf(l, s.Options)) == 0 {
			return true
		}
		if code := tidy(l.Words); len(code) == 3 && isUpper(code) && isName(code) {
			return true
		}
	}
	return false
}

// column returns the lines of values, from top to bottom, that begin where most do.
func (s *sheet) column() []int {
	var values []int
	for i, l := range s.lines {
		if !s.labelled[i] && !s.small(l) && l.Capital <= 4*s.MM && confidence(l.Words) >= .2 {
			values = append(values, i)
		}
	}
	var best []int
	for _, i := range values {
		left := s.lines[i].Box.Min.X
		var near []int
		for _, j := range values {
			if d := s.lines[j].Box.Min.X - left; d >= -int(s.MM/2) && d <= int(2.4*s.MM) {
				near = append(near, j)
			}
		}
		if len(near) > len(best) {
			best = near
		}
	}
	slices.SortFunc(best, func(a, b int) int { return cmp.Compare(s.lines[a].Box.Min.Y, s.lines[b].Box.Min.Y) })
	return best
}

// groups parts a column where a label stands between two lines, read or not, or where the gap is wide.
func (s *sheet) groups(column []int, found map[Field][]int) []group {
	var groups []group
	for n, i := range column {
		field := s.fieldAbove(i, found)
		if n > 0 && field == groups[len(groups)-1].field && !s.apart(column[n-1], i) {
			k := len(groups) - 1
			groups[k].lines = append(groups[k].lines, i)
			continue
		}
		groups = append(groups, group{[]int{i}, field})
	}
	return groups
}

// fieldAbove reports which field a line is the value of, by the label above it.
func (s *sheet) fieldAbove(i int, found map[Field][]int) Field {
	for _, f := range []Field{Surname, GivenNames} {
		if slices.Contains(found[f], i) {
			return f
		}
	}
	b := s.lines[i].Box
	best, nearest := Field(""), 3*s.MM
	for _, l := range s.labels {
		gap := float64(b.Min.Y - l.box.Max.Y)
		if gap > -float64(b.Dy())/2 && gap < nearest && l.box.Min.X < b.Max.X && l.box.Max.X > b.Min.X {
			best, nearest = l.field, gap
		}
	}
	if len(datesOf(s.lines[i], s.Options)) > 0 && best == "" {
		return Birth
	}
	if best == Surname || best == GivenNames {
		return "" // it was no name
	}
	return best
}

// apart reports whether two lines of a column belong to two fields.
func (s *sheet) apart(a, b int) bool {
	above, below := s.lines[a], s.lines[b]
	gap := float64(below.Box.Min.Y - above.Box.Max.Y)
	capital := min(above.Capital, below.Capital)
	if gap > 1.25*capital {
		return true
	}
	for i, l := range s.lines {
		middle := (l.Box.Min.Y + l.Box.Max.Y) / 2
		if i != a && i != b && middle > above.Box.Max.Y && middle < below.Box.Min.Y && l.Box.Min.X < below.Box.Max.X &&
			l.Box.Max.X > below.Box.Min.X && l.Capital < .78*capital {
			return true
		}
	}
	return false
}
