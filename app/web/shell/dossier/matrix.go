package dossier

import (
	"cmp"
	"slices"
	"strings"

	"proofdesk/app/policy"
	"proofdesk/app/review"
	"proofdesk/app/web/shell/format"
	"proofdesk/app/web/shell/wording"
	"proofdesk/engine"
	"proofdesk/views/finding"
	"proofdesk/views/ui"
)

// Matrix is the cross-check of a dossier with the agent's corrections in it.
type Matrix struct {
	d         Dossier
	columns   []engine.Source
	compared  []policy.CheckRow
	corrected map[string]string // source/field → the value before
	after     map[string]string
}

// NewMatrix returns the cross-check of a dossier.
func NewMatrix(d Dossier) Matrix {
	m := Matrix{d: d, compared: d.Rows(), corrected: map[string]string{}, after: map[string]string{}}
	for _, c := range d.Corrections {
		key := c.Source + "/" + c.Field
		if _, ok := m.corrected[key]; !ok {
			m.corrected[key] = c.Before
		}
		m.after[key] = c.After
	}
	for _, s := range wording.Sources {
		if slices.ContainsFunc(m.compared, func(c policy.CheckRow) bool { return c.Values[s] != "" }) {
			m.columns = append(m.columns, s)
		}
	}
	return m
}

// Heads returns the heads of the columns, one for each source.
func (m Matrix) Heads() []finding.Head {
	var heads []finding.Head
	for _, s := range m.columns {
		heads = append(heads, finding.Head{Name: m.d.T(wording.Source(s)), Title: m.d.T(wording.SourceHint(s))})
	}
	return heads
}

// Value returns a source's value of a field, with its correction if there is one.
func (m Matrix) Value(source, field string) string {
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

// shown returns a source's value of a field as it is written in a cell: a type of document in words, a country by its
// name.
func (m Matrix) shown(source, field string) string {
	value := m.Value(source, field)
	switch {
	case field == "documentType":
		return m.d.T(format.Document(value))
	case wording.IsCountry(field):
		return format.Country(m.d.Language, value)
	}
	return value
}

// Rows are the fields of a cross-check: those to look at, as something was found about them or their sources differ;
// those whose sources agree; and those that a single source has, which nothing can be said about.
type Rows struct {
	Doubted, Agreeing, Single []finding.Row
}

// Rows returns the fields with what was found about each. Every finding that is about a field is in one row.
func (m Matrix) Rows(found []finding.Finding) Rows {
	var all []finding.Row
	for _, c := range m.fields(found) {
		all = append(all, m.row(c, found))
	}
	slices.SortStableFunc(all, func(a, b finding.Row) int {
		return cmp.Or(cmp.Compare(gravity(a.Tone), gravity(b.Tone)),
			cmp.Compare(wording.FieldOrder(a.Field), wording.FieldOrder(b.Field)))
	})
	var rows Rows
	for _, r := range all {
		switch {
		case len(r.Said) > 0 || gravity(r.Tone) < gravity(ui.Pass):
			rows.Doubted = append(rows.Doubted, r)
		case r.Tone == ui.Soft:
			rows.Single = append(rows.Single, r)
		default:
			rows.Agreeing = append(rows.Agreeing, r)
		}
	}
	return rows
}

// fields returns the compared fields that have a value or that something was found about.
func (m Matrix) fields(found []finding.Finding) []policy.CheckRow {
	var all []policy.CheckRow
	for _, c := range m.compared {
		if c.Match != engine.MatchNotRead || len(c.Values) > 0 {
			all = append(all, c)
		}
	}
	for _, f := range found {
		same := func(c policy.CheckRow) bool { return c.Field == f.Field }
		if f.Field != "" && !slices.ContainsFunc(all, same) {
			all = append(all,
				policy.CheckRow{Comparison: engine.Comparison{Field: f.Field, Match: engine.MatchNotRead}})
		}
	}
	return all
}

// row returns one field with what was found about it.
func (m Matrix) row(c policy.CheckRow, found []finding.Finding) finding.Row {
	row := finding.Row{Field: c.Field, Label: m.d.T(wording.Field(c.Field))}
	look(c, &row)
	row.Cells = m.cells(c.Comparison)
	m.name(&row, c.Field)
	m.markAlike(&row, c)
	row.Said = m.said(c, row, found)
	row.Focus = spot(row.Cells)
	for _, f := range row.Said {
		judge(&row, f)
		row.Focus = cmp.Or(row.Focus, f.Focus)
	}
	row.Match = m.d.T(row.Match)
	return row
}

// name puts the codes of countries into the tooltips of a row that shows their names, and beside names that several
// codes have in common.
func (m Matrix) name(row *finding.Row, field string) {
	if !wording.IsCountry(field) {
		return
	}
	names, codes := map[string]bool{}, map[string]bool{}
	for _, cell := range row.Cells {
		if cell.Read {
			names[format.Country(m.d.Language, cell.Value)], codes[cell.Value] = true, true
		}
	}
	for i := range row.Cells {
		cell := &row.Cells[i]
		if !cell.Read || format.Country(m.d.Language, cell.Value) == cell.Value {
			continue
		}
		cell.Title = cell.Value + "; " + cell.Title
		differs := slices.ContainsFunc(cell.Parts, func(p finding.Part) bool { return p.Differs })
		if len(names) < len(codes) {
			cell.Parts = []finding.Part{{Text: format.CountryWithCode(m.d.Language, cell.Value), Differs: true}}
		} else if differs { // the letters that two names have in common mean nothing
			cell.Parts = breakable([]finding.Part{{Text: cell.Text(), Differs: true}})
		}
	}
}

// spot returns where to look for what a row is about: at the value that differs, else at a printed one. The box of a
// barcode holds all of its values and so comes last.
func spot(cells []finding.Cell) string {
	best, at := len(wording.Sources)+2, ""
	for _, c := range cells {
		rank := 1 + slices.Index(wording.Sources, engine.Source(c.Source))
		switch {
		case c.Focus == "":
			continue
		case c.Source == string(engine.Barcode):
			rank = len(wording.Sources) + 1
		case slices.ContainsFunc(c.Parts, func(p finding.Part) bool { return p.Differs }):
			rank = 0
		}
		if rank < best {
			best, at = rank, c.Focus
		}
	}
	return at
}

// disputed returns where to look for the field that a reason is about, else for the first that does not match; empty
// where all match.
func (d Dossier) disputed(code string) string {
	m := NewMatrix(d)
	at := slices.IndexFunc(m.compared, func(r policy.CheckRow) bool { return r.Red() && r.Code == code })
	if at < 0 {
		at = slices.IndexFunc(m.compared, policy.CheckRow.Red)
	}
	if at < 0 {
		at = slices.IndexFunc(m.compared, func(r policy.CheckRow) bool { return r.Match == engine.MatchNone })
	}
	if at < 0 {
		return ""
	}
	return spot(m.cells(m.compared[at].Comparison))
}

// look sets the word, icon and colour of a row by its values alone. Red is what the policy says it is.
func look(c policy.CheckRow, row *finding.Row) {
	switch {
	case c.Red():
		row.Match, row.Icon, row.Tone = "no match", "x", ui.Fail
	case c.Match == engine.MatchNone:
		row.Match, row.Icon, row.Tone = "differs", "triangle-alert", ui.Warn
	case c.Match == engine.MatchPartial:
		row.Match, row.Icon, row.Tone = "partial", "circle-dot", ui.Warn
	case c.Match == engine.MatchFull:
		row.Match, row.Icon, row.Tone = "match", "check", ui.Pass
	case len(c.Values) == 0:
		row.Match, row.Icon, row.Tone = "not read", "minus", ui.Soft
	default:
		row.Match, row.Icon, row.Tone = "one source", "minus", ui.Soft
	}
}

// cells returns the cells of a row, with the characters marked that differ.
func (m Matrix) cells(c engine.Comparison) []finding.Cell {
	var others []string // as the page shows them: dates in the visitor's language
	for _, s := range m.columns {
		others = append(others, m.d.Calendar(m.shown(string(s), c.Field)))
	}
	cells := make([]finding.Cell, len(m.columns))
	for i, s := range m.columns {
		cells[i] = m.cell(s, c.Field, m.Value(string(s), c.Field))
		if others[i] == "" {
			continue
		}
		cells[i].Parts = []finding.Part{{Text: others[i]}}
		if c.Match == engine.MatchNone || c.Match == engine.MatchPartial {
			cells[i].Parts = parts(others[i], others)
		}
		cells[i].Parts = breakable(cells[i].Parts)
	}
	return cells
}

// cell returns the cell of one source.
func (m Matrix) cell(s engine.Source, field, value string) finding.Cell {
	d := m.d
	cell := finding.Cell{
		Read:      value != "",
		Source:    string(s),
		Name:      d.T(wording.Source(s)),
		Field:     field,
		Label:     d.T(wording.Field(field)),
		Value:     value,
		Editable:  review.Correctable(string(s)) && value != "",
		Dated:     review.Dated(field),
		Corrected: m.corrected[string(s)+"/"+field],
		Title:     d.T(wording.SourceHint(s)),
	}
	if cell.Dated {
		cell.Corrected = d.Calendar(cell.Corrected)
	}
	r := m.reading(s, field)
	if r == nil {
		return cell
	}
	if s != engine.Submitted {
		cell.Sure, cell.Unsure = format.Percent(r.Confidence), r.Confidence < sureFrom
		cell.Certainty = d.T("%s sure", d.Percent(max(0, min(r.Confidence, 1)), 0))
		cell.Title += "; " + d.T("how sure: %s", m.d.Score(r.Confidence))
	}
	if r.Unproven {
		cell.Certainty = d.T("not proven")
		cell.Title = d.T(wording.SourceHint(s)) + "; " + d.T("no trusted State signed it")
	}
	if where := d.CaptureName(r.Capture); where != "" {
		cell.Title += "; " + d.T("read on: %s", where)
	}
	if r.Or != "" {
		cell.Title += "; " + d.T("or %s, if day and month are swapped", d.Calendar(r.Or))
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
	cell.Digit = m.digit(*r)
	cell.Focus = d.Place(r.Capture, r.Quad, r.Box)
	return cell
}

// DigitsRed reports whether a wrong check digit of a capture is red; otherwise it may have been misread.
func (d Dossier) DigitsRed(capture string) bool {
	return policy.WrongDigits(d.Report.Checks, func(ref string) bool { return SameCapture(capture, ref) })
}

// sureFrom is the least confidence of a value that was read well.
const sureFrom = .85

// reading returns what was read from a source; nil for nothing.
func (m Matrix) reading(s engine.Source, field string) *engine.Reading {
	for i, r := range m.d.Report.Readings {
		if r.Source == s && r.Field == field {
			return &m.d.Report.Readings[i]
		}
	}
	return nil
}

// Majority returns the value that most sources have, and whether no other has as many.
func Majority(values []string) (usual string, firm bool) {
	count := map[string]int{}
	for _, v := range values {
		if v != "" {
			count[spelt(v)]++
		}
	}
	for _, v := range values {
		if n, most := count[spelt(v)], count[spelt(usual)]; v != "" && n > most {
			usual, firm = v, true
		} else if v != "" && n == most && spelt(v) != spelt(usual) {
			firm = false
		}
	}
	return usual, firm
}
