package page

import (
	"github.com/a-h/templ"

	"proofdesk/views/layout"
	"proofdesk/views/ui"
)

// Page is one page of administration.
type Page struct {
	Frame    layout.Frame
	Side     []Group // what stands beside it; empty for nothing
	Current  string  // the key of the side's link that is open
	Heading  string
	Intro    string
	Back     *layout.Link
	Docs     *layout.Link // the page of the documentation about it; nil for none
	Print    bool         // whether it is one that people print
	Problem  string       // why a form came back
	Done     string       // what was just done
	Secrets  Secrets
	Sections []Section
}

// Group is links of the side under a heading.
type Group struct {
	Heading string
	Links   []layout.Link
}

// Secrets are values that are shown this one time. List is for many of one kind.
type Secrets struct {
	Values []Value
	List   []string
	Note   string
}

// Empty reports whether there are none.
func (s Secrets) Empty() bool { return len(s.Values) == 0 && len(s.List) == 0 }

// Value is a name with a value to copy.
type Value struct {
	Label string
	Value string
}

// Section is one part of a page: words, facts, a list, forms. Any of them may be missing.
type Section struct {
	ID      string // where it is pointed at; needed for Live
	Live    string // the page's URL where the section asks for itself again while something is under way
	Heading string
	Note    string
	Warning string
	Picture *Picture
	Facts   []Fact
	Filter  *Form           // sent with GET
	Body    templ.Component // what only one kind of page has; nil for nothing
	Columns []string
	Rows    []Row
	Empty   string
	More    string // URL of the next page
	Export  string // URL of the same list as a file
	Form    *Form
	Forms   []Form // smaller ones, side by side
}

// Picture is a picture with words for who does not see it.
type Picture struct {
	URL string // data: or a path
	Alt string
}

// Fact is a name with a value.
type Fact struct {
	Name string
	Cell
	Hint string
}

// Row is one line of a list.
type Row struct {
	Cells   []Cell
	Actions []Form
}

// Cell is one value of it.
type Cell struct {
	Text  string
	Time  ui.Time // in place of the text; empty for none
	Under string  // a second, softer line
	Href  string
	Data  bool
	Wrap  bool
	Tone  ui.Tone
	Tag   bool
	Share string   // 0 to 100, drawn as a bar behind the text; empty for none
	Color ui.Color // shown before the text; empty for none
}

// Form is what is sent to a path.
type Form struct {
	Path    string
	Button  string
	Danger  bool
	Tall    bool   // one field a line, with its hint
	Confirm string // what is said before the button can be pressed; empty for at once
	Fields  []Field
	Hidden  []Value // name and value
}

// Field is one input. Kind is text, textarea, email, password, day (as YYYY-MM-DD), number, search, checkbox or select.
type Field struct {
	Name     string
	ID       string // where two forms of a page have fields of one name
	Label    string
	Kind     string
	Value    string // of a checkbox what is sent, "1" where it is empty
	On       bool   // of a checkbox
	Hint     string
	Problem  string // the rule that the value breaks, in words
	Focus    bool   // whether it takes the focus when the page opens: the first that is wrong
	Required bool
	Options  []Option
	Complete string // autocomplete
	Numeric  bool   // whether a keypad does
	Low, Top string // bounds of a number
	List     []string
	Group    string // heading above the field
	About    string // what holds for all fields below the heading
	Rows     int    // of a textarea
	Data     bool   // whether a textarea is for programs
	File     string // endings of files that a textarea may be filled from; empty for none
}

// Option is one choice of a select.
type Option struct {
	Value string
	Label string
	On    bool
}
