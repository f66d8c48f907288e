package text

import (
	"cmp"
	"image"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Value is a field as printed. Dates are YYYY-MM-DD. Confidence is the recogniser's, 0..1.
type Value struct {
	Field      Field
	Text       string
	Box        image.Rectangle
	Confidence float64
}

// Known is what a machine-readable code says: it helps to find where a value stands and to tell day from month, and never
// becomes a value by itself. Dates are YYYY-MM-DD; what is not known is empty.
type Known map[Field]string

// leastConfidence is from which a printed value is told.
const leastConfidence = .45

// Find gives the fields that can be told among words.
func Find(words []Word, known Known) []Value {
	lines := linesOf(words)
	values := names(lines, known)
	if number, ok := number(lines, known); ok {
		values = append(values, number)
	}
	values = append(values, dates(lines, known)...)
	return slices.DeleteFunc(values, func(v Value) bool { return v.Confidence < leastConfidence })
}

// names finds surname and given names: below or beside their label, else where the code's name stands.
func names(lines []line, known Known) []Value {
	var values []Value
	for _, field := range []Field{Surname, GivenNames} {
		words := byLabel(lines, field, isName)
		if words == nil {
			words = byValue(lines, known[field])
		}
		words = slices.DeleteFunc(slices.Clone(words), func(w Word) bool { return !strings.ContainsFunc(w.Text, unicode.IsLetter) }) // numbers of labels
		if len(words) > 0 {
			values = append(values, Value{field, tidy(words), union(words), confidence(words)})
		}
	}
	return values
}

func number(lines []line, known Known) (Value, bool) {
	words := byValue(lines, known[Number])
	if words == nil {
		words = byLabel(lines, Number, isNumber)
	}
	if words == nil {
		return Value{}, false
	}
	return Value{Number, strings.ReplaceAll(tidy(words), " ", ""), union(words), confidence(words)}, true
}

// byLabel gives the words of the line that a label belongs to: the nearest below it that begins near its left end, or what
// stands to its right.
func byLabel(lines []line, field Field, fits func(string) bool) []Word {
	for _, l := range lines {
		if of, ok := labelOf(l.text()); !ok || of != field {
			continue
		}
		if words := below(lines, l, fits); words != nil {
			return words
		}
	}
	return nil
}

func below(lines []line, label line, fits func(string) bool) []Word {
	var best []Word
	nearest := 4 * label.box.Dy()
	for _, l := range lines {
		gap := l.box.Min.Y - label.box.Max.Y
		left := l.box.Min.X - label.box.Min.X
		_, isLabel := labelOf(l.text())
		if isLabel || gap < -label.box.Dy()/2 || gap >= nearest || left < -2*label.box.Dy() || l.box.Min.X > label.box.Max.X || !fits(tidy(l.words)) {
			continue
		}
		best, nearest = l.words, gap
	}
	return best
}

// isName tells a value of letters.
func isName(s string) bool {
	letters := 0
	for _, r := range s {
		switch {
		case unicode.IsLetter(r):
			letters++
		case unicode.IsDigit(r):
			return false
		}
	}
	return letters >= 2
}

// isNumber tells a value that can be a document's number.
func isNumber(s string) bool {
	digits := 0
	for _, r := range s {
		if unicode.IsDigit(r) {
			digits++
		}
	}
	return digits >= 4 && len(s) <= 24
}

// key keeps letters and digits, folded, for comparing with what a code says.
func key(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, strings.ToLower(stripped(s)))
}

func stripped(s string) string {
	var b strings.Builder
	for _, r := range s {
		if unicode.IsDigit(r) {
			b.WriteRune(r)
			continue
		}
		b.WriteString(fold(string(r)))
	}
	return b.String()
}

// byValue finds a run of words of one line that reads as a known value, at most one letter in six misread. Lines of a
// machine-readable zone do not count: they are where the value came from.
func byValue(lines []line, value string) []Word {
	want := key(value)
	if len(want) < 3 {
		return nil
	}
	for _, l := range lines {
		if strings.Contains(l.text(), "<") {
			continue
		}
		for i := range l.words {
			for j := i + 1; j <= len(l.words); j++ {
				if Distance(key(tidy(l.words[i:j])), want, len(want)/6) <= len(want)/6 {
					return l.words[i:j]
				}
			}
		}
	}
	return nil
}

// dates tells which printed date is which: by label, else by order where there are at least two.
func dates(lines []line, known Known) []Value {
	var all []printed
	for _, l := range lines {
		if strings.Contains(l.text(), "<<") {
			continue
		}
		for _, d := range datesOf(l) {
			d.label = labelNear(lines, l, d)
			all = append(all, d)
		}
	}
	var values []Value
	taken := map[Field]bool{}
	for _, d := range all {
		if d.label != "" && !taken[d.label] {
			taken[d.label] = true
			values = append(values, d.as(d.label, known))
		}
	}
	if !taken[Birth] && len(all) >= 2 {
		first := slices.MinFunc(all, func(a, b printed) int { return cmp.Compare(a.days[0].Unix(), b.days[0].Unix()) })
		if first.label == "" {
			values = append(values, first.as(Birth, known))
		}
	}
	if !taken[Expiry] && len(all) >= 2 {
		last := slices.MaxFunc(all, func(a, b printed) int { return cmp.Compare(a.days[0].Unix(), b.days[0].Unix()) })
		if last.label == "" {
			values = append(values, last.as(Expiry, known))
		}
	}
	return values
}

// as makes a value of a printed date; where day and month can't be told apart, the reading that the code confirms counts.
func (d printed) as(field Field, known Known) Value {
	chosen := d.days[0]
	for _, day := range d.days {
		if day.Format(time.DateOnly) == known[field] {
			chosen = day
		}
	}
	return Value{field, chosen.Format(time.DateOnly), d.box, d.confidence}
}

// labelNear finds the label that a date stands below or behind.
func labelNear(lines []line, of line, d printed) Field {
	if field, ok := labelOf(of.text()); ok && isDate(field) {
		return field
	}
	best, nearest := Field(""), 3*d.box.Dy()
	for _, l := range lines {
		field, ok := labelOf(l.text())
		if !ok || !isDate(field) {
			continue
		}
		gap := d.box.Min.Y - l.box.Max.Y
		if gap < -d.box.Dy()/2 || gap >= nearest || d.box.Min.X > l.box.Max.X || d.box.Max.X < l.box.Min.X {
			continue
		}
		best, nearest = field, gap
	}
	return best
}

func isDate(f Field) bool { return f == Birth || f == Issue || f == Expiry }
