package dossier

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

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
	compared  []engine.Comparison
	corrected map[string]string // source/field → the value before
	after     map[string]string
}

// NewMatrix returns the cross-check of a dossier.
func NewMatrix(d Dossier) Matrix {
	m := Matrix{d: d, compared: d.comparisons(), corrected: map[string]string{}, after: map[string]string{}}
	for _, c := range d.Corrections {
		key := c.Source + "/" + c.Field
		if _, ok := m.corrected[key]; !ok {
			m.corrected[key] = c.Before
		}
		m.after[key] = c.After
	}
	for _, s := range wording.Sources {
		if slices.ContainsFunc(m.compared, func(c engine.Comparison) bool { return c.Values[s] != "" }) {
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

// Rows returns the fields that more than one source has, those that do not match first, and the fields that a single
// one has. Where nothing can be compared, the single ones are returned as the compared ones.
func (m Matrix) Rows() (compared, single []finding.Row) {
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
		row := finding.Row{Label: m.d.T(wording.Field(c.Field))}
		rank := matchLook(c.Match, &row)
		row.Match = m.d.T(row.Match)
		row.Cells = m.cells(c, c.Match)
		row.Focus = spot(row.Cells)
		all = append(all, ranked{row, rank, wording.FieldOrder(c.Field)})
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

// disputed returns where to look for the first field that does not match; empty where all match.
func (d Dossier) disputed() string {
	m := NewMatrix(d)
	for _, c := range m.compared {
		if c.Match == engine.MatchNone {
			return spot(m.cells(c, c.Match))
		}
	}
	return ""
}

// matchLook sets the word, icon and colour of a match and returns its rank in the list.
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

// cells returns the cells of a row, with the characters marked that differ.
func (m Matrix) cells(c engine.Comparison, match engine.Match) []finding.Cell {
	var others []string
	for _, s := range m.columns {
		others = append(others, m.Value(string(s), c.Field))
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
		Corrected: m.corrected[string(s)+"/"+field],
		Title:     d.T(wording.SourceHint(s)),
	}
	r := m.reading(s, field)
	if r == nil {
		return cell
	}
	if s != engine.Submitted {
		cell.Sure, cell.Unsure = format.Percent(r.Confidence), r.Confidence < sureFrom
		cell.Certainty = d.T("%s %% sure", strconv.FormatFloat(100*max(0, min(r.Confidence, 1)), 'f', 0, 64))
		cell.Title += "; " + d.T("how sure: %s", format.Score(r.Confidence))
	}
	if r.Unproven {
		cell.Certainty = d.T("not proven")
		cell.Title = d.T(wording.SourceHint(s)) + "; " + d.T("no trusted State signed it")
	}
	if where := d.CaptureName(r.Capture); where != "" {
		cell.Title += "; " + d.T("read on: %s", where)
	}
	if r.Or != "" {
		cell.Title += "; " + d.T("or %s, if day and month are swapped", r.Or)
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
	cell.Focus = d.Place(r.Capture, r.Quad, r.Box)
	return cell
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
