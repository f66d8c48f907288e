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

// How a column of values is read. Lengths are in mm. Tuned on the development samples.
const (
	leastColumn   = 3   // lines of a column that says anything
	lowestSurname = 36  // from a data page's upper edge to where a surname can begin
	headingGap    = 7   // between the row with type, State and number and the surname
	columnLeft    = .5  // that a line may begin to the left of others in its column
	columnRight   = 2.4 // … and to the right
	tallestValue  = 4   // capitals of a value
	labelAbove    = 3   // between a label and the value below it

	sameFieldGap = 1.25 // capitals between two lines of one field
	smallPrint   = .78  // capitals of a label over those of values, below
)

// order fills in names by place. Where surname and given names both have two lines they are printed twice, in the
// State's letters and as in the zone; the second counts. It fills in the names whose labels were not read: surname,
// given names, nationality and date of birth follow each other in one column.
func (s *sheet) order(found map[Field][]int) {
	column := s.column()
	if len(column) < leastColumn {
		return
	}
	groups := s.groups(column, found)
	surname, given, ok := s.nameGroups(groups)
	if !ok {
		return
	}
	twice := printedTwice(groups, surname, given)
	if len(found[Surname]) == 0 && surname >= 0 && s.belowHeading(groups[surname]) {
		s.takeName(found, Surname, groups, surname, twice)
	}
	if len(found[GivenNames]) == 0 && len(found[Surname]) > 0 {
		s.takeName(found, GivenNames, groups, given, twice)
	}
}

// nameGroups returns which groups of a column are the surname and the given names, by the fields around them; one that
// is not there is outside of the groups. It is false where they are unknown.
func (s *sheet) nameGroups(groups []group) (surname, given int, ok bool) {
	at := func(f Field) int { return slices.IndexFunc(groups, func(g group) bool { return g.field == f }) }
	surname, given = at(Surname), at(GivenNames)
	if given < 0 && s.taken[GivenNames] || surname < 0 && s.taken[Surname] {
		return 0, 0, false
	}
	birth := at(Birth)
	nationality := nationalityGroup(groups, at(Nationality), birth)
	switch {
	case surname >= 0 && given < 0:
		given = surname + 1
		if nationality >= 0 && given >= nationality {
			given = -1
		}
	case surname < 0 && given > 0:
		surname = given - 1
	case surname < 0 && given < 0: // they come first
		surname = slices.IndexFunc(groups, s.belowHeading)
		given = surname + 1
		return surname, given, given != nationality && given != birth
	}
	return surname, given, true
}

// nationalityGroup returns the group of the nationality: the labelled one, else the one before the date of birth if it
// has no label.
func nationalityGroup(groups []group, labelled, birth int) int {
	if birth > 0 && labelled < 0 && groups[birth-1].field == "" {
		return birth - 1
	}
	return labelled
}

// printedTwice reports whether both names have two lines.
func printedTwice(groups []group, surname, given int) bool {
	return surname >= 0 && given >= 0 && given < len(groups) &&
		len(groups[surname].lines) == 2 && len(groups[given].lines) == 2
}

// takeName uses the lines of a group as a name, the second of them if names are printed twice; a group with a label, or
// one that is no name, is left.
func (s *sheet) takeName(found map[Field][]int, f Field, groups []group, i int, twice bool) {
	if i < 0 || i >= len(groups) || groups[i].field != "" {
		return
	}
	lines := groups[i].lines
	if twice {
		lines = lines[1:]
	}
	if isName(tidy(s.lines[lines[0]].Words)) {
		found[f] = lines
	}
}

// belowHeading reports whether nothing that could be a surname is missing above a group: the row with type, State and
// number is the one before.
func (s *sheet) belowHeading(g group) bool {
	top := float64(s.lines[g.lines[0]].Box.Min.Y)
	if top > lowestSurname*s.MM {
		return false
	}
	for _, l := range s.lines {
		gap := top - float64(l.Box.Max.Y)
		if gap < 0 || gap > headingGap*s.MM || s.small(l) {
			continue
		}
		if _, ok := numberIn(l.Words); ok && len(datesOf(l, s.Options)) == 0 {
			return true
		}
		if code := tidy(l.Words); len(code) == stateLetters && isUpper(code) && isName(code) {
			return true
		}
	}
	return false
}

// column returns the lines of values, from top to bottom, that begin where most do.
func (s *sheet) column() []int {
	var values []int
	for i, l := range s.lines {
		if !s.labelled[i] && !s.small(l) && l.Capital <= tallestValue*s.MM && confidence(l.Words) >= leastConfidence {
			values = append(values, i)
		}
	}
	var best []int
	for _, i := range values {
		left := s.lines[i].Box.Min.X
		var near []int
		for _, j := range values {
			if d := s.lines[j].Box.Min.X - left; d >= -int(s.MM*columnLeft) && d <= int(columnRight*s.MM) {
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

// groups divides a column where a label stands between two lines, read or not, or where the gap is wide.
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
	best, nearest := Field(""), labelAbove*s.MM
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
	if gap > sameFieldGap*capital {
		return true
	}
	for i, l := range s.lines {
		middle := (l.Box.Min.Y + l.Box.Max.Y) / 2
		if i != a && i != b && middle > above.Box.Max.Y && middle < below.Box.Min.Y && l.Box.Min.X < below.Box.Max.X &&
			l.Box.Max.X > below.Box.Min.X && l.Capital < smallPrint*capital {
			return true
		}
	}
	return false
}
