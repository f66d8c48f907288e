package storybook

import (
	"slices"

	"proofdesk/views/finding"
	"proofdesk/views/review"
	"proofdesk/views/ui"
)

// fourSources fills the matrix as a passport with a chip does: dates, numbers and names with their check digits, and
// countries by name.
func fourSources(p *review.Page) {
	p.Heads = []finding.Head{{Name: "Printed"}, {Name: "MRZ"}, {Name: "Chip"}, {Name: "Submitted"}}
	nation := named("Nation", "Utopia (specimen)", "UTO", 4)
	nation.Tone, nation.Icon, nation.Match = ui.Fail, "x", "no match"
	nation.Cells[3].Value, nation.Cells[3].Parts = "MEX", []finding.Part{{Text: "Mexico", Differs: true}}
	state := named("State", "Utopia (specimen)", "UTO", 4)
	number := sourced("Number", "JVHO001907", "JVH0001907", "JVH0001907", "JVH0001907")
	number.Alike = "0 read as O"
	number.Cells[0].Parts = []finding.Part{{Text: "JVH"}, {Text: "O", Differs: true}, {Text: "001907"}}
	nation.Said = differs("MRZ and chip have the same value, unlike submitted")
	surname := sourced("Surname", "STONEBRIDGE", "STONEBRIDGE", "STONEBRIDGE", "Stonebrook")
	surname.Tone, surname.Icon, surname.Match = ui.Fail, "x", "no match"
	surname.Cells[3].Parts = []finding.Part{{Text: "Stoneb"}, {Text: "rook", Differs: true}}
	surname.Said = differs("Printed, MRZ and chip have the same value, unlike submitted")
	p.Rows = []finding.Row{nation, surname}
	p.Agreeing = []finding.Row{
		sourced("Names", "ANNA MARIA", "ANNA MARIA", "ANNA MARIA", "Anna Maria"),
		sourced("Born", "30 May 1989", "30 May 1989", "30 May 1989", "30 May 1989"),
		number,
		sourced("Expires", "28 Oct 2030", "28 Oct 2030", "28 Oct 2030", ""),
		state,
		sourced("Post code", "40001-7732", "", "40001-7732", "40001-7732"),
	}
	nameSources(p)
	p.Single = nil
}

// nameSources sets the source of each value to the name that stands above it.
func nameSources(p *review.Page) {
	for _, row := range slices.Concat(p.Rows, p.Agreeing) {
		for i := range row.Cells {
			row.Cells[i].Name = p.Heads[i].Name
		}
	}
}

// differs is a red finding of a row.
func differs(text string) []finding.Finding { return []finding.Finding{{Tone: ui.Fail, Text: text}} }

// threeSources shows dates beside the marks of their check digits.
func threeSources(p *review.Page) {
	p.Heads = []finding.Head{{Name: "Printed"}, {Name: "MRZ"}, {Name: "Submitted"}}
	p.Rows = nil
	p.Agreeing = []finding.Row{
		sourced("Surname", "STONEBRIDGE", "STONEBRIDGE", "Stonebridge"),
		sourced("Born", "30 May 1989", "30 May 1989", "30 May 1989"),
		sourced("Number", "JVH0001907", "JVH0001907", "JVH0001907"),
		sourced("Expires", "28 Oct 2030", "28 Oct 2030", ""),
	}
	nameSources(p)
	p.Single = nil
}

// sourced is a row that matches. The check digits of the zone's dates and numbers agree.
func sourced(label string, values ...string) finding.Row {
	row := finding.Row{Field: label, Label: label, Match: "match", Tone: ui.Pass, Icon: "check"}
	for i, value := range values {
		cell := finding.Cell{Label: label, Value: value, Read: value != "", Parts: []finding.Part{{Text: value}}}
		if len(value) > 11 { // a date is as long as that, and breaks at its blanks
			cell.Parts = []finding.Part{{Text: value[:6]}, {Text: value[6:], Break: true}}
		}
		if i == 1 && (label == "Born" || label == "Number" || label == "Expires") {
			cell.Digit = &finding.Digit{Printed: "7", Computed: "7", Agrees: true, Title: "printed 7, computed 7"}
		}
		if i < 2 && cell.Read {
			cell.Sure, cell.Certainty = "97", "97 % sure"
		}
		cell.Editable = i == 0 || i == 3
		row.Cells = append(row.Cells, cell)
	}
	return row
}

// named is a row of countries by their names, which the zone and every source after it have.
func named(label, name, code string, sources int) finding.Row {
	values := make([]string, sources)
	for i := min(1, sources-1); i < sources; i++ {
		values[i] = code
	}
	row := sourced(label, values...)
	for i := range row.Cells {
		if row.Cells[i].Read {
			row.Cells[i].Parts, row.Cells[i].Title = []finding.Part{{Text: name}}, code
		}
	}
	return row
}

// noDocument leaves a selfie and what the host application submitted.
func noDocument(p *review.Page) {
	p.Why, p.Rows, p.Agreeing, p.Digits, p.Lines, p.Heads = nil, nil, nil, nil, nil, p.Heads[2:]
	p.Document = "live face check"
	p.Uncompared = "This job has no document, so there is nothing to cross-check."
	p.Single = []finding.Row{sourced("Surname", "Stonebridge"), named("Nation", "United States", "USA", 1)}
	for i := range p.Single {
		p.Single[i].Cells[0].Name = "Submitted"
	}
}
