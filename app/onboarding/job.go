package onboarding

import "time"

// Job is one applicant's request: a function, its captures and what became of it. Seq orders jobs by creation.
type Job struct {
	ID           string
	Seq          int64
	Company      string // the company's slug
	Function     Function
	Flavor       Flavor
	Line         Line
	SDKVersion   string
	Status       Status
	UniqueNumber string
	ClientID     string
	Sandbox      Status // the outcome a sandbox client asked for; empty in production
	Preset       string // id of the preset in force; empty for the defaults
	CreatedAt    time.Time
	SubmittedAt  time.Time // zero until submitted
	DecidedAt    time.Time // zero until automated processing finished
	ReviewedAt   time.Time // zero until reviewed
	// What lists and search show; filled when the job is decided.
	FullName       string
	DocumentNumber string
	DocumentType   string
	IssuingCountry string
	Version        int64     // grows with each change of status
	HeldUntil      time.Time // until then a review may be taken back and is not told to anyone

	CapturesRemovedAt time.Time // when its captures went before it; zero while they are kept
}

// Location is where the host application says the applicant was. Degrees, metres.
type Location struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
	Accuracy  float64 `json:"accuracy,omitempty"`
}

// Device is what the host application says of the device.
type Device struct {
	ID           string `json:"id,omitempty"`
	Manufacturer string `json:"manufacturer,omitempty"`
	Model        string `json:"model,omitempty"`
	OS           string `json:"os,omitempty"`
	OSVersion    string `json:"osVersion,omitempty"`
	AppVersion   string `json:"appVersion,omitempty"`
}

// Request is the part of a job that came with its creation and is too wide for lists; it is kept as one document.
type Request struct {
	Location  *Location         `json:"location,omitempty"`
	Device    *Device           `json:"device,omitempty"`
	Submitted map[string]string `json:"submitted,omitempty"` // field name → value, as in the payload's personalDetails
	Settings  Customization     `json:"settings"`
	Results   []DeviceResult    `json:"results,omitempty"`
}

// Customization is the effective customization of a job as far as the server uses it: option name → number.
type Customization map[string]float64

// DeviceResult is what the device decided in one step of the plan.
type DeviceResult struct {
	Capability Capability        `json:"capability"`
	Outcome    string            `json:"outcome"` // PASS, WARN, FAIL, INCONCLUSIVE
	Score      *float64          `json:"score,omitempty"`
	Provider   string            `json:"provider"`
	Version    string            `json:"version"`
	Capture    CaptureKind       `json:"capture,omitempty"`
	Values     map[string]string `json:"values,omitempty"` // what the step read, by field name
	Accepted   bool              `json:"accepted"`         // whether the step plan lets the device run it
}

// Capture is one captured file of a job. The bytes lie sealed in the evidence store under Key.
type Capture struct {
	ID          string
	Company     string
	JobID       string
	Kind        CaptureKind
	ContentType string // as sniffed
	Size        int64  // of the plain bytes
	SHA256      string // lower-case hex, of the plain bytes
	Width       int    // as shown; 0 for what is not an image
	Height      int
	CapturedAt  time.Time // as the host application says; zero where it does not
	CreatedAt   time.Time
	Key         string // name in the evidence store; empty once the bytes were removed
	WrappedKey  []byte // object key wrapped by the applicant's key
	Quality     []byte // JSON of the verdict that the upload was answered with
}

// Removed reports whether the bytes are gone for good, while the row still says what they were.
func (c Capture) Removed() bool { return c.Key == "" }

// Customer is a person whom a company has enrolled.
type Customer struct {
	ID             string
	Seq            int64
	Company        string
	UniqueNumber   string
	FullName       string
	DateOfBirth    string // YYYY-MM-DD
	DocumentNumber string
	IssuingCountry string
	JobID          string // that enrolled them
	CreatedAt      time.Time
	UpdatedAt      time.Time
}

// PublicStatus is the status as integrators may see it at a time: a review that can still be taken back is not told.
func (j Job) PublicStatus(now time.Time) Status {
	if now.Before(j.HeldUntil) {
		return Review
	}
	return j.Status
}
