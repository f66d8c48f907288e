package mrz

import "strings"

// Format is the layout of a zone.
type Format string

// The layouts that Parse and Read know.
const (
	TD1  Format = "TD1"   // 3 lines of 30, ICAO 9303-5
	TD2  Format = "TD2"   // 2 lines of 36, ICAO 9303-6
	TD3  Format = "TD3"   // 2 lines of 44, ICAO 9303-4
	MRVA Format = "MRV-A" // 2 lines of 44, ICAO 9303-7
	MRVB Format = "MRV-B" // 2 lines of 36, ICAO 9303-7
	FRID Format = "FR-ID" // 2 lines of 36, French national identity card
)

// Columns of the lines of each size of document (ICAO 9303-4, -5, -6 and -7 §4.2.2).
const (
	columnsTD1 = 30
	columnsTD2 = 36 // and MRV-B and the French card
	columnsTD3 = 44 // and MRV-A
)

// Field is a data element of a zone.
type Field string

// The data elements. FieldComposite names a check digit only; FieldOffice is the issuing office of a French card.
const (
	FieldCode        Field = "code"
	FieldState       Field = "state"
	FieldName        Field = "name"
	FieldGivenNames  Field = "givenNames"
	FieldNumber      Field = "number"
	FieldNationality Field = "nationality"
	FieldBirth       Field = "birth"
	FieldSex         Field = "sex"
	FieldExpiry      Field = "expiry"
	FieldIssue       Field = "issue"
	FieldOffice      Field = "office"
	FieldPersonal    Field = "personal"
	FieldOptional    Field = "optional"
	FieldOptional2   Field = "optional2"
	FieldComposite   Field = "composite"
)

// class is which characters may stand in a field.
type class uint8

const (
	letters class = iota // A-Z and filler
	digits               // 0-9
	dates                // 0-9, filler where a part of a birth date is unknown
	alnum                // all
	sexes                // M F X and filler
	check                // 0-9, filler where the layout allows
)

// span is a run of characters: line, first and one past the last column, from 0.
type span struct {
	line, from, to int
}

type element struct {
	field Field
	class class
	span
}

type layout struct {
	format       Format
	lines, width int
	elements     []element
	rules        []rule
}

func (l *layout) find(f Field) (element, bool) {
	for _, e := range l.elements {
		if e.field == f {
			return e, true
		}
	}
	return element{}, false
}

// raw returns the characters of a field, fillers included; "" where the layout lacks it.
func (l *layout) raw(lines []string, f Field) string {
	if e, ok := l.find(f); ok {
		return lines[e.line][e.from:e.to]
	}
	return ""
}

// lower is the second line that TD2, TD3 and both visas share up to column 28 (9303-4 §4.2.2, 9303-6 §4.2.2, 9303-7
// §4.2.2).
func lower(format Format, width int, tail ...element) *layout {
	return &layout{
		format: format,
		lines:  2,
		width:  width,
		elements: append([]element{
			{FieldCode, letters, span{0, 0, 2}},
			{FieldState, letters, span{0, 2, 5}},
			{FieldName, letters, span{0, 5, width}},
			{FieldNumber, alnum, span{1, 0, 9}},
			{FieldNationality, letters, span{1, 10, 13}},
			{FieldBirth, dates, span{1, 13, 19}},
			{FieldSex, sexes, span{1, 20, 21}},
			{FieldExpiry, dates, span{1, 21, 27}},
		}, tail...),
		rules: []rule{
			{FieldNumber, 1, 9, []span{{1, 0, 9}}, false},
			{FieldBirth, 1, 19, []span{{1, 13, 19}}, false},
			{FieldExpiry, 1, 27, []span{{1, 21, 27}}, false},
		},
	}
}

func (l *layout) with(rules ...rule) *layout {
	l.rules = append(l.rules, rules...)
	return l
}

func layoutTD1() *layout {
	return &layout{
		format: TD1,
		lines:  3,
		width:  columnsTD1,
		elements: []element{
			{FieldCode, letters, span{0, 0, 2}},
			{FieldState, letters, span{0, 2, 5}},
			{FieldNumber, alnum, span{0, 5, 14}},
			{FieldOptional, alnum, span{0, 15, 30}},
			{FieldBirth, dates, span{1, 0, 6}},
			{FieldSex, sexes, span{1, 7, 8}},
			{FieldExpiry, dates, span{1, 8, 14}},
			{FieldNationality, letters, span{1, 15, 18}},
			{FieldOptional2, alnum, span{1, 18, 29}},
			{FieldName, letters, span{2, 0, 30}},
		},
		rules: []rule{
			{FieldNumber, 0, 14, []span{{0, 5, 14}}, false},
			{FieldBirth, 1, 6, []span{{1, 0, 6}}, false},
			{FieldExpiry, 1, 14, []span{{1, 8, 14}}, false},
			{FieldComposite, 1, 29, []span{{0, 5, 30}, {1, 0, 7}, {1, 8, 15}, {1, 18, 29}}, false},
		},
	}
}

func layoutFRID() *layout {
	return &layout{
		format: FRID,
		lines:  2,
		width:  columnsTD2,
		elements: []element{
			{FieldCode, letters, span{0, 0, 2}},
			{FieldState, letters, span{0, 2, 5}},
			{FieldName, letters, span{0, 5, 30}},
			{FieldOffice, alnum, span{0, 30, 36}},
			{FieldNumber, alnum, span{1, 0, 12}},
			{FieldGivenNames, letters, span{1, 13, 27}},
			{FieldBirth, dates, span{1, 27, 33}},
			{FieldSex, sexes, span{1, 34, 35}},
		},
		rules: []rule{
			{FieldNumber, 1, 12, []span{{1, 0, 12}}, false},
			{FieldBirth, 1, 33, []span{{1, 27, 33}}, false},
			{FieldComposite, 1, 35, []span{{0, 0, 36}, {1, 0, 35}}, false},
		},
	}
}

// layouts is read only. Its order is the order in which equal evidence is decided.
var layouts = []*layout{
	lower(TD3, columnsTD3, element{FieldPersonal, alnum, span{1, 28, 42}}).with(
		rule{FieldPersonal, 1, 42, []span{{1, 28, 42}}, true},
		rule{FieldComposite, 1, 43, []span{{1, 0, 10}, {1, 13, 20}, {1, 21, 43}}, false}),
	layoutTD1(),
	lower(TD2, columnsTD2, element{FieldOptional, alnum, span{1, 28, 35}}).with(
		rule{FieldComposite, 1, 35, []span{{1, 0, 10}, {1, 13, 20}, {1, 21, 35}}, false}),
	lower(MRVA, columnsTD3, element{FieldOptional, alnum, span{1, 28, 44}}),
	lower(MRVB, columnsTD2, element{FieldOptional, alnum, span{1, 28, 36}}),
	layoutFRID(),
}

func layoutOf(f Format) *layout {
	for _, l := range layouts {
		if l.format == f {
			return l
		}
	}
	return nil
}

// detect picks the layout of whole lines by their count, width and document code: V is a visa (9303-7 §4.2.2.1),
// IDFRA on two lines of 36 the French card, whose successor is a TD1.
func detect(lines []string) *layout {
	if len(lines) < 2 {
		return nil
	}
	visa := strings.HasPrefix(lines[0], "V")
	type size struct{ lines, columns int }
	switch (size{len(lines), len(lines[0])}) {
	case size{3, columnsTD1}:
		return layoutOf(TD1)
	case size{2, columnsTD3}:
		if visa {
			return layoutOf(MRVA)
		}
		return layoutOf(TD3)
	case size{2, columnsTD2}:
		switch {
		case visa:
			return layoutOf(MRVB)
		case strings.HasPrefix(lines[0], frenchStart):
			return layoutOf(FRID)
		}
		return layoutOf(TD2)
	}
	return nil
}

// frenchStart is what the zone of a French card of 1988 to 2021 begins with.
const frenchStart = "IDFRA"
