package presets

import (
	"proofdesk/views/layout"
	"proofdesk/views/ui"
)

// Editor is the page on which the draft of a preset is edited.
type Editor struct {
	Frame   layout.Frame
	Preview string // URL path of the script of the live preview
	Script  string // URL path of the page's own script; empty for none
	Name    string
	Path    string // of the preset's pages
	Action  string // where the form is sent: the page itself with its query
	Tag     string // what state the draft is in
	Tone    ui.Tone
	Counts  string // how much is set
	Next    string // the number of the version that would be published
	May     bool   // whether the visitor may edit
	Problem string
	Done    string
	Managed string // which program sets options here too; empty where only people do
	Waiting string // that a version waits for approval; empty where none does
	Ended   string // that somebody else ended the visitor's proposal; empty where nobody did
	Groups  []GroupList
	Query   string
	Ignored string // what of the search means nothing
	Chips   []Chip
	Found   string // how many options are shown
	Blocks  []Block
	Empty   string // why there are no rows
	Base    string // JSON object: what the draft sets of the options that are shown, by path
	Draft   string // JSON object: values by path, and texts by language and path
	Edited  string // who changed the draft last, and when
}

// GroupList is groups of options under a heading.
type GroupList struct {
	Heading string
	Groups  []Group
}

// Group leads to the options of a group.
type Group struct {
	Key     string
	Label   string
	Href    string
	Set     int // how many of its options are set
	Differ  int // how many of them differ from their defaults
	Options int
	Wrong   bool // whether any has a mistake or a warning
	On      bool
}

// Chip is a filter that a click turns on or off.
type Chip struct {
	Filter string // as it is typed: @set
	Label  string
	Count  string
	Href   string
	On     bool
}

// Block is rows under the title of their group.
type Block struct {
	Title string
	Rows  []Row
}

// Kind is what an option is edited with.
type Kind string

// The kinds.
const (
	Switch Kind = "switch"
	Number Kind = "number"
	Select Kind = "select"
	Color  Kind = "color"
	Text   Kind = "text"
	Lines  Kind = "lines"
	Name   Kind = "name"
)

// Row is one option.
type Row struct {
	ID      string // of its element
	Path    string
	Name    string
	Aliases string
	Meaning string
	Field   Field
	Texts   []Field // of a text: by language
	Default string
	Acts    string // why it does nothing in a browser; empty where it acts there
	State   State
	Files   []File // the uploads that the value names
	Choose  string // the page on which an upload is chosen
}

// Field is one control: an option's, or that of a text in one language.
type Field struct {
	ID       string
	Path     string // with the language of a text
	Label    string
	Language string // BCP 47 tag of what is typed; empty for none
	Kind     Kind
	Value    string
	Alpha    string // of a colour, in per cent
	Fill     string // of a colour: what is in force, as #RRGGBB and an opacity
	Opacity  string
	On       bool // of a switch
	Options  []ui.Choice
	Hint     string // what an empty field stands for
	Low, Top string // bounds of a number
	Step     string
	Slide    bool // whether a slider is beside the number
	Whole    bool // whether a number has no decimals
	Unit     string
	Default  string // JSON
	Wrong    string // what is wrong with what was typed
	Focus    bool
	Overlap  *Overlap
	Accept   string // of an image or a font: the endings of files that can be uploaded for it
}

// State is what is known about an option beside its value.
type State struct {
	Path     string
	Set      bool
	Differs  bool
	By       string // who set it last, and when
	Palette  string // how the palette acts on it; empty where it does not
	Mistakes []string
	Warnings []string
	Passed   string // what a check of it found good
}

// Overlap is a change that was not saved, because somebody else had changed the option.
type Overlap struct {
	Text   string // who, when, and what they set
	Theirs string // JSON: what the option is set to
}
