package queue

import (
	"proofdesk/views/layout"
	"proofdesk/views/ui"
)

// Page is one page of one view of the queue.
type Page struct {
	Frame   layout.Frame
	Views   []View
	Heading string // "37 waiting"
	Overdue string // "3 overdue"; empty for none
	Tally   string // what the agent did today
	Oldest  string
	Rows    []Row
	More    string // URL of the next page; empty on the last
	Empty   string // what to do where no row is
	Notice  string
	Decides bool // whether the role may take jobs
}

// View is one entry of the side list.
type View struct {
	Name  string // as in its URL
	Label string
	Href  string
	Count string
	Title string // age of the oldest
	Tone  ui.Tone
	On    bool
	Plain bool // not a link, as nothing can be listed
}

// Row is one waiting job.
type Row struct {
	Job      string
	Href     string
	Left     ui.Countdown
	Name     string
	Document string
	Why      string
	Score    string
	Client   string
	Who      string
	Mine     bool
	Function string
	Waited   string
}

// Peek is what the strip under the list shows of a job.
type Peek struct {
	Name    string
	About   string
	Shots   []Shot
	Reasons []Reason
	More    string // how many reasons are not shown
}

// Shot is one small picture.
type Shot struct {
	Src   string
	Label string
}

// Reason is why a job waits.
type Reason struct {
	Tone  ui.Tone
	Group string
	Text  string
}
