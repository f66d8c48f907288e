package mrz

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Record is a zone taken apart. Values are without fillers: State and Nationality hold one to three letters ("D" for
// Germany), names hold spaces where the zone has a filler, Sex is M, F or X (unspecified). Expiry is zero on a French
// card, whose Issue has year and month only. Number is whole, overflow into the optional data included (ICAO 9303-5
// §4.2.2, note j). Personal is the optional data of a TD3; Optional and Optional2 those of the others. Truncated is set
// where the name fills its field to the last column, so that letters may be missing (9303-4 §4.2.3).
type Record struct {
	Format      Format       `json:"format"`
	Code        string       `json:"code"`
	State       string       `json:"state"`
	Surname     string       `json:"surname"`
	GivenNames  string       `json:"givenNames"`
	Truncated   bool         `json:"truncated"`
	Number      string       `json:"number"`
	Nationality string       `json:"nationality"`
	Birth       Date         `json:"birth"`
	Sex         string       `json:"sex"`
	Expiry      Date         `json:"expiry"`
	Issue       Date         `json:"issue"`
	Office      string       `json:"office,omitempty"`
	Personal    string       `json:"personal,omitempty"`
	Optional    string       `json:"optional,omitempty"`
	Optional2   string       `json:"optional2,omitempty"`
	CheckDigits []CheckDigit `json:"checkDigits"`
	// fields whose characters make no sense: a date that does not exist, a sex that is none
	Malformed []Field `json:"malformed,omitempty"`
}

// Failed lists the fields whose printed check digit does not agree.
func (r Record) Failed() []Field {
	var failed []Field
	for _, c := range r.CheckDigits {
		if !c.OK {
			failed = append(failed, c.Field)
		}
	}
	return failed
}

// Lines that are no zone.
var (
	ErrLayout    = errors.New("mrz: no layout has lines of this count and length")
	ErrCharacter = errors.New("mrz: a character other than A-Z, 0-9 and <")
)

// Parse parses the lines of a zone. Spaces around a line are dropped. The centuries of two-digit years depend on today:
// a birth into the latest that is not in the future, an expiry within fifty years. A check digit that does not agree is
// reported in the record and is no error; only lines of no known layout (ErrLayout) or with foreign characters
// (ErrCharacter) are.
func Parse(lines []string, today time.Time) (Record, error) {
	clean := make([]string, 0, len(lines))
	for _, l := range lines {
		if l = strings.TrimSpace(l); l != "" {
			clean = append(clean, l)
		}
	}
	l := detect(clean)
	if l == nil {
		return Record{}, ErrLayout
	}
	for i, line := range clean {
		if len(line) != l.width {
			return Record{}, ErrLayout
		}
		if j := strings.IndexFunc(line, foreign); j >= 0 {
			return Record{}, fmt.Errorf("%w: line %d, column %d", ErrCharacter, i+1, j+1)
		}
	}
	return l.parse(clean, today), nil
}

func foreign(r rune) bool {
	return !(r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '<')
}

func (l *layout) parse(lines []string, today time.Time) Record {
	r := Record{Format: l.format}
	text := func(f Field) string { return trimFillers(l.raw(lines, f)) }
	r.Code, r.State, r.Nationality = text(FieldCode), text(FieldState), text(FieldNationality)
	r.Number, r.Office = text(FieldNumber), text(FieldOffice)
	r.Personal, r.Optional, r.Optional2 = text(FieldPersonal), text(FieldOptional), text(FieldOptional2)
	r.Birth = l.date(&r, lines, FieldBirth, bornBy(today))
	r.Expiry = l.date(&r, lines, FieldExpiry, near(today))
	l.names(&r, lines)
	l.sex(&r, lines)
	for _, rule := range l.rules {
		r.CheckDigits = append(r.CheckDigits, rule.check(lines))
	}
	if l.format == FRID {
		l.frenchNumber(&r, today)
	} else {
		l.longNumber(&r, lines)
	}
	return r
}

func (l *layout) date(r *Record, lines []string, f Field, century func(int, Date) int) Date {
	raw := l.raw(lines, f)
	if raw == "" {
		return Date{}
	}
	d, ok := parseDate(raw, century)
	if !ok {
		r.Malformed = append(r.Malformed, f)
		return Date{}
	}
	return d
}

func (l *layout) sex(r *Record, lines []string) {
	switch c := l.raw(lines, FieldSex); c {
	case "M", "F":
		r.Sex = c
	case "<", "X":
		r.Sex = "X"
	default:
		r.Malformed = append(r.Malformed, FieldSex)
	}
}

func (l *layout) names(r *Record, lines []string) {
	raw := l.raw(lines, FieldName)
	surname, given, _ := strings.Cut(raw, "<<")
	if l.format == FRID {
		given = l.raw(lines, FieldGivenNames)
		surname = raw
		r.Truncated = raw[len(raw)-1] != '<' || given[len(given)-1] != '<'
	} else {
		r.Truncated = raw[len(raw)-1] != '<'
	}
	r.Surname, r.GivenNames = spaced(surname), spaced(given)
}

// longNumber joins a document number of more than nine characters: a filler stands where its check digit would, the
// rest and the digit lead the optional data up to the next filler (9303-5 §4.2.2 note j; 9303-6 §4.2.2 note j).
func (l *layout) longNumber(r *Record, lines []string) {
	n, _ := l.find(FieldNumber)
	o, ok := l.find(FieldOptional)
	if !ok || l.format == MRVA || l.format == MRVB || lines[n.line][n.to] != '<' {
		return
	}
	rest, optional, _ := strings.Cut(lines[o.line][o.from:o.to], "<")
	if len(rest) < 2 || lines[n.line][n.to-1] == '<' {
		return
	}
	last := len(rest) - 1
	r.Number = lines[n.line][n.from:n.to] + rest[:last]
	r.Optional = trimFillers(optional)
	computed := Digit(r.Number)
	r.CheckDigits[0] = CheckDigit{
		FieldNumber, rest[last:], string(computed), rest[last] == computed, o.line, o.from + last,
	}
}

// frenchNumber reads the month of issue that leads the number.
func (l *layout) frenchNumber(r *Record, today time.Time) {
	if len(r.Number) < 4 {
		return
	}
	if d, ok := parseDate(r.Number[:4]+"<<", near(today)); ok {
		r.Issue = d
	}
}

func trimFillers(s string) string { return strings.Trim(s, "<") }

// spaced replaces fillers by single spaces.
func spaced(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return r == '<' }), " ")
}
