package engine

import (
	"slices"
	"time"
)

// Outcome is what a check found. NOT_RUN means that nothing was able to look;
// INCONCLUSIVE that something looked and could not tell.
type Outcome string

// The five outcomes of a check.
const (
	Pass         Outcome = "PASS"
	Warn         Outcome = "WARN"
	Fail         Outcome = "FAIL"
	Inconclusive Outcome = "INCONCLUSIVE"
	NotRun       Outcome = "NOT_RUN"
)

// Assurance reports how far a provider may be trusted.
type Assurance int

// The assurance ladder. A policy asks for a rung; a check below it never approves.
const (
	Absent     Assurance = iota // nothing ran
	Heuristic                   // a rule of thumb
	Model                       // a trained model, uncalibrated
	Calibrated                  // measured by the operator on own data, with a record
	Certified                   // certified by an external laboratory
)

// Group files a check under a heading of the report.
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

// RanOn reports which side of the step plan ran a check.
type RanOn string

// The two sides of the step plan.
const (
	OnDevice RanOn = "DEVICE"
	OnServer RanOn = "SERVER"
)

// Box is an axis-parallel rectangle in pixels of the capture as it is shown:
// after its EXIF orientation is applied. X and Y are the top-left corner.
type Box struct {
	X int `json:"x"`
	Y int `json:"y"`
	W int `json:"w"`
	H int `json:"h"`
}

// Evidence points at the place in a capture that a finding rests on. Label is a
// short name for the overlay ("portrait", "mrz", "glare"); Quad holds the four
// corners (x,y pairs, clockwise from top-left) where the place is tilted.
type Evidence struct {
	Capture string      `json:"capture"`
	Label   string      `json:"label,omitempty"`
	Box     *Box        `json:"box,omitempty"`
	Quad    *[8]float64 `json:"quad,omitempty"`
}

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

// Source is where a value was read.
type Source string

// The sources of values.
const (
	VIZ       Source = "VIZ"       // printed text, visual inspection zone
	MRZ       Source = "MRZ"       // machine-readable zone
	Barcode   Source = "BARCODE"   // AAMVA element
	Chip      Source = "CHIP"      // data group of an eMRTD
	Submitted Source = "SUBMITTED" // given by the host application
)

// Field names used in readings and comparisons: firstName, lastName, fullName,
// dateOfBirth, sex, nationality, documentNumber, documentType, issuingCountry,
// issueDate, expiryDate, personalNumber, address.line1, address.city,
// address.state, address.postalCode, address.country. Dates are YYYY-MM-DD,
// countries ISO 3166-1 alpha-3 (as ICAO 9303 spells them), sex M, F or X.

// Reading is one value from one source. Confidence is 0..1 and comes from what was
// seen before any repair. Raw are the characters of a zone as they were seen, fillers included, where the value stands.
// CheckDigit is nil where the field has none, else whether
// the printed digit agreed before repair. Truncated marks values that may go on: cut by
// the format, or by the picture's edge. Unproven marks a chip's that no trusted State
// signed: it is held against the others, and stands for nothing. Or is what a printed
// date in figures means if day and month stand the other way round, where that can be.
// Corrected marks a value that a person put right.
type Reading struct {
	Source  Source `json:"source"`
	Field   string `json:"field"`
	Value   string `json:"value"`
	Raw     string `json:"raw,omitempty"`
	Capture string `json:"capture,omitempty"`
	Box     *Box   `json:"box,omitempty"`
	// its corners, of machine-readable zones and printed text; as in Evidence
	Quad       *[8]float64 `json:"quad,omitempty"`
	Confidence float64     `json:"confidence"`
	CheckDigit *bool       `json:"checkDigit,omitempty"`
	Repairs    []string    `json:"repairs,omitempty"`
	Truncated  bool        `json:"truncated,omitempty"`
	Unproven   bool        `json:"unproven,omitempty"`
	Or         string      `json:"or,omitempty"`
	Corrected  bool        `json:"corrected,omitempty"`
}

// Fields lists the names of fields in the order in which they are shown.
func Fields() []string { return slices.Clone(comparedFields) }

// Match is how the sources of one field compare.
type Match string

// The four ways to compare.
const (
	MatchFull    Match = "MATCH"
	MatchPartial Match = "PARTIAL"
	MatchNone    Match = "NO_MATCH"
	MatchNotRead Match = "NOT_READ"
)

// Comparison is one row of the cross-check: every source's value of one field.
type Comparison struct {
	Field  string            `json:"field"`
	Match  Match             `json:"match"`
	Values map[Source]string `json:"values"`
}

// Template is a biometric template made from a capture: a 128-d face descriptor
// for KindFace. Templates never leave the server.
type Template struct {
	Capture     string    `json:"capture"`
	Kind        string    `json:"kind"` // "face"
	Role        string    `json:"role"` // "selfie" or "portrait"
	ModelSHA256 string    `json:"modelSHA256"`
	Quality     float64   `json:"quality"`
	Vector      []float32 `json:"vector,omitempty"`
	Data        []byte    `json:"data,omitempty"` // of other kinds than face
}

// CaptureReport is what is known about one capture by itself. Fault is empty for a
// readable capture, else a stable code: empty, truncated, too_large, too_many_pixels,
// unsupported, corrupt, timeout, memory. Width and Height are as shown; of a chip, its portrait's.
type CaptureReport struct {
	ID     string `json:"id"`
	Kind   string `json:"kind"`
	Fault  string `json:"fault,omitempty"`
	Format string `json:"format,omitempty"`
	Width  int    `json:"width,omitempty"`
	Height int    `json:"height,omitempty"`
	// clockwise degrees by which the content stands turned, 0, 90, 180, 270
	Turned      int          `json:"turned,omitempty"`
	Document    *Quad        `json:"document,omitempty"`
	MRZLines    []Line       `json:"mrzLines,omitempty"`
	CheckDigits []CheckDigit `json:"checkDigits,omitempty"` // of the zone, in the order in which they are printed
	Symbols     []Code       `json:"symbols,omitempty"`
	Faces       []Face       `json:"faces,omitempty"`
	// names of the SDK's prompts that apply: tooBlurry, tooMuchGlare, tooDark …
	Prompts []string `json:"prompts,omitempty"`
	// quality scores of a document photograph: focus, glare, brightness, finger
	Scores map[string]float64 `json:"scores,omitempty"`
	Chip   *ChipContents      `json:"chip,omitempty"`
}

// ChipContents is what was read from a document's chip, and who signed it. ValidFrom and ValidTo are the first and the
// last day of the document signer's certificate, YYYY-MM-DD; Issuer is the State's certificate that names it.
type ChipContents struct {
	Groups    []ChipGroup `json:"groups"`
	Country   string      `json:"country,omitempty"`
	Signer    string      `json:"signer,omitempty"`
	Issuer    string      `json:"issuer,omitempty"`
	ValidFrom string      `json:"validFrom,omitempty"`
	ValidTo   string      `json:"validTo,omitempty"`
}

// ChipGroup is one data group of a chip. Hash is right, wrong, unnamed (the security object does not name the group) or
// empty where it could not be compared.
type ChipGroup struct {
	Number int    `json:"number"`
	Hash   string `json:"hash,omitempty"`
}

// Quad is a document's outline: corners clockwise from its top-left, x,y pairs.
type Quad struct {
	Corners    [8]float64 `json:"corners"`
	Confidence float64    `json:"confidence"`
	Format     string     `json:"format,omitempty"` // ID-1, ID-2, ID-3
}

// Line is one line of a machine-readable zone as read, before any repair.
type Line struct {
	Text       string  `json:"text"`
	Confidence float64 `json:"confidence"`
	Box        Box     `json:"box"`
}

// CheckDigit is one digit of a machine-readable zone as printed, before any repair, beside what the characters that it
// covers ask for (ICAO 9303-3 §4.9). Field is number, birth, expiry, personal, composite or, on French cards, name. Box
// is the digit's own place. After is true where the two agree once the repairs are made.
type CheckDigit struct {
	Field    string      `json:"field"`
	Printed  string      `json:"printed"`
	Computed string      `json:"computed"`
	OK       bool        `json:"ok"`
	After    bool        `json:"okAfterRepair"`
	Box      *Box        `json:"box,omitempty"`
	Quad     *[8]float64 `json:"quad,omitempty"` // its corners, as in Evidence
}

// Code is one decoded barcode.
type Code struct {
	Symbology  string  `json:"symbology"` // PDF417, QR, CODE_128, CODE_39, DATA_MATRIX, AZTEC
	Text       string  `json:"text"`
	Box        Box     `json:"box"`
	Confidence float64 `json:"confidence"`
	Part       *Part   `json:"part,omitempty"`
}

// Part says that a barcode is one of several that hold a file together, not all of which are in the picture. Index
// counts from 0; Count is 0 where the barcode does not say it.
type Part struct {
	File  string `json:"file"`
	Index int    `json:"index"`
	Count int    `json:"count,omitempty"`
}

// Face is one detected face. Pupils are left eye x,y then right eye x,y as seen in
// the picture; nil where they were not found. Roll is in degrees, clockwise.
type Face struct {
	Box    Box         `json:"box"`
	Score  float64     `json:"score"`
	Pupils *[4]float64 `json:"pupils,omitempty"`
	Roll   float64     `json:"roll,omitempty"`
	Yaw    float64     `json:"yaw,omitempty"`
}

// Report is everything the engine found in one submission.
type Report struct {
	EngineVersion string          `json:"engineVersion"`
	Captures      []CaptureReport `json:"captures"`
	Checks        []Check         `json:"checks"`
	Readings      []Reading       `json:"readings"`
	// Others are readings of captures that show another document than the first; nothing else is drawn from them.
	Others      []Reading     `json:"others,omitempty"`
	Comparisons []Comparison  `json:"comparisons"`
	Templates   []Template    `json:"templates,omitempty"`
	Elapsed     time.Duration `json:"elapsedNs"`
}
