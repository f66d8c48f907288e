package web

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"proofdesk/app/review"
	"proofdesk/app/web/shell/format"
	"proofdesk/engine"
	"proofdesk/views/finding"
	"proofdesk/views/ui"
)

// knownCustomer is the column of what is enrolled already; it is no source of the engine's.
const knownCustomer engine.Source = "CUSTOMER"

// sources are the columns of the cross-check in their order.
var sources = []engine.Source{engine.VIZ, engine.MRZ, engine.Barcode, engine.Chip, engine.Submitted, knownCustomer}

var sourceNames = map[engine.Source]string{
	engine.VIZ:       "Printed",
	engine.MRZ:       "MRZ",
	engine.Barcode:   "Barcode",
	engine.Chip:      "Chip",
	engine.Submitted: "Submitted",
	knownCustomer:    "Customer",
}

// sourceHints say what the names of the columns stand for.
var sourceHints = map[engine.Source]string{
	engine.VIZ:       "Printed text, read from the picture (OCR)",
	engine.MRZ:       "Machine-readable zone",
	engine.Barcode:   "Barcode",
	engine.Chip:      "Chip of the document",
	engine.Submitted: "Given by the app that the applicant used",
	knownCustomer:    "The enrolled customer that the applicant is held against",
}

func sourceName(s string) string {
	if name, ok := sourceNames[engine.Source(s)]; ok {
		return name
	}
	return format.Words(s)
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
	return format.Words(name)
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
	d         dossier
	columns   []engine.Source
	compared  []engine.Comparison
	corrected map[string]string // source/field → the value before
	after     map[string]string
}

func newMatrix(d dossier) matrix {
	m := matrix{d: d, compared: d.heldAgainst(), corrected: map[string]string{}, after: map[string]string{}}
	for _, c := range d.Corrections {
		key := c.Source + "/" + c.Field
		if _, ok := m.corrected[key]; !ok {
			m.corrected[key] = c.Before
		}
		m.after[key] = c.After
	}
	for _, s := range sources {
		if slices.ContainsFunc(m.compared, func(c engine.Comparison) bool { return c.Values[s] != "" }) {
			m.columns = append(m.columns, s)
		}
	}
	return m
}

func (m matrix) heads() []finding.Head {
	var heads []finding.Head
	for _, s := range m.columns {
		heads = append(heads, finding.Head{Name: m.d.T(sourceNames[s]), Title: m.d.T(sourceHints[s])})
	}
	return heads
}

// value returns a source's value of a field as it stands, corrected or not.
func (m matrix) value(source, field string) string {
	if after, ok := m.after[source+"/"+field]; ok {
		return after
	}
	for _, c := range m.compared {
		if c.Field == field {
			return c.Values[engine.Source(source)]
		}
	}
	return ""
}

// rows lists the fields that more than one source has, those that do not match first, and those that one has; where
// nothing can be compared, the only values stand where the compared ones would.
func (m matrix) rows() (compared, single []finding.Row) {
	type ranked struct {
		row   finding.Row
		rank  int
		field int
	}
	var all []ranked
	for _, c := range m.compared {
		if c.Match == engine.MatchNotRead && len(c.Values) == 0 {
			continue
		}
		row := finding.Row{Label: m.d.T(fieldName(c.Field))}
		rank := matchLook(c.Match, &row)
		row.Match = m.d.T(row.Match)
		row.Cells = m.cells(c, c.Match)
		row.Focus = spot(row.Cells)
		all = append(all, ranked{row, rank, fieldOrder(c.Field)})
	}
	slices.SortStableFunc(all,
		func(a, b ranked) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.field, b.field)) })
	for _, r := range all {
		if r.row.Tone == ui.Soft {
			single = append(single, r.row)
		} else {
			compared = append(compared, r.row)
		}
	}
	if len(compared) == 0 {
		return single, nil
	}
	return compared, single
}

// spot returns where to look for what a row is about: at the value that differs, else at a printed one. A barcode's box
// holds all of its values, so that it is the last to look at.
func spot(cells []finding.Cell) string {
	best, at := len(sources)+2, ""
	for _, c := range cells {
		rank := 1 + slices.Index(sources, engine.Source(c.Source))
		switch {
		case c.Focus == "":
			continue
		case c.Source == string(engine.Barcode):
			rank = len(sources) + 1
		case slices.ContainsFunc(c.Parts, func(p finding.Part) bool { return p.Differs }):
			rank = 0
		}
		if rank < best {
			best, at = rank, c.Focus
		}
	}
	return at
}

// disputed returns where to look for the first field that does not match.
func (d dossier) disputed() string {
	m := newMatrix(d)
	for _, c := range m.compared {
		if c.Match == engine.MatchNone {
			return spot(m.cells(c, c.Match))
		}
	}
	return ""
}

// matchLook returns a match its word, icon and tone, and its rank in the list.
func matchLook(match engine.Match, row *finding.Row) int {
	switch match {
	case engine.MatchNone:
		row.Match, row.Icon, row.Tone = "no match", "x", ui.Fail
		return 0
	case engine.MatchPartial:
		row.Match, row.Icon, row.Tone = "partial", "circle-dot", ui.Warn
		return 1
	case engine.MatchFull:
		row.Match, row.Icon, row.Tone = "match", "check", ui.Pass
		return 2
	}
	row.Match, row.Icon, row.Tone = "not read", "minus", ui.Soft
	return 2
}

func (m matrix) cells(c engine.Comparison, match engine.Match) []finding.Cell {
	var others []string
	for _, s := range m.columns {
		others = append(others, m.value(string(s), c.Field))
	}
	cells := make([]finding.Cell, len(m.columns))
	for i, s := range m.columns {
		cells[i] = m.cell(s, c.Field, others[i])
		if others[i] == "" {
			continue
		}
		cells[i].Parts = []finding.Part{{Text: others[i]}}
		if match == engine.MatchNone || match == engine.MatchPartial {
			cells[i].Parts = parts(others[i], others)
		}
		cells[i].Parts = breakable(cells[i].Parts)
	}
	return cells
}

func (m matrix) cell(s engine.Source, field, value string) finding.Cell {
	d := m.d
	cell := finding.Cell{
		Read:      value != "",
		Source:    string(s),
		Name:      d.T(sourceNames[s]),
		Field:     field,
		Label:     d.T(fieldName(field)),
		Value:     value,
		Editable:  review.Correctable(string(s)) && value != "",
		Corrected: m.corrected[string(s)+"/"+field],
		Title:     d.T(sourceHints[s]),
	}
	r := m.reading(s, field)
	if r == nil {
		return cell
	}
	if s != engine.Submitted {
		cell.Sure, cell.Unsure = percent(r.Confidence), r.Confidence < sureFrom
		cell.Certainty = d.T("%s %% sure", strconv.FormatFloat(100*max(0, min(r.Confidence, 1)), 'f', 0, 64))
		cell.Title += "; " + d.T("how sure: %s", format.Score(r.Confidence))
	}
	if r.Unproven {
		cell.Certainty = d.T("not proven")
		cell.Title = d.T(sourceHints[s]) + "; " + d.T("no trusted State signed it")
	}
	if where := captureWord(d, r.Capture); where != "" {
		cell.Title += "; " + d.T("read on: %s", where)
	}
	if r.Or != "" {
		cell.Title += "; " + d.T("or %s, if day and month stand the other way round", r.Or)
	}
	if len(r.Repairs) > 0 {
		cell.Repaired = strings.Join(r.Repairs, ", ")
		cell.Title += "; " + d.T("repaired: %s", cell.Repaired)
	}
	switch {
	case r.Truncated && s == engine.VIZ:
		cell.Title += "; " + d.T("cut by the picture’s edge")
	case r.Truncated:
		cell.Title += "; " + d.T("cut by the format")
	}
	if r.CheckDigit != nil {
		cell.Digit = "bad"
		if *r.CheckDigit {
			cell.Digit = "good"
		}
	}
	cell.Focus = locus(d, r.Capture, r.Quad, r.Box)
	return cell
}

// sureFrom is from which confidence a value is taken as read well.
const sureFrom = .85

func (m matrix) reading(s engine.Source, field string) *engine.Reading {
	for i, r := range m.d.Report.Readings {
		if r.Source == s && r.Field == field {
			return &m.d.Report.Readings[i]
		}
	}
	return nil
}
