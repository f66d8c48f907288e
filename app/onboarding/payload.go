package onboarding

import (
	"encoding/json"
	"time"
)

// Timestamp is a time in JSON: RFC 3339 UTC with milliseconds; the zero time is null.
type Timestamp time.Time

const wireTime = "2006-01-02T15:04:05.000Z07:00"

// MarshalJSON encodes the time.
func (t Timestamp) MarshalJSON() ([]byte, error) {
	if time.Time(t).IsZero() {
		return []byte("null"), nil
	}
	return json.Marshal(t.String())
}

// String returns the time as payloads and answers write it: in UTC, to the millisecond.
func (t Timestamp) String() string { return time.Time(t).UTC().Format(wireTime) }

// UnmarshalJSON decodes the time.
func (t *Timestamp) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		*t = Timestamp{}
		return nil
	}
	var text string
	if err := json.Unmarshal(b, &text); err != nil {
		return err
	}
	parsed, err := time.Parse(time.RFC3339Nano, text)
	*t = Timestamp(parsed)
	return err
}

// Payload is the complete state of a job: the body of a webhook and, without Event, the answer of the snapshot
// endpoint.
type Payload struct {
	Event               *EventEnvelope      `json:"event,omitempty"`
	ApplicationDetails  ApplicationDetails  `json:"applicationDetails"`
	PersonalDetails     PersonalDetails     `json:"personalDetails"`
	Documents           []PayloadDocument   `json:"documents"`
	VerificationResults VerificationResults `json:"verificationResults"`
	ReviewDetails       *ReviewDetails      `json:"reviewDetails,omitempty"`
}

// EventType is the type of an event.
type EventType string

// The event types.
const (
	ApplicationDecision EventType = "application.decision"
	ApplicationReviewed EventType = "application.reviewed"
)

// EventEnvelope is the head of a webhook body.
type EventEnvelope struct {
	ID         string    `json:"id"`
	Type       EventType `json:"type"`
	OccurredAt Timestamp `json:"occurredAt"`
}

// ApplicationDetails describes the job.
type ApplicationDetails struct {
	JobID        string    `json:"jobId"`
	Status       Status    `json:"status"`
	Function     Function  `json:"function"`
	UniqueNumber string    `json:"uniqueNumber,omitempty"`
	Flavor       Flavor    `json:"flavor"`
	SDKVersion   string    `json:"sdkVersion"`
	CreatedAt    Timestamp `json:"createdAt"`
	SubmittedAt  Timestamp `json:"submittedAt"`
	DecidedAt    Timestamp `json:"decidedAt"`
	Location     *Location `json:"location,omitempty"`
	Device       *Device   `json:"device,omitempty"`
	Reasons      []string  `json:"reasons"`
}

// Address is a postal address as read.
type Address struct {
	Line1      string `json:"line1,omitempty"`
	City       string `json:"city,omitempty"`
	State      string `json:"state,omitempty"`
	PostalCode string `json:"postalCode,omitempty"`
	Country    string `json:"country,omitempty"`
}

// PersonalDetails holds the person's data as read, with the source of each field.
type PersonalDetails struct {
	FirstName      string            `json:"firstName,omitempty"`
	LastName       string            `json:"lastName,omitempty"`
	FullName       string            `json:"fullName,omitempty"`
	DateOfBirth    string            `json:"dateOfBirth,omitempty"`
	Sex            string            `json:"sex,omitempty"`
	Nationality    string            `json:"nationality,omitempty"`
	DocumentNumber string            `json:"documentNumber,omitempty"`
	DocumentType   string            `json:"documentType,omitempty"`
	IssuingCountry string            `json:"issuingCountry,omitempty"`
	IssueDate      string            `json:"issueDate,omitempty"`
	ExpiryDate     string            `json:"expiryDate,omitempty"`
	PersonalNumber string            `json:"personalNumber,omitempty"`
	Address        *Address          `json:"address,omitempty"`
	Sources        map[string]string `json:"sources"`
}

// PayloadDocument refers to one capture.
type PayloadDocument struct {
	URN         string      `json:"urn"`
	Kind        CaptureKind `json:"kind"`
	ContentType string      `json:"contentType"`
	Size        int64       `json:"size"`
	SHA256      string      `json:"sha256"`
	Width       int         `json:"width,omitempty"`
	Height      int         `json:"height,omitempty"`
	CapturedAt  Timestamp   `json:"capturedAt"`
}

// VerificationResults holds the engine's findings and the policy's decision.
type VerificationResults struct {
	Outcome       Status              `json:"outcome"`
	EngineVersion string              `json:"engineVersion"`
	Checks        []PayloadCheck      `json:"checks"`
	Comparisons   []PayloadComparison `json:"comparisons"`
}

// PayloadCheck is one check as sent to clients. Outcome is PASS, WARN, FAIL or NOT_RUN: an inconclusive check is a
// WARN.
type PayloadCheck struct {
	Code      string            `json:"code"`
	Group     string            `json:"group"`
	Outcome   string            `json:"outcome"`
	Score     *float64          `json:"score,omitempty"`
	Threshold *float64          `json:"threshold,omitempty"`
	Provider  string            `json:"provider"`
	Assurance string            `json:"assurance"` // strong (3 and more), basic (1 and 2), none
	RanOn     string            `json:"ranOn"`
	Evidence  []PayloadEvidence `json:"evidence,omitempty"`
}

// PayloadEvidence is a place in a document: box is x, y, width, height in pixels as shown.
type PayloadEvidence struct {
	URN string  `json:"urn"`
	Box *[4]int `json:"box,omitempty"`
}

// PayloadComparison is one row of the cross-check, by source.
type PayloadComparison struct {
	Field  string            `json:"field"`
	Match  string            `json:"match"`
	Values map[string]string `json:"values"`
}

// Band is the group of a review reason.
type Band string

// The bands.
const (
	Fraud   Band = "FRAUD"
	Data    Band = "DATA"
	Quality Band = "QUALITY"
)

// ReviewReason is a reason for an agent's decision. One with an override is a finding of the engine in spite of which
// the agent approved the job.
type ReviewReason struct {
	Code     string    `json:"code"`
	Band     Band      `json:"band"`
	Text     string    `json:"text"`
	Override *Override `json:"override,omitempty"`
}

// Override is why an agent approved a job in spite of a finding.
type Override struct {
	Code string `json:"code"`
	Text string `json:"text"`
}

// Correction is a value that an agent corrected.
type Correction struct {
	Field  string `json:"field"`
	Source string `json:"source"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Reviewer is the agent as shown to the client.
type Reviewer struct {
	ID          string `json:"id"`
	DisplayName string `json:"displayName"`
}

// ReviewDetails is the decision of an agent. Comment is for the client; an internal note is not part of it.
type ReviewDetails struct {
	ReviewID     string         `json:"reviewId"`
	Outcome      Status         `json:"outcome"`
	Reasons      []ReviewReason `json:"reasons"`
	Comment      string         `json:"comment,omitempty"`
	Reviewer     Reviewer       `json:"reviewer"`
	StartedAt    Timestamp      `json:"startedAt"`
	CompletedAt  Timestamp      `json:"completedAt"`
	Corrections  []Correction   `json:"corrections"`
	SecondReview *SecondReview  `json:"secondReview,omitempty"`
}

// SecondReview is another agent's confirmation.
type SecondReview struct {
	Reviewer    Reviewer  `json:"reviewer"`
	CompletedAt Timestamp `json:"completedAt"`
}
