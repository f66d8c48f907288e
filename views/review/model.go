package review

import (
	"proofdesk/views/finding"
	"proofdesk/views/layout"
	"proofdesk/views/ui"
)

// Page is one job as an agent sees it.
type Page struct {
	Frame     layout.Frame
	JobID     string
	ShortID   string
	Name      string
	Number    string // the person's unique number
	Document  string // "MX passport"
	Function  string
	Status    string
	Tone      ui.Tone
	Waiting   string // how many cases are open
	Deadline  *ui.Countdown
	Lease     *ui.Countdown // while the agent holds the job
	Tally     string
	Holder    string        // who else holds it
	Held      bool          // whether this agent holds it and may decide
	Decides   bool          // whether the role may take and decide jobs
	Free      bool          // whether it may be taken
	Export    bool          // whether the evidence may be taken away
	Undecided bool          // whether it has no payload yet
	Masked    bool          // whether values are covered
	Reveal    bool          // whether they may be revealed
	Revealed  *ui.Countdown // while covered values are shown
	Proposal  bool          // whether what stands is only proposed
	Sandbox   bool          // whether it is a test of an integrator's
	Recall    bool          // whether the agent escalated it and may take that back
	Check     bool          // whether the agent judges it a second time, without knowing the first judgement

	Rail        []Thumb
	Panes       []Pane
	Caption     string // with what, where
	Scores      []Score
	Unmeasured  bool              // whether the engine has looked at captures and measured nothing
	Heading     string            // of the findings
	Calm        string            // where there are none
	Escalation  *Escalation       // that a senior answers
	Why         []finding.Finding // that are about no field
	Heads       []finding.Head
	Rows        []finding.Row // fields that something was found about, or whose sources differ
	Agreeing    []finding.Row // fields whose sources agree
	Uncompared  string        // why nothing was compared; empty where something was
	Single      []finding.Row // fields that only one source has
	Candidate   *Candidate
	Corrections Corrections
	Passed      []finding.Finding
	NotRun      []finding.Finding
	Lines       []ZoneLine
	Digits      []finding.Digit // that stand beside no value of a field
	Repairs     []string        // as "line:column read>taken (field)"
	Measured    []Measured
	OnDevice    []Measure
	Zone        string // the time zone that times are in
	Signals     []finding.Fact
	Person      []finding.Fact
	Place       []finding.Fact
	History     []Entry
	Reviewed    *Reviewed
	Ask         *Ask     // nil where the agent can't ask for captures
	Request     *Request // what the applicant was asked for last; nil for nothing
	Engine      Suggestion

	Form     Form
	Leftover *Leftover // what the visitor typed and did not send; nil where there is a form for it
	Notice   *Notice
	Problem  string // why the form came back
	Closed   string // why nobody can take a job at present; empty where jobs can be taken
}

// Thumb is one capture in the rail.
type Thumb struct {
	ID    string
	Key   string // 1 to 9
	Kind  string // of the capture
	Label string
	Lines []string // in place of the label, where that is too long for the rail
	Icon  string
	Src   string // empty for what has no picture
	Tone  ui.Tone
	State string // the tone in words
	Href  string // shows it in pane A without script
	Pane  string // the pane that it stands in, a or b; empty for neither
	Side  string // the pane that it belongs to
}

// Pane is one large capture. Kind is image, audio, video, strokes, file or missing.
type Pane struct {
	Key      string // a or b: where it stands, or belongs while it is hidden
	Shown    bool
	ID       string
	Title    string
	Name     string  // in place of the title, where that has the time
	Of       string  // the kind of its capture
	Received ui.Time // empty for what is no capture of the job
	Kind     string
	Src      string
	Full     string
	Width    string
	Height   string
	Turn     string // clockwise degrees by which the content stands turned
	View     string // viewBox
	Place    string // transform that sets the picture upright
	Boxes    []Box
	Stroke   string // label size in picture units
	Eyes     string // of the largest face, to lay two faces over each other
	Note     string // what is wrong with it, if anything
	Facts    []finding.Fact
	Strip    bool // whether the facts stand under the picture
}

// Box is a place in a picture.
type Box struct {
	X, Y, W, H string
	Points     string // a tilted outline instead of X to H
	TextY      string
	Label      string
	Tone       ui.Tone
	Kind       string // portrait, mrz, field, barcode, glare, face
}

// Score is one measured value with its threshold, both 0 to 1; At and Mark are 0 to 100.
type Score struct {
	Label string
	Value string
	At    string
	Mark  string // empty where there is no threshold
	Limit string // the threshold with its direction
	Where string // where it was measured, if not on the server
	Of    string // the capture that it is of, empty for the whole job
	Tone  ui.Tone
	Title string
	Focus string
}

// Measured is what was measured of one capture, or of the job as a whole.
type Measured struct {
	Title string
	About string
	Lines []Measure
}

// Measure is one measured value: what it had to be, what that means, and by whom it was measured.
type Measure struct {
	Label   string
	Value   string
	Limit   string
	Outcome string
	Tone    ui.Tone
	By      string
	Title   string
	Focus   string
}

// Escalation is who handed a job to the seniors, and why.
type Escalation struct {
	By  string
	At  ui.Time
	Why string // empty where nothing was said
}

// Candidate is an enrolled customer who was found by the face alone, beside the applicant: whether they agree says
// nothing about the documents.
type Candidate struct {
	Name string
	Rows []Likeness
}

// Likeness is one value of a candidate beside the applicant's.
type Likeness struct {
	Label string
	Here  string
	There string
	Word  string
	Same  bool
}

// ZoneLine is one line of the machine-readable zone as read.
type ZoneLine struct {
	Text  string
	Title string
	Focus string
}

// Entry is one line of the history.
type Entry struct {
	At   ui.Time
	Text string
}

// Reviewed is the decision that stands.
type Reviewed struct {
	Proposed bool // whether it still waits for a second agent
	Outcome  string
	Tone     ui.Tone
	By       string
	At       ui.Time
	Reasons  []string
	Comment  string
	Note     string
}

// Suggestion is what the engine made of it.
type Suggestion struct {
	Outcome string
	Met     string // how many requirements are met; empty where they were not counted
}

// Form is the decision bar: what is filled in and what the decision is compared with.
type Form struct {
	Claim     string
	Version   string
	Digest    string
	Request   string // the newest request for captures; empty for none
	Started   string // when the page was opened, Unix milliseconds
	Outcomes  []Outcome
	Bands     []Band
	Overrides []Override // the red findings that an approval has to name
	Note      string
	Comment   string
	Key       string // names this form, so that it is carried out once however often it is sent
	Saved     string // when the draft was saved
	SavedAt   string // the same as Unix milliseconds; empty for no draft
	Rev       string // version of the draft
	Seen      string // versions that its browser had seen, separated by spaces
	Senior    bool
}

// Outcome is one of the three.
type Outcome struct {
	Value string
	Label string
	Key   string
	Class string
	Icon  string
	On    bool
}

// Band is reasons of one kind.
type Band struct {
	Name    string
	Reasons []Reason
}

// Override is a red finding with the reasons for approving the job in spite of it.
type Override struct {
	Name     string // of the form's field
	Text     string
	Choices  []Reason
	Proposed string // what the proposer chose, with their name; empty for nothing
}

// Reason is one that may be given.
type Reason struct {
	Code string
	Text string
	Key  string
	On   bool
}

// Leftover is a draft of a job that the visitor can't decide now.
type Leftover struct {
	Text  string
	Rev   string // version of the draft
	Saved string // when it was saved
}

// Notice reports what just happened; with Undo it can be taken back until then.
type Notice struct {
	Text  string
	JobID string
	Undo  *ui.Countdown
}

// Corrections are values that were put right, and the checks that were run again with them.
type Corrections struct {
	Values []Corrected
	Checks []Recheck
}

// Corrected is one value put right.
type Corrected struct {
	Field  string
	Source string
	Before string
	After  string
	By     string
	At     string
}

// Recheck is one check before and after.
type Recheck struct {
	Check   string
	Before  string
	After   string
	Changed bool
	Tone    ui.Tone
	Detail  string
	Focus   string
}
