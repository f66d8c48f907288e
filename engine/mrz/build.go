package mrz

import (
	"errors"
	"fmt"
	"strings"
)

// Fields are what Build makes a zone of. Names may hold any Latin or Cyrillic letters. Format, State and Number are
// required. Code defaults to the layout's ("P", "I", "V", "ID"); Sex is M, F or anything else for unspecified. Personal
// is for a TD3, Optional for the others, Optional2 for line 2 of a TD1. Issue and Office belong to the French card,
// whose Number is the whole twelve characters unless Issue is set, which then leads it.
type Fields struct {
	Format      Format
	Code        string
	State       string
	Surname     string
	GivenNames  string
	Number      string
	Nationality string
	Birth       Date
	Sex         string
	Expiry      Date
	Issue       Date
	Office      string
	Personal    string
	Optional    string
	Optional2   string
}

// ErrField is wrapped by what Build returns for a field that does not fit; its text names the field.
var ErrField = errors.New("mrz: field does not fit its layout")

// Build writes the lines of a zone: names transliterated (ICAO 9303-3 §6) and cut by the truncation rules
// (9303-4 §4.2.3, 9303-5 §4.2.3, 9303-6 §4.2.3), document numbers over nine characters run over into the optional data
// of a TD1 or TD2, all check digits computed.
func Build(f Fields) ([]string, error) {
	l := layoutOf(f.Format)
	if l == nil {
		return nil, fmt.Errorf("%w: format %q", ErrField, f.Format)
	}
	b := builder{layout: l, grid: blank(l)}
	b.fill(f)
	if b.err != nil {
		return nil, b.err
	}
	b.digits()
	return b.lines(), nil
}

// WithDigits returns a copy of lines with every check digit of their layout computed anew; lines of no layout come back
// unchanged. It leaves the digit of a long document number, which lies among the optional data, alone.
func WithDigits(lines []string) []string {
	l := detect(lines)
	b := builder{layout: l}
	for _, s := range lines {
		if l == nil || len(s) != l.width {
			return append([]string(nil), lines...)
		}
		b.grid = append(b.grid, []byte(s))
	}
	if l == nil {
		return append([]string(nil), lines...)
	}
	n := l.rules[0]
	b.long = b.grid[n.line][n.pos] == '<'
	b.digits()
	return b.lines()
}

type builder struct {
	layout *layout
	grid   [][]byte
	long   bool
	err    error
}

func blank(l *layout) [][]byte {
	grid := make([][]byte, l.lines)
	for i := range grid {
		grid[i] = []byte(strings.Repeat("<", l.width))
	}
	return grid
}

func (b *builder) lines() []string {
	out := make([]string, len(b.grid))
	for i, g := range b.grid {
		out[i] = string(g)
	}
	return out
}

func (b *builder) fill(f Fields) {
	b.put(FieldCode, orDefault(f.Code, map[Format]string{TD3: "P", MRVA: "V", MRVB: "V", FRID: "ID"}[f.Format], "I"))
	b.put(FieldState, f.State)
	b.put(FieldNationality, orDefault(f.Nationality, f.State))
	b.put(FieldBirth, f.Birth.yymmdd())
	if f.Sex == "M" || f.Sex == "F" {
		b.put(FieldSex, f.Sex)
	}
	b.put(FieldExpiry, f.Expiry.yymmdd())
	b.put(FieldOffice, f.Office)
	b.put(FieldPersonal, f.Personal)
	b.put(FieldOptional2, f.Optional2)
	b.names(f)
	b.number(f)
}

func orDefault(values ...string) string {
	for _, v := range values {
		if v != "" {
			return v
		}
	}
	return ""
}

// put writes s at the start of a field; a layout without that field ignores it only if it is empty or implied.
func (b *builder) put(field Field, s string) {
	e, ok := b.layout.find(field)
	if !ok {
		return
	}
	s = strings.ReplaceAll(strings.ToUpper(s), " ", "<")
	if b.err == nil && (len(s) > e.to-e.from || strings.IndexFunc(s, foreign) >= 0) {
		b.err = fmt.Errorf("%w: %s %q", ErrField, field, s)
	}
	copy(b.grid[e.line][e.from:e.to], s)
}

func (b *builder) names(f Fields) {
	e, _ := b.layout.find(FieldName)
	if f.Format == FRID {
		g, _ := b.layout.find(FieldGivenNames)
		b.put(FieldName, cut(Transliterate(f.Surname), e.to-e.from))
		b.put(FieldGivenNames, cut(strings.ReplaceAll(Transliterate(f.GivenNames), "<", "<<"), g.to-g.from))
		return
	}
	b.put(FieldName, fitName(Transliterate(f.Surname), Transliterate(f.GivenNames), e.to-e.from))
}

// numberColumns is how many characters the field of a document number has; the rest of a longer one runs over into the
// optional data (ICAO 9303-5 §4.2.2, note j).
const numberColumns = 9

func (b *builder) number(f Fields) {
	n := f.Number
	if f.Format == FRID && f.Issue.Year > 0 {
		n = f.Issue.yymmdd()[:4] + n
	}
	long := len(n) > numberColumns && (f.Format == TD1 || f.Format == TD2)
	if long {
		rest := n[numberColumns:] + string(Digit(n)) + "<"
		b.put(FieldOptional, rest+f.Optional)
		b.long = true
		n = n[:numberColumns]
	} else {
		b.put(FieldOptional, f.Optional)
	}
	if n == "" && b.err == nil {
		b.err = fmt.Errorf("%w: %s is empty", ErrField, FieldNumber)
	}
	b.put(FieldNumber, n)
}

func (b *builder) digits() {
	for _, r := range b.layout.rules {
		lines := b.lines()
		switch covered := r.covered(lines); {
		case r.field == FieldNumber && b.long:
		case r.blankOK && trimFillers(covered) == "":
			b.grid[r.line][r.pos] = '<'
		default:
			b.grid[r.line][r.pos] = Digit(covered)
		}
	}
}
