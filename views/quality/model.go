package quality

import (
	"proofdesk/views/layout"
	"proofdesk/views/ui"
)

// Waiting is the list of checks that an agent may take.
type Waiting struct {
	layout.Frame
	Style   string // URL path of the page's own styles
	Notice  string // what was just done
	Problem string
	Total   string
	Rows    []Row
	Empty   string
	Decides bool // whether the role may judge
}

// Row is one check that waits. It does not reveal whose job it is, nor what was decided.
type Row struct {
	Function string
	Reviewed string // when the first judgement was made
	Waited   string
	Who      string
	Mine     bool
	Href     string // of the job, where the visitor holds the check
}

// Judgement is what one agent made of a job.
type Judgement struct {
	Agent   string
	At      string
	Outcome string
	Tone    ui.Tone
	Reasons []string
	Note    string
	Right   bool // whether the verdict is for it
}

// Disagreement is one job with two judgements, and the verdict where there is one.
type Disagreement struct {
	ID       string
	Job      string
	Href     string
	Function string
	First    Judgement
	Second   Judgement
	Verdict  string // in words; empty while it waits
	Tone     ui.Tone
	Judge    string
	JudgedAt string
	Note     string
	Open     bool // whether the visitor may adjudicate it
	Own      bool // whether the visitor took part
}

// Choice is one of a few.
type Choice struct {
	Value string
	Label string
}

// Quality is what stands under the figures.
type Quality struct {
	CSRF    string
	Split   []Disagreement
	Total   string // how many there are
	Empty   string
	More    string // URL of the next page
	CSV     string
	Choices []Choice // the verdicts
	Back    string   // where a form leads back to
	Rates   []Rate
	Version string // of the company's settings that the rates were read from
	Manages bool   // whether the visitor sets rates and adjudicates
	Problem string
	Done    string

	RatesDone string
}

// Rate is the share of one outcome that is drawn.
type Rate struct {
	Name  string // of the field
	Label string
	Value string
}

// Period is the choice of a time by two dates.
type Period struct {
	From, Until string // YYYY-MM-DD
	Zone        string
}

// Feedback is what leads said about an agent's own decisions.
type Feedback struct {
	layout.Frame
	Style string
	Rows  []Disagreement
	Empty string
}
