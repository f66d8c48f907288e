package finding

import "proofdesk/views/ui"

// Finding is one check in a sentence.
type Finding struct {
	Tone  ui.Tone
	Text  string
	Group string
	Code  string // of the reason
	Check string // the check behind it
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
	Label string
	Match string // the word
	Tone  ui.Tone
	Icon  string
	Focus string // where to look: capture and box
	Cells []Cell
}

// Cell is one source's value.
type Cell struct {
	Parts     []Part
	Read      bool
	Digit     string // "", "good" or "bad": the check digit as printed
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
	Open      bool   // whether its correction is open
	Problem   string // why what was Typed into its correction was refused
	Typed     string
	Corrected string // the value before
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
}
