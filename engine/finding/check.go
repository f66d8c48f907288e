package finding

import "time"

// Version is the engine's version; it changes with whatever changes a finding.
const Version = "1.0"

// Names of providers. BuiltIn marks the engine's own rules, NoProvider a check that nothing here can make.
const (
	BuiltIn    = "proofdesk"
	NoProvider = "none"
)

// Outcome is what a check found. NOT_RUN means that nothing was able to look; INCONCLUSIVE that it ran without a
// result.
type Outcome string

// The five outcomes of a check.
const (
	Pass         Outcome = "PASS"
	Warn         Outcome = "WARN"
	Fail         Outcome = "FAIL"
	Inconclusive Outcome = "INCONCLUSIVE"
	NotRun       Outcome = "NOT_RUN"
)

// Assurance is how far a provider may be trusted.
type Assurance int

// The levels of assurance, lowest first. A policy requires a level; a check below it never approves.
const (
	Absent     Assurance = iota // nothing ran
	Heuristic                   // a rule of thumb
	Model                       // tested on specimens, uncalibrated
	Calibrated                  // measured by the operator on own data, with a record
	Certified                   // certified by an external laboratory
)

// Group is the heading of the report under which a check is shown.
type Group string

// The groups of checks.
const (
	GroupCapture     Group = "capture"
	GroupQuality     Group = "quality"
	GroupDocument    Group = "document"
	GroupData        Group = "data"
	GroupFace        Group = "face"
	GroupLiveness    Group = "liveness"
	GroupVoice       Group = "voice"
	GroupSignature   Group = "signature"
	GroupFingerprint Group = "fingerprint"
	GroupVideo       Group = "video"
	GroupChip        Group = "chip"
)

// RanOn is the side of the step plan that ran a check.
type RanOn string

// The two sides of the step plan.
const (
	OnDevice RanOn = "DEVICE"
	OnServer RanOn = "SERVER"
)

// Check is one question put to the captures, and its answer. Score and Threshold
// are nil where the check has none. Reasons are stable codes such as
// "mrz.composite_digit", most important first; Detail is one plain sentence.
type Check struct {
	Code        string    `json:"code"`
	Group       Group     `json:"group"`
	Capture     string    `json:"capture,omitempty"`
	Provider    string    `json:"provider"`
	Version     string    `json:"version,omitempty"`
	ModelSHA256 string    `json:"modelSHA256,omitempty"`
	Assurance   Assurance `json:"assurance"`
	RanOn       RanOn     `json:"ranOn"`
	Outcome     Outcome   `json:"outcome"`
	Score       *float64  `json:"score,omitempty"`
	Threshold   *float64  `json:"threshold,omitempty"`
	Below       bool      `json:"below,omitempty"` // true where a pass is a score at or below the threshold
	// where a pass lies between two thresholds, both; Threshold is the nearer
	Limits   *[2]float64   `json:"limits,omitempty"`
	Reasons  []string      `json:"reasons,omitempty"`
	Detail   string        `json:"detail,omitempty"`
	Evidence []Evidence    `json:"evidence,omitempty"`
	Elapsed  time.Duration `json:"elapsedNs,omitempty"`
}

// NewCheck returns a check of the engine's own that has not run yet, at the assurance of a rule of thumb. Capture is
// empty where the check is about the whole submission.
func NewCheck(code string, group Group, capture string) Check {
	return Check{
		Code:      code,
		Group:     group,
		Capture:   capture,
		Provider:  BuiltIn,
		Version:   Version,
		Assurance: Heuristic,
		RanOn:     OnServer,
		Outcome:   NotRun,
	}
}

// NewAbsent returns a check that the engine can't make, with a sentence that explains why.
func NewAbsent(code string, group Group, capture, detail string) Check {
	return Check{
		Code:     code,
		Group:    group,
		Capture:  capture,
		Provider: NoProvider,
		RanOn:    OnServer,
		Outcome:  NotRun,
		Detail:   detail,
	}
}

// Measured sets the score and the threshold and leaves the outcome.
func (c *Check) Measured(score, threshold float64) { c.Score, c.Threshold = &score, &threshold }

// AtLeast sets the score and the threshold, and the outcome to Pass where the score is at or above the threshold, else
// to Fail.
func (c *Check) AtLeast(score, threshold float64) {
	c.Measured(score, threshold)
	c.Below, c.Outcome = false, Fail
	if score >= threshold {
		c.Outcome = Pass
	}
}

// AtMost sets the score and the threshold, and the outcome to Pass where the score is at or below the threshold, else
// to Fail.
func (c *Check) AtMost(score, threshold float64) {
	c.Measured(score, threshold)
	c.Below, c.Outcome = true, Fail
	if score <= threshold {
		c.Outcome = Pass
	}
}

// Conclude sets the outcome with its sentence, and adds its reason where there is one.
func (c *Check) Conclude(outcome Outcome, reason, detail string) {
	c.Outcome, c.Detail = outcome, detail
	if reason != "" {
		c.Reasons = append(c.Reasons, reason)
	}
}

// Show adds a box of the check's capture as evidence.
func (c *Check) Show(label string, box Box) { c.ShowIn(c.Capture, label, box) }

// ShowIn adds a box of any capture as evidence.
func (c *Check) ShowIn(capture, label string, box Box) {
	c.Evidence = append(c.Evidence, Evidence{Capture: capture, Label: label, Box: &box})
}

// ShowDocument adds a document's outline as evidence; nil adds nothing.
func (c *Check) ShowDocument(outline *Quad) {
	if outline != nil {
		c.Evidence = append(c.Evidence, Evidence{Capture: c.Capture, Label: "document", Quad: &outline.Corners})
	}
}

// ShowReading adds the place where a value was read as evidence, where that is known.
func (c *Check) ShowReading(r Reading) {
	if r.Box != nil {
		c.Evidence = append(c.Evidence, Evidence{Capture: r.Capture, Label: r.Field, Box: r.Box, Quad: r.Quad})
	}
}

// ShowMoments adds moments of the check's capture, a film, as evidence: seconds from its start.
func (c *Check) ShowMoments(seconds []float64) {
	for _, s := range seconds {
		c.Evidence = append(c.Evidence, Evidence{Capture: c.Capture, At: &s})
	}
}
