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
	Lost    string // the job of the check that the visitor lost, if that is why they come
	Problem string
	Total   string
	Rows    []Row
	Empty   string
	Decides bool // whether the role may judge
}

// Row is one check that waits. It does not reveal whose job it is, nor what was decided: the moment of the decision
// would tell which job of the other lists it is.
type Row struct {
	Function string
	Reviewed string // the day of the first judgement
	Who      string
	Mine     bool
	Href     string // of the job, where the visitor holds the check
}

// Judgement is what one agent made of a job.
type Judgement struct {
	Agent   string
	At      ui.Time
	Outcome string
	Tone    ui.Tone
	Reasons []string
	// Overrides are in spite of which red findings it was approved, and why.
	Overrides []string
	Note      string
	Right     bool // whether the verdict is for it
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
	Form     Adjudication
	Own      bool // whether the visitor took part
}

// Adjudication is the form of a verdict.
type Adjudication struct {
	Version      string // what the form was filled with
	Chosen       string // the verdict that is ticked
	Note         string
	Problem      string // why what was sent was not saved; empty in a form that was not sent
	WrongVerdict string // the rule that the verdict breaks, or what somebody else has saved
	WrongNote    string
	Unseen       bool // whether there is a note that is masked; an empty field keeps it
}

// Returned is a check that nobody could take, so that the first decision stands.
type Returned struct {
	Job      string
	Href     string
	Function string
	First    string // who decided
	Outcome  string
	Reviewed ui.Time
	At       ui.Time
}

// Choice is one of a few.
type Choice struct {
	Value string
	Label string
}

// Quality is what stands under the figures.
type Quality struct {
	CSRF  string
	Split []Disagreement
	// Returned are the checks that were handed back, because nobody else may judge them.
	Returned []Returned
	Total    string // how many there are
	Empty    string
	More     string // URL of the next page
	CSV      string
	Choices  []Choice // the verdicts
	Back     string   // where a form leads back to
	Rates    []Rate
	Version  string // what the form of the rates was filled with
	Manages  bool   // whether the visitor sets rates and adjudicates
	Problem  string
	Done     string

	RatesDone string
	Agents    []Choice // whose pages the visitor may open: path and name
}

// Rate is the share of one outcome that is drawn.
type Rate struct {
	Name    string // of the field
	Label   string
	Value   string
	Problem string // the rule that the value breaks, or what somebody else has saved
	Focus   bool   // whether it takes the focus when the page opens
}

// Period is the choice of a time by two dates.
type Period struct {
	Path        string // of the page
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
