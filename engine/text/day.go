package text

import (
	"cmp"
	"slices"
	"time"
)

// dates tells which printed date is which: by label, else by order where there are at least two.
func (s *sheet) dates() {
	var all []printed
	for i, l := range s.lines {
		if confidence(l.Words) < .2 {
			continue
		}
		for _, d := range datesOf(l, s.Options) {
			d.label = s.labelOf(i, d)
			all = append(all, d)
		}
	}
	for _, d := range all {
		if isDate(d.label) {
			s.put(s.dated(d, d.label))
		}
	}
	loose := slices.DeleteFunc(slices.Clone(all), func(d printed) bool { return d.label != "" })
	order := func(a, b printed) int { return cmp.Compare(a.days[0].Unix(), b.days[0].Unix()) }
	if len(all) < 2 || len(loose) == 0 {
		return
	}
	if first := slices.MinFunc(all, order); first.label == "" {
		s.put(s.dated(first, Birth))
	}
	if last := slices.MaxFunc(all, order); last.label == "" {
		s.put(s.dated(last, Expiry))
	}
}

// dated makes a value of a printed date.
func (s *sheet) dated(d printed, field Field) Value {
	day := d.days[0]
	if field == Birth && d.short && !s.Today.IsZero() && day.After(s.Today) {
		day = day.AddDate(-100, 0, 0)
	}
	return Value{field, day.Format(time.DateOnly), d.box, d.confidence}
}

// labelOf finds the label that a date stands behind or below.
func (s *sheet) labelOf(line int, d printed) Field {
	best, nearest := Field(""), 3.2*s.MM
	for _, l := range s.labels {
		if l.line == line {
			if l.box.Max.X <= d.box.Min.X+int(s.MM) {
				best, nearest = l.field, 0 // the last label before it
			}
			continue
		}
		gap := float64(d.box.Min.Y - l.box.Max.Y)
		if d.box.Min.X > l.box.Max.X || d.box.Max.X < l.box.Min.X {
			if beside := d.box.Min.X - l.box.Max.X; beside > 0 && float64(beside) < 3*s.MM && level(l.box, d.box) && nearest > 0 {
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
