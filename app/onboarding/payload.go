package onboarding

import (
	"encoding/json"
	"time"
)

// Timestamp is a time on the wire: RFC 3339 UTC with milliseconds; the zero time is null.
type Timestamp time.Time

const wireTime = "2006-01-02T15:04:05.000Z07:00"

// MarshalJSON writes the wire form.
func (t Timestamp) MarshalJSON() ([]byte, error) {
	if time.Time(t).IsZero() {
		return []byte("null"), nil
	}
	return json.Marshal(time.Time(t).UTC().Format(wireTime))
}

// UnmarshalJSON reads the wire form.
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

// EventType names an event.
type EventType string

// The event types.
const (
	ApplicationDecision EventType = "application.decision"
	ApplicationReviewed EventType = "application.reviewed"
)

// EventEnvelope heads a webhook body.
type EventEnvelope struct {
	ID         string    `json:"id"`
	Type       EventType `json:"type"`
	OccurredAt Timestamp `json:"occurredAt"`
}

// ApplicationDetails is the job.
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

// PersonalDetails is the person as read, with the source of each field.
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

// VerificationResults is what the engine found and what policy made of it.
type VerificationResults struct {
	Outcome       Status              `json:"outcome"`
	EngineVersion string              `json:"engineVersion"`
	Checks        []PayloadCheck      `json:"checks"`
	Comparisons   []PayloadComparison `json:"comparisons"`
}

// PayloadCheck is one check on the wire. Outcome is PASS, WARN, FAIL or NOT_RUN: a check that could not tell is a WARN.
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

// PayloadEvidence points into a document: box is x, y, width, height in pixels as shown.
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

// Band files a review reason.
type Band string

// The bands.
const (
	Fraud   Band = "FRAUD"
	Data    Band = "DATA"
	Quality Band = "QUALITY"
)

// ReviewReason is why an agent decided so.
type ReviewReason struct {
	Code string `json:"code"`
	Band Band   `json:"band"`
	Text string `json:"text"`
}

// Correction is a value that an agent put right.
type Correction struct {
	Field  string `json:"field"`
	Source string `json:"source"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Reviewer is the agent as the client sees them.
type Reviewer struct {
	ID          string `json:"id"`
	DisplayName string `json:"displayName"`
}

// ReviewDetails is the human's decision. Comment is meant for the client; an internal note is not part of it.
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
