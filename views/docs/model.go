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
