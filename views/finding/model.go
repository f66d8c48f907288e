package finding

import "proofdesk/views/ui"

// Finding is one check in a sentence.
type Finding struct {
	Tone  ui.Tone
	Text  string
	Group string
	Code  string // of the reason
	Check string // the check behind it
	Field string // the field of the cross-check that it is about; empty for none
	Title string // code, provider, assurance
	Focus string // where to look: capture and box
	Links []Fact // the customers that it speaks of
}

// Head is one column of the cross-check.
type Head struct {
	Name  string
	Title string
}

// Row is one field of the cross-check.
type Row struct {
	Field string
	Label string
	Match string // the verdict in a word or two
	Tone  ui.Tone
	Icon  string
	Focus string // where to look: capture and box
	Alike string // which characters that look alike were read as each other in values that match; empty for none
	Cells []Cell
	Said  []Finding // what was found about the field
}

// Cell is one source's value.
type Cell struct {
	Parts     []Part
	Read      bool
	Digit     *Digit // the check digit of the value; nil for none
	Repaired  string // what was repaired before the value was taken
	Title     string
	Focus     string
	Source    string
	Name      string // of the source, as people read it
	Field     string
	Label     string // of the field, as people read it
	Value     string
	Sure      string // how sure the reader was, 0 to 100; empty where that is not known
	Unsure    bool
	Certainty string // Sure in words; empty where it is
	Editable  bool
	Dated     bool   // whether the value is a date
	Open      bool   // whether its correction is open
	Problem   string // why what was Typed into its correction was refused
	Typed     string
	Corrected string // the value before
}

// Text returns the value as the cell writes it.
func (c Cell) Text() string {
	text := ""
	for _, part := range c.Parts {
		text += part.Text
	}
	return text
}

// Digit is a check digit of the machine-readable zone, as printed and as computed; both are empty where only the result
// is known.
type Digit struct {
	Field    string
	Printed  string
	Computed string
	Agrees   bool
	Unsure   bool // whether a digit that does not agree may have been misread
	Repaired bool // whether it agrees once misread characters are put right
	Title    string
	Focus    string
}

// Part is a run of characters that agree or differ.
type Part struct {
	Text    string
	Differs bool
	Break   bool // whether a line may end before it
}

// Fact is a name and a value.
type Fact struct {
	Label string
	Value string
	Href  string
	Data  bool
	Tone  ui.Tone
	Title string
	Copy  string // what a click copies; empty for nothing
	Key   string // the key that shows it; empty for none
}

// ByLabel puts together the facts in a row that have the same label.
func ByLabel(facts []Fact) [][]Fact {
	var all [][]Fact
	for _, f := range facts {
		if last := len(all) - 1; last >= 0 && all[last][0].Label == f.Label {
			all[last] = append(all[last], f)
		} else {
			all = append(all, []Fact{f})
		}
	}
	return all
}
