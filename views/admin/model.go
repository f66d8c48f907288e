package admin

import (
	"proofdesk/views/layout"
	"proofdesk/views/ui"
)

// Page is one page of administration.
type Page struct {
	Frame    layout.Frame
	Heading  string
	Intro    string
	Problem  string  // why a form came back
	Done     string  // what was just done
	Secrets  []Value // shown this one time
	Sections []Section
}

// Value is a name with a value to copy.
type Value struct {
	Label string
	Value string
}

// Section is a list with a form that adds to it; either may be missing.
type Section struct {
	Heading string
	Columns []string
	Rows    []Row
	Empty   string
	More    string // URL of the next page
	Form    *Form
}

// Row is one line of a list.
type Row struct {
	Cells   []Cell
	Actions []Form
}

// Cell is one value of it.
type Cell struct {
	Text string
	Data bool
	Tone ui.Tone
	Tag  bool
}

// Form is what is sent to a path.
type Form struct {
	Path   string
	Button string
	Danger bool
	Fields []Field
	Hidden []Value // name and value
}

// Field is one input. Kind is text, email, password, date, checkbox or select.
type Field struct {
	Name     string
	Label    string
	Kind     string
	Value    string
	Hint     string
	Required bool
	Options  []Option
	Complete string // autocomplete
}

// Option is one choice of a select.
type Option struct {
	Value string
	Label string
	On    bool
}
