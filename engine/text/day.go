package text

import (
	"slices"
	"time"
)

// unsureOrder is the highest confidence, 0..1, of a date whose day and month can't be distinguished. Set by judgement.
const unsureOrder = .4

// Years that no document exceeds.
const (
	longestValid = 20  // for which a document is valid
	longestLife  = 120 // of its holder
)

// Where a date stands by its label, in mm. Tuned on the development samples.
const (
	dateBelow   = 3.2
	dateBeside  = 3
	dateOverlap = 1 // that a label before a date may reach into it
)

// dates assigns the printed dates to fields: by label, else where a date can only be one of them. Where two fields are
// possible it assigns none.
func (s *sheet) dates() {
	all := s.printedDates()
	order := s.sequenceOf(all)
	for i := range all {
		s.settle(&all[i], order)
	}
	chosen := s.labelledDates(all)
	s.unlabelledDates(all, chosen)
	days := map[Field]time.Time{}
	for field, d := range chosen {
		days[field] = d.day(field, s.Today)
	}
	wrong := s.impossible(days)
	for _, field := range []Field{Birth, Issue, Expiry} {
		if d, ok := chosen[field]; ok && !slices.Contains(wrong, field) {
			s.put(d.value(field, s.Today))
		}
	}
}

// printedDates finds the dates of all lines with their labels.
func (s *sheet) printedDates() []printed {
	var all []printed
	for i, l := range s.lines {
		if confidence(l.Words) < leastConfidence {
			continue
		}
		for _, d := range datesOf(l, s.Options) {
			d.label = s.labelOf(i, d)
			all = append(all, d)
		}
	}
	return all
}

// settle reads a date in the document's order. Where that is not certain, the other order is kept beside it.
func (s *sheet) settle(d *printed, order sequence) {
	if !d.figures {
		return
	}
	first, second := d.either[0], d.either[1]
	if order.monthFirst {
		first, second = second, first
	}
	switch {
	case first.IsZero():
		first, second = second, time.Time{}
	case first.Equal(second) || order.forced:
		second = time.Time{}
	}
	d.days = []time.Time{first}
	if !second.IsZero() {
		d.days = append(d.days, second)
		if !order.told {
			d.confidence = min(d.confidence, unsureOrder)
		}
	}
}

// labelledDates assigns to each field the date at its label; none where its labels have several.
func (s *sheet) labelledDates(all []printed) map[Field]printed {
	chosen, several := map[Field]printed{}, []Field{}
	for _, d := range all {
		if !isDate(d.label) {
			continue
		}
		if other, ok := chosen[d.label]; ok && !other.days[0].Equal(d.days[0]) {
			several = append(several, d.label)
		}
		chosen[d.label] = d
	}
	for _, field := range several {
		delete(chosen, field)
	}
	return chosen
}

// unlabelledDates adds dates without labels that can only be one thing: a day ahead is that of expiry, and one longer
// before another than any document is valid is the holder's birth. Of three days on a data page the last is that of
// expiry, if no document is valid for longer.
func (s *sheet) unlabelledDates(all []printed, chosen map[Field]printed) {
	var loose []printed
	for _, d := range all {
		if d.label == "" {
			loose = append(loose, d)
		}
	}
	if len(all) < 2 || len(loose) == 0 {
		return
	}
	earliest, latest, days := extremes(all)
	if _, ok := chosen[Birth]; !ok && earliest.label == "" &&
		earliest.days[0].AddDate(longestValid, 0, 0).Before(latest.days[0]) {
		chosen[Birth] = earliest
	}
	if _, ok := chosen[Expiry]; ok || latest.label != "" || latest.days[0].Equal(earliest.days[0]) {
		return
	}
	if s.ahead(latest.days[0]) || s.Booklet && days == 3 && isBirth(chosen, earliest) {
		chosen[Expiry] = latest
	}
}

// ahead reports whether a day lies ahead of today; nothing does where that is not known.
func (s *sheet) ahead(day time.Time) bool { return !s.Today.IsZero() && day.After(s.Today) }

// isBirth reports whether the date of birth that was chosen is a date.
func isBirth(chosen map[Field]printed, d printed) bool {
	birth, ok := chosen[Birth]
	return ok && birth.days[0].Equal(d.days[0])
}

// extremes returns the earliest and the latest of dates, and how many different days they are.
func extremes(all []printed) (earliest, latest printed, days int) {
	earliest, latest = all[0], all[0]
	seen := map[string]bool{}
	for _, d := range all {
		seen[d.days[0].Format(time.DateOnly)] = true
		if d.days[0].Before(earliest.days[0]) {
			earliest = d
		}
		if d.days[0].After(latest.days[0]) {
			latest = d
		}
	}
	return earliest, latest, len(seen)
}

// impossible lists the fields whose dates can't be together: birth, issue and expiry follow each other, and the first
// two do not lie ahead.
func (s *sheet) impossible(days map[Field]time.Time) []Field {
	birth, issue, expiry := days[Birth], days[Issue], days[Expiry]
	wrong := s.impossibleToday(birth, issue)
	drop := func(fields ...Field) {
		for _, f := range fields {
			if !slices.Contains(wrong, f) {
				wrong = append(wrong, f)
			}
		}
	}
	if known(birth, issue) && len(wrong) == 0 && !issue.After(birth) {
		drop(Birth, Issue)
	}
	if known(issue, expiry) && !slices.Contains(wrong, Issue) &&
		(!expiry.After(issue) || issue.AddDate(longestValid, 0, 1).Before(expiry)) {
		drop(Issue, Expiry)
	}
	if known(birth, expiry) && !slices.Contains(wrong, Birth) && !slices.Contains(wrong, Expiry) &&
		!expiry.After(birth) {
		drop(Birth, Expiry)
	}
	return wrong
}

// impossibleToday lists which of birth and issue can't be, as they lie ahead or too far behind.
func (s *sheet) impossibleToday(birth, issue time.Time) []Field {
	var wrong []Field
	if s.Today.IsZero() {
		return nil
	}
	if known(birth) && (birth.After(s.Today) || birth.AddDate(longestLife, 0, 0).Before(s.Today)) {
		wrong = append(wrong, Birth)
	}
	if known(issue) && issue.After(s.Today) {
		wrong = append(wrong, Issue)
	}
	return wrong
}

// known reports whether all of some dates were read.
func known(at ...time.Time) bool { return !slices.ContainsFunc(at, time.Time.IsZero) }

// day is what a printed date means as a field: of two figures of a year a birth's lie behind.
func (d printed) day(field Field, today time.Time) time.Time {
	return past(d.days[0], d.short && field == Birth, today)
}

func past(day time.Time, short bool, today time.Time) time.Time {
	if short && !today.IsZero() && day.After(today) {
		return day.AddDate(-100, 0, 0)
	}
	return day
}

// value makes a value of a printed date.
func (d printed) value(field Field, today time.Time) Value {
	v := Value{Field: field, Text: d.day(field, today).Format(time.DateOnly), Box: d.box, Confidence: d.confidence}
	if len(d.days) > 1 {
		v.Or = past(d.days[1], d.short && field == Birth, today).Format(time.DateOnly)
	}
	return v
}

// labelOf finds the label that a date stands behind or below.
func (s *sheet) labelOf(line int, d printed) Field {
	best, nearest := Field(""), dateBelow*s.MM
	for _, l := range s.labels {
		if l.line == line {
			if l.box.Max.X <= d.box.Min.X+int(dateOverlap*s.MM) {
				best, nearest = l.field, 0 // the last label before it
			}
			continue
		}
		gap := float64(d.box.Min.Y - l.box.Max.Y)
		if d.box.Min.X > l.box.Max.X || d.box.Max.X < l.box.Min.X {
			beside := d.box.Min.X - l.box.Max.X
			if beside > 0 && float64(beside) < dateBeside*s.MM && level(l.box, d.box) && nearest > 0 {
				best, nearest = l.field, 0
			}
			continue
		}
		if gap >= -float64(d.box.Dy())/2 && gap < nearest {
			best, nearest = l.field, gap
		}
	}
	return best
}

func isDate(f Field) bool { return f == Birth || f == Issue || f == Expiry }
