package text

import (
	"image"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Value is a field as printed. Dates are YYYY-MM-DD, sex is F, M or X, States are
// three-letter codes. Confidence is the recogniser's, 0..1. Or is set of a date in figures that may also be read
// with day and month the other way round.
type Value struct {
	Field      Field
	Text       string
	Or         string
	Box        image.Rectangle
	Confidence float64
}

// Options are what is known of a page beside its text. None of it is a value of a field: what is printed is read
// without knowing what it should be.
type Options struct {
	MM      float64   // pixels to the millimetre
	Issuer  string    // the State that issued the document, alpha-3, where a code on it tells
	Booklet bool      // a passport's data page, whose fields follow ICAO 9303-4 in order
	Today   time.Time // places two-figure years; may be zero
}

// From which confidence of the recogniser, 0..1, print counts. Tuned on the development samples.
const (
	leastConfidence = .2  // of a value: recognisers are less sure of numbers, which are no words
	leastWord       = .35 // … and of one that is a word
	leastValue      = .3  // of a line below a label
	wellRead        = .7  // of a line whose size tells that of values
)

// Where a value stands. Lengths are in mm. Tuned on the development samples.
const (
	valueBelow    = 3   // from a label to the value below it
	valueLeft     = 3   // that a value may begin to the left of its label
	valueAside    = 6   // … and to the right, beyond the label's end
	valueBeside   = 4   // from a label to the value to its right
	nextAside     = 1.5 // that a value's next line may begin aside
	smallestValue = 1.3 // capitals of a value
	defaultMM     = 10  // pixels to the millimetre where a caller does not set them

	nextGap     = 1.5 // capitals to a value's next line
	lineOverlap = .5  // capitals by which a value may reach into its label's line
	leastBody   = 3   // lines that tell the size of values
	nameLetters = 70  // percent of a name that are letters

	lettersPerMisread = 4 // letters of a word for each that may be misread
	shortHeading      = 6 // letters up to which none may
)

// Find returns the fields that it recognises among the lines of a page.
func Find(lines []Line, o Options) []Value {
	if o.MM <= 0 {
		o.MM = defaultMM
	}
	s := sheet{Options: o, taken: map[Field]bool{}}
	for _, l := range lines {
		if strings.Contains(l.text(), "<<") { // of a machine-readable zone
			continue
		}
		if !o.Booklet {
			l.Words = splitNumerals(l.Words)
		}
		s.lines = append(s.lines, l)
	}
	for i, l := range s.lines {
		found := labelsIn(l, i)
		s.labels = append(s.labels, found...)
		s.labelled = append(s.labelled, len(found) > 0)
	}
	s.body = bodyOf(s.lines)
	s.numbered()
	s.names()
	s.number()
	s.dates()
	s.sex()
	s.states()
	return slices.DeleteFunc(s.values, func(v Value) bool {
		return v.Confidence < leastConfidence || v.Field != Number && v.Confidence < leastWord
	})
}

// sheet is a page on which fields are searched for.
type sheet struct {
	Options
	lines    []Line
	labels   []label
	labelled []bool  // whether a line carries a label
	body     float64 // height of capitals in values, as opposed to labels
	values   []Value
	taken    map[Field]bool
}

// bodyOf is the median height of capitals of the lines that were read well; 0 if there are too few of them.
func bodyOf(lines []Line) float64 {
	var heights []float64
	for _, l := range lines {
		if confidence(l.Words) >= wellRead && isUpper(l.text()) {
			heights = append(heights, l.Capital)
		}
	}
	if len(heights) < leastBody {
		return 0
	}
	slices.Sort(heights)
	return heights[len(heights)/2]
}

// isUpper reports whether a text has no small letters: values are printed so more often than labels.
func isUpper(t string) bool { return t != "" && !strings.ContainsFunc(t, unicode.IsLower) }

// small reports whether a line is small print, as labels are.
func (s *sheet) small(l Line) bool {
	return l.Capital < smallestValue*s.MM || l.Capital < smallPrint*s.body
}

func (s *sheet) put(v Value) {
	if v.Text != "" && !s.taken[v.Field] {
		s.taken[v.Field] = true
		s.values = append(s.values, v)
	}
}

// valueOf makes a value of words.
func valueOf(field Field, words []Word) Value {
	return Value{Field: field, Text: tidy(words), Box: union(words), Confidence: confidence(words)}
}

// below returns the lines that belong to a label: the nearest that fits below it, near its left end, and those that
// follow it before the next label.
func (s *sheet) below(of label, fits func(string) bool, most int) []int {
	var found []int
	foot := of.box.Max.Y
	for len(found) < most {
		at := s.nearestBelow(of, foot, found, fits)
		if at < 0 || s.parted(of, foot, s.lines[at].Box) {
			break
		}
		found = append(found, at)
		foot = s.lines[at].Box.Max.Y
	}
	return found
}

// nearestBelow returns the line nearest below a foot that may belong to a label and fits; -1 without one.
func (s *sheet) nearestBelow(of label, foot int, found []int, fits func(string) bool) int {
	at, nearest := -1, valueBelow*s.MM
	for i, l := range s.lines {
		gap := float64(l.Box.Min.Y - foot)
		if s.labelled[i] || slices.Contains(found, i) || gap < -lineOverlap*l.Capital || gap >= nearest ||
			!s.nearLeft(of, l) || len(found) > 0 && !s.follows(found, i, gap) {
			continue
		}
		if fits(tidy(l.Words)) && confidence(l.Words) >= leastValue {
			at, nearest = i, gap
		}
	}
	return at
}

// nearLeft reports whether a line below a label begins near its left end.
func (s *sheet) nearLeft(of label, l Line) bool {
	left := float64(l.Box.Min.X - of.box.Min.X)
	outside := l.Box.Min.X > of.box.Max.X && left > valueAside*s.MM
	return left >= -valueLeft*s.MM && !outside && l.Box.Min.Y >= of.box.Min.Y+2
}

// follows reports whether a line continues with the value of those that were found.
func (s *sheet) follows(found []int, i int, gap float64) bool {
	l := s.lines[i]
	aside := abs(l.Box.Min.X - s.lines[found[0]].Box.Min.X)
	return aside <= int(nextAside*s.MM) && gap <= nextGap*l.Capital && !s.small(l) &&
		!s.apart(found[len(found)-1], i)
}

// parted reports whether another label stands between a foot and a line.
func (s *sheet) parted(of label, foot int, b image.Rectangle) bool {
	for _, l := range s.labels {
		middle := (l.box.Min.Y + l.box.Max.Y) / 2
		if l.line != of.line && middle > foot-2 && middle < b.Min.Y+b.Dy()/3 && l.box.Min.X < b.Max.X &&
			l.box.Max.X > b.Min.X {
			return true
		}
	}
	return false
}

// beside returns the words that follow a label on its own line, up to the next label.
func (s *sheet) beside(of label) []Word {
	l := s.lines[of.line]
	end := len(l.Words)
	for _, other := range s.labels {
		if other.line == of.line && other.end > of.end {
			for i := of.end; i < len(l.Words); i++ {
				if l.Words[i].Box.Min.X >= other.box.Min.X {
					end = min(end, i)
				}
			}
		}
	}
	words := l.Words[min(of.end, end):end]
	if len(words) == 0 { // the value may be a line of its own, to the right
		for i, r := range s.lines {
			gap := r.Box.Min.X - of.box.Max.X
			if i != of.line && !s.labelled[i] && gap > 0 && float64(gap) < valueBeside*s.MM && level(of.box, r.Box) {
				return r.Words
			}
		}
	}
	return words
}

// isName reports whether a text can be a name.
func isName(s string) bool {
	letters, small := 0, 0
	for _, r := range s {
		switch {
		case unicode.IsLetter(r):
			letters++
			if unicode.IsLower(r) {
				small++
			}
		case unicode.IsDigit(r):
			return false
		}
	}
	first := []rune(s + " ")[0]
	return letters >= 2 && !isHeading(s) && letters*100 >= len([]rune(s))*nameLetters && unicode.IsUpper(first)
}

// headings are words that stand in labels and headings of documents and are no names.
var headings = strings.Fields(`
	passport passeport pasaporte document documento surname surnames identifier identifiant nationality nationalite
	authority autorite signature expiry expiration issue issued birth naissance number numero prenom prenoms nombres
	apellidos identity identite license licence`)

// isHeading reports whether a text has such a word, with at most one letter in four misread.
func isHeading(s string) bool {
	for word := range strings.FieldsSeq(fold(s)) {
		if slices.ContainsFunc(headings, func(h string) bool {
			limit := 0
			if len(h) > shortHeading {
				limit = len(h) / lettersPerMisread
			}
			return abs(len(h)-len(word)) <= limit && Distance(word, h, limit) <= limit
		}) {
			return true
		}
	}
	return false
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
