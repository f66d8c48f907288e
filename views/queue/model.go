package queue

import (
	"proofdesk/views/layout"
	"proofdesk/views/ui"
)

// Page is one page of one view of the queue.
type Page struct {
	Frame    layout.Frame
	Views    []View
	Kept     ui.Kept
	Heading  string // "37 waiting"
	Overdue  string // "3 overdue"; empty for none
	Tally    string // what the agent did today
	Oldest   string
	View     string // the view that is shown, as in its URL
	Order    string
	Filters  []ui.Select
	Chips    []ui.Chip
	Reset    string // URL without the filters
	Left     Head
	Stakes   Head
	ByStakes bool // whether the list is in the order in which jobs are taken
	Waited   Head
	Rows     []Row
	More     string // URL of the next page; empty on the last
	First    string // URL of the first page; empty on it
	Empty    string // why no row is there
	Advice   string // what to do then
	Next     *layout.Link
	Notice   string
	Ignored  string // what of the URL means nothing
	Decides  bool   // whether the visitor may take jobs
	Closed   string // why they can't at present; empty where they can
	Filtered bool   // whether less than the view is shown
	Zone     string // in which times are told
}

// Head is the heading of a column that the list can begin with.
type Head struct {
	Href string
	On   bool
}

// sorted returns the value of aria-sort for a column.
func (h Head) sorted() string {
	if h.On {
		return "ascending"
	}
	return "none"
}

// View is one entry of the side list.
type View struct {
	Name  string // as in its URL
	Label string
	Href  string
	Count string
	Cases int    // what Count says, for the script
	Age   string // of the oldest; empty where none waits
	Title string
	Tone  ui.Tone
	On    bool
	Plain bool // not a link, as nothing can be listed
}

// Row is one waiting job.
type Row struct {
	Job      string
	Href     string
	Left     ui.Countdown
	Word     string // what the colour of the time says
	Due      string // when the deadline is
	Name     string
	Document string
	Why      string // the first reason, and how many follow
	AllWhy   string // every reason
	Raised   string // who escalated it and why; empty where nobody did
	Proposed string // what was proposed, by whom, when and why; empty where nothing waits for a second agent
	// ProposedTone is that of the outcome that was proposed.
	ProposedTone ui.Tone
	Sandbox      bool    // whether it is a test of an integrator's
	Stakes       string  // what a wrong decision risks, in a word
	Tone         ui.Tone // of it
	Met          string  // "29/30" requirements; empty where they were not counted
	AllMet       string  // the same in words
	Client       string
	Who          string
	Mine         bool
	Function     string
	Waited       string
	Since        string // since when it waits
}
