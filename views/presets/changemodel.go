package presets

import "proofdesk/views/ui"

// Changes is what differs between two contents of a preset, as sentences.
type Changes struct {
	All     []Change
	Pinned  []Change // options that are set to what was in force before, so that a later default does not change them
	Summary string   // how many those are
	Empty   string   // said where nothing differs
}

// Any reports whether anything differs.
func (c Changes) Any() bool { return len(c.All)+len(c.Pinned) > 0 }

// Change is an option with another value.
type Change struct {
	Name    string
	Href    string // where it is edited; empty for none
	About   string // its group and its meaning
	From    Value
	To      Value
	Effect  string // what a threshold does from now on, such as "prompts sooner"; empty for other options
	Screens string // on how many screens it shows
	Warning string // what the change endangers; empty for nothing
	Replay  string // what it would have done to past captures, or why that is not known; empty where nobody asks
}

// Value is what an option is set to.
type Value struct {
	Text  string
	Color ui.Color
	Lang  string // BCP 47 tag of a text in one language; empty for any other value
}

// Pictures is the place of the pictures of the screens that a change changes. Its script draws them.
type Pictures struct {
	Script string // URL path
	Source string // URL path of what is compared, as JSON
}
