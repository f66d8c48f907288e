package engine

import (
	"time"

	"proofdesk/engine/finding"
)

// Report is everything the engine found in one submission.
type Report struct {
	EngineVersion string          `json:"engineVersion"`
	Captures      []CaptureReport `json:"captures"`
	// Earlier are captures that others have replaced, without what was read in them.
	Earlier  []CaptureReport `json:"earlier,omitempty"`
	Checks   []Check         `json:"checks"`
	Readings []Reading       `json:"readings"`
	// Others are readings of captures that show another document than the first; nothing else is drawn from them.
	Others []Reading `json:"others,omitempty"`
	// Second are the readings of a second document, which the applicant was asked for beside the first.
	Second      []Reading     `json:"second,omitempty"`
	Comparisons []Comparison  `json:"comparisons"`
	Templates   []Template    `json:"templates,omitempty"`
	Elapsed     time.Duration `json:"elapsedNs"`
}

// Version is the engine's version; it changes with whatever changes a finding.
const Version = finding.Version

// Moves returns every move that an applicant can be asked to make before a camera.
func Moves() []Move { return finding.Moves() }

// The parts of a report and of what it is asked for, see package finding.
type (
	Check         = finding.Check
	Outcome       = finding.Outcome
	Assurance     = finding.Assurance
	Group         = finding.Group
	RanOn         = finding.RanOn
	Box           = finding.Box
	Evidence      = finding.Evidence
	Source        = finding.Source
	Reading       = finding.Reading
	Match         = finding.Match
	Comparison    = finding.Comparison
	Template      = finding.Template
	CaptureReport = finding.CaptureReport
	ChipContents  = finding.ChipContents
	Move          = finding.Move
	Challenge     = finding.Challenge
	ChipGroup     = finding.ChipGroup
	Quad          = finding.Quad
	Line          = finding.Line
	CheckDigit    = finding.CheckDigit
	Code          = finding.Code
	Part          = finding.Part
	Face          = finding.Face
)

// The outcomes of a check, see package finding.
const (
	Pass         = finding.Pass
	Warn         = finding.Warn
	Fail         = finding.Fail
	Inconclusive = finding.Inconclusive
	NotRun       = finding.NotRun
)

// The levels of assurance, see package finding.
const (
	Absent     = finding.Absent
	Heuristic  = finding.Heuristic
	Model      = finding.Model
	Calibrated = finding.Calibrated
	Certified  = finding.Certified
)

// The groups of checks, see package finding.
const (
	GroupCapture     = finding.GroupCapture
	GroupQuality     = finding.GroupQuality
	GroupDocument    = finding.GroupDocument
	GroupData        = finding.GroupData
	GroupFace        = finding.GroupFace
	GroupLiveness    = finding.GroupLiveness
	GroupVoice       = finding.GroupVoice
	GroupSignature   = finding.GroupSignature
	GroupFingerprint = finding.GroupFingerprint
	GroupVideo       = finding.GroupVideo
	GroupChip        = finding.GroupChip
)

// The sides of the step plan, see package finding.
const (
	OnDevice = finding.OnDevice
	OnServer = finding.OnServer
)

// The sources of values, see package finding.
const (
	VIZ       = finding.VIZ
	MRZ       = finding.MRZ
	Barcode   = finding.Barcode
	Chip      = finding.Chip
	Submitted = finding.Submitted
)

// The ways in which sources compare, see package finding.
const (
	MatchFull    = finding.MatchFull
	MatchPartial = finding.MatchPartial
	MatchNone    = finding.MatchNone
	MatchNotRead = finding.MatchNotRead
)

// Fields lists the names of the fields that are compared, in the order in which they are shown.
func Fields() []string { return finding.Fields() }

// FaultWords returns what is wrong with a capture whose report has a fault, in words; for an unsupported format, which
// formats are taken.
func FaultWords(r CaptureReport) string { return finding.FaultWords(r) }
