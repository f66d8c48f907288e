package web

import (
	"cmp"
	"slices"
	"strings"

	"proofdesk/app/review"
	"proofdesk/engine"
	views "proofdesk/views/review"
	"proofdesk/views/ui"
)

// sources are the columns of the cross-check in their order.
var sources = []engine.Source{engine.VIZ, engine.MRZ, engine.Barcode, engine.Chip, engine.Submitted}

var sourceNames = map[engine.Source]string{engine.VIZ: "Page", engine.MRZ: "MRZ", engine.Barcode: "Barcode", engine.Chip: "Chip", engine.Submitted: "Given"}

func sourceName(s string) string {
	if name, ok := sourceNames[engine.Source(s)]; ok {
		return name
	}
	return words(s)
}

// fields are the rows in their order, with the names that fit beside the values.
var fields = []struct{ name, label string }{
	{"lastName", "Surname"},
	{"firstName", "Names"},
	{"fullName", "Name"},
	{"dateOfBirth", "Born"},
	{"documentNumber", "Number"},
	{"expiryDate", "Expires"},
	{"issueDate", "Issued"},
	{"issuingCountry", "State"},
	{"nationality", "Nation"},
	{"sex", "Sex"},
	{"personalNumber", "Pers. no."},
	{"documentType", "Type"},
	{"address.line1", "Street"},
	{"address.city", "City"},
	{"address.state", "Region"},
	{"address.postalCode", "Post code"},
	{"address.country", "Country"},
}

func fieldName(name string) string {
	for _, f := range fields {
		if f.name == name {
			return f.label
		}
	}
	return words(name)
}

func fieldOrder(name string) int {
	for i, f := range fields {
		if f.name == name {
			return i
		}
	}
	return len(fields)
}

// matrix is the cross-check of a dossier with the agent's corrections in it.
type matrix struct {
	d         review.Dossier
	columns   []engine.Source
	corrected map[string]string // source/field → the value before
	after     map[string]string
}

func newMatrix(d review.Dossier) matrix {
	m := matrix{d: d, corrected: map[string]string{}, after: map[string]string{}}
	for _, c := range d.Corrections {
		key := c.Source + "/" + c.Field
		if _, ok := m.corrected[key]; !ok {
			m.corrected[key] = c.Before
		}
		m.after[key] = c.After
	}
	for _, s := range sources {
		if slices.ContainsFunc(d.Report.Comparisons, func(c engine.Comparison) bool { return c.Values[s] != "" }) {
			m.columns = append(m.columns, s)
		}
	}
	return m
}

func (m matrix) sourceNames() []string {
	var names []string
	for _, s := range m.columns {
		names = append(names, sourceNames[s])
	}
	return names
}

// value gives a source's value of a field as it stands, corrected or not.
func (m matrix) value(source, field string) string {
	if after, ok := m.after[source+"/"+field]; ok {
		return after
	}
	for _, c := range m.d.Report.Comparisons {
		if c.Field == field {
			return c.Values[engine.Source(source)]
		}
	}
	return ""
}

// rows lists the fields that more than one source has, those that do not match first, and those that one has.
func (m matrix) rows() (compared, single []views.Row) {
	type ranked struct {
		row   views.Row
		rank  int
		field int
	}
	var all []ranked
	for _, c := range m.d.Report.Comparisons {
		match := c.Match
		if match == engine.MatchNotRead && len(c.Values) == 0 {
			continue
		}
		row := views.Row{Label: fieldName(c.Field)}
		rank := matchLook(match, &row)
		row.Cells = m.cells(c, match)
		all = append(all, ranked{row, rank, fieldOrder(c.Field)})
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.field, b.field)) })
	for _, r := range all {
		if r.row.Tone == ui.Soft {
			single = append(single, r.row)
		} else {
			compared = append(compared, r.row)
		}
	}
	return compared, single
}

// matchLook gives a match its word, icon and tone, and its rank in the list.
func matchLook(match engine.Match, row *views.Row) int {
	switch match {
	case engine.MatchNone:
		row.Match, row.Icon, row.Tone = "no match", "x", ui.Fail
		return 0
	case engine.MatchPartial:
		row.Match, row.Icon, row.Tone = "partial match", "circle-dot", ui.Warn
		return 1
	case engine.MatchFull:
		row.Match, row.Icon, row.Tone = "match", "check", ui.Pass
		return 2
	}
	row.Match, row.Icon, row.Tone = "only one source", "minus", ui.Soft
	return 2
}

func (m matrix) cells(c engine.Comparison, match engine.Match) []views.Cell {
	var others []string
	for _, s := range m.columns {
		others = append(others, m.value(string(s), c.Field))
	}
	cells := make([]views.Cell, len(m.columns))
	for i, s := range m.columns {
		cells[i] = m.cell(s, c.Field, others[i])
		if others[i] == "" {
			continue
		}
		cells[i].Parts = []views.Part{{Text: others[i]}}
		if match == engine.MatchNone || match == engine.MatchPartial {
			cells[i].Parts = parts(others[i], others)
		}
	}
	return cells
}

func (m matrix) cell(s engine.Source, field, value string) views.Cell {
	cell := views.Cell{
		Read: value != "", Source: string(s), Name: sourceNames[s], Field: field, Value: value, Editable: review.Correctable(string(s)) && value != "",
		Corrected: m.corrected[string(s)+"/"+field],
	}
	r := m.reading(s, field)
	if r == nil {
		return cell
	}
	cell.Title = sourceNames[s] + ", confidence " + score(r.Confidence)
	if len(r.Repairs) > 0 {
		cell.Title += ", repaired: " + strings.Join(r.Repairs, ", ")
	}
	if r.Truncated {
		cell.Title += ", cut by the format"
	}
	if r.CheckDigit != nil {
		cell.Digit = "bad"
		if *r.CheckDigit {
			cell.Digit = "good"
		}
	}
	if r.Box != nil {
		cell.Focus = focus(m.d, r.Capture, *r.Box)
	}
	return cell
}

func (m matrix) reading(s engine.Source, field string) *engine.Reading {
	for i, r := range m.d.Report.Readings {
		if r.Source == s && r.Field == field {
			return &m.d.Report.Readings[i]
		}
	}
	return nil
}
