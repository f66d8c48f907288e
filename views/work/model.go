package work

import "proofdesk/views/ui"

// Below is what stands under the figures.
type Below struct {
	Intro string // what overturned means
	Total string // how many there are
	Rows  []Overturned
	Empty string
	All   string // URL of the page with all feedback; empty where the visitor has none
}

// Overturned is one decision of the agent that somebody else overturned.
type Overturned struct {
	Job      string
	Href     string
	Function string
	At       ui.Time
	How      string // a second review, or a quality check
	Own      string
	OwnTone  ui.Tone
	Right    string
	Tone     ui.Tone
	Reasons  []string
	Note     string
}
