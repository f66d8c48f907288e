package docs

import (
	"proofdesk/views/layout"
	"proofdesk/views/ui"
)

// Page is one page of the documentation.
type Page struct {
	Frame  layout.Frame // whose links lead to all pages
	Twin   string       // where the same page is as Markdown
	Blocks []Block
	Check  *Check // the form below the blocks; nil for none

	Playground *Playground // below the blocks too; nil for none
}

// Heading returns the title of the page.
func (p Page) Heading() string {
	for _, b := range p.Blocks {
		if b.Kind == Title {
			return Plain(b.Text)
		}
	}
	return ""
}

// Kind is what a block is.
type Kind int

// The kinds of blocks.
const (
	Paragraph Kind = iota
	Title
	Section    // a heading of the second level
	Subsection // a heading of the third level
	List
	Steps // a numbered list
	Code
	Table
)

// Block is a part of a page. ID is the anchor of a heading, Items are those of a list, and the first of Rows is the
// head of a table.
type Block struct {
	Kind  Kind
	ID    string
	Text  []Span
	Items [][]Span
	Rows  [][][]Span
	Code  string
}

// Span is a run of text within a block: a link where Href is there.
type Span struct {
	Text   string
	Code   bool
	Strong bool
	Href   string
}

// Plain returns the text of spans.
func Plain(spans []Span) string {
	text := ""
	for _, s := range spans {
		text += s.Text
	}
	return text
}

// Check is the form that finds out why a signature is refused, with what was sent but for the secret. Answer is empty
// where nothing was sent.
type Check struct {
	Path     string
	Header   string
	Body     string
	Received string
	Answer   string
	Do       string // what to do about it
	Tone     ui.Tone
}

// Playground begins jobs whose camera plays a specimen. Missing says why the visitor can't, and Way leads to what to do
// about it; then there are no Choices.
type Playground struct {
	Missing string
	Way     layout.Link
	Problem string // with the form that was sent; empty for none
	CSRF    string
	Choices []Choice
	Run     *Run   // the job that is followed; nil for none
	Script  string // path of the script that follows it
}

// Choice is a field in which one of several is chosen.
type Choice struct {
	Name    string
	Label   string
	Options []ui.Choice
}

// Run is a job of the playground. Open is the address of its capture page, which is known only right after it was made.
type Run struct {
	Path   string // of the page that shows the job
	Open   string
	State  string
	Tone   ui.Tone
	Over   bool // whether nothing more comes without an agent
	Job    string
	Events []RunEvent
}

// RunEvent is an event of a job, as endpoints get it.
type RunEvent struct {
	Type string
	At   ui.Time
	Body string // JSON, indented
}
