package onboarding

import (
	"slices"
	"time"
)

// Job is one applicant's request: a function, its captures and its outcome. Seq orders jobs by creation.
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
	// The values that lists and search show; set when the job is decided.
	FullName       string
	DocumentNumber string
	DocumentType   string
	IssuingCountry string
	Version        int64     // grows with each change of status
	HeldUntil      time.Time // until then a review can be undone and is not reported

	CapturesRemovedAt time.Time // when its captures were removed before it; zero while they are kept
}

// Location is the applicant's position according to the host application. Degrees, metres.
type Location struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
	Accuracy  float64 `json:"accuracy,omitempty"`
}

// Device is the device as described by the host application.
type Device struct {
	ID           string `json:"id,omitempty"`
	Manufacturer string `json:"manufacturer,omitempty"`
	Model        string `json:"model,omitempty"`
	OS           string `json:"os,omitempty"`
	OSVersion    string `json:"osVersion,omitempty"`
	AppVersion   string `json:"appVersion,omitempty"`
}

// RequestDetails is the part of a job's creation that is too wide for lists; it is stored as one document.
type RequestDetails struct {
	Location  *Location         `json:"location,omitempty"`
	Device    *Device           `json:"device,omitempty"`
	Submitted map[string]string `json:"submitted,omitempty"` // field name → value, as in the payload's personalDetails
	Settings  ServerOptions     `json:"settings"`
	Nonce     string            `json:"nonce,omitempty"` // which the device's results name
	Results   []DeviceResult    `json:"results,omitempty"`
	// ResultsBy is the client whose token sent the results, unless web pages use that client.
	ResultsBy string `json:"resultsBy,omitempty"`
	// Challenges are the newest ones, by Request of the film that they are for.
	Challenges map[string]Challenge `json:"challenges,omitempty"`
	// Filmed is whether a page films moves with a selfie, by Request as Challenges.
	Filmed map[string]bool `json:"filmed,omitempty"`
	// Phrases are what the company wanted said when a recording came, by Request of it; empty for the built-in phrase.
	Phrases map[string]string `json:"phrases,omitempty"`
	// Specimen is what the camera plays where the job is one of the playground; empty for every other job.
	Specimen string `json:"specimen,omitempty"`
}

// Challenge is what an applicant is asked to do before the camera in one attempt at a film. It ends the one before.
type Challenge struct {
	ID       string    `json:"id"`
	Moves    []string  `json:"moves"`   // in their order, as the engine names them
	Seconds  int       `json:"seconds"` // for each of them
	IssuedAt time.Time `json:"issuedAt"`
	Attempt  int       `json:"attempt"` // 1 for the first
	SHA256   string    `json:"sha256"`  // of the film that was sent for it; empty where none was
	// Key is the idempotency key that it was asked for with, if any.
	Key string `json:"key,omitempty"`
}

// ServerOptions holds the effective customization of a job as far as the server uses it: option name → number or bool.
type ServerOptions map[string]any

// Withheld returns the kinds whose pictures stay on the device by these options. A job can be submitted without them,
// and a person decides it, as nothing can be checked.
func (o ServerOptions) Withheld() []CaptureKind {
	var kinds []CaptureKind
	if o["enableUploadIDData"] == false {
		kinds = append(kinds, IDFront, IDBack, Passport, SecondaryFront, SecondaryBack)
	}
	if o["uploadFaceData"] == false {
		kinds = append(kinds, Selfie)
	}
	return kinds
}

// Due returns what was asked for beside the needs of a function and is not among the captures: a second document by the
// options, and the film of a selfie for which moves were asked for, or would have been by its page. Whoever leaves that
// page can ask for none.
func (r RequestDetails) Due(f Function, captures []Capture) []CaptureKind {
	has := slices.Clone(r.Settings.Withheld())
	film := false
	for _, c := range captures {
		has = append(has, c.Kind)
		film = film || c.Kind == Selfie && r.lacksFilm(c, captures)
	}
	var due []CaptureKind
	second := r.Settings["isSecondaryID"] == true && f != AutoFill && f.Takes(SecondaryFront)
	if second && !slices.Contains(has, SecondaryFront) {
		due = append(due, SecondaryFront)
	}
	if film {
		due = append(due, Video)
	}
	return due
}

// lacksFilm reports whether there is no film of the moves that belong to a selfie. One that was sent for no challenge
// shows nothing that was asked for.
func (r RequestDetails) lacksFilm(selfie Capture, captures []Capture) bool {
	asked := r.Challenges[selfie.Request]
	if len(asked.Moves) == 0 && !r.Filmed[selfie.Request] {
		return false
	}
	return !slices.ContainsFunc(captures, func(c Capture) bool {
		return c.Kind == Video && c.Request == selfie.Request && len(asked.Moves) > 0 && c.SHA256 == asked.SHA256
	})
}

// Withholds reports whether options keep on the device what a function is there to send: the face in the film of a
// Video ID, or the ID that auto fill reads.
func (o ServerOptions) Withholds(f Function) bool {
	kept := o.Withheld()
	return f == VideoID && slices.Contains(kept, Selfie) || f == AutoFill && slices.Contains(kept, IDFront)
}

// WebProvider is the provider of the results that the web SDK sends. A page can be made to say anything.
const WebProvider = "proofdesk-web"

// DeviceResult is what the device decided about a capture in one step of the plan. It holds for the capture with its
// SHA-256 alone.
type DeviceResult struct {
	Capability    Capability        `json:"capability"`
	Outcome       string            `json:"outcome"` // PASS, WARN, FAIL, INCONCLUSIVE
	Score         *float64          `json:"score,omitempty"`
	Provider      string            `json:"provider"`
	Version       string            `json:"version"`
	Capture       CaptureKind       `json:"capture,omitempty"`
	CaptureSHA256 string            `json:"captureSha256,omitempty"`
	Values        map[string]string `json:"values,omitempty"` // what the step read, by field name
	Accepted      bool              `json:"accepted"`         // whether the step plan lets the device run it
}

// Capture is one captured file of a job. Its bytes are stored encrypted in the evidence store under Key.
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
	CapturedAt  time.Time // according to the host application; zero where it did not say
	CreatedAt   time.Time
	Key         string // name in the evidence store; empty once the bytes were removed
	WrappedKey  []byte // object key wrapped by the applicant's key
	Quality     []byte // JSON of the verdict in the answer to the upload
	Link        string // the capture link that brought it; empty for the job's client
	Request     string // Link, where an agent asked for it; empty for the first captures of a job
	// VirtualCamera is the name of the program in place of a camera that the SDK saw; empty where it saw none.
	VirtualCamera string
}

// Removed reports whether the bytes were removed, while the row still describes them.
func (c Capture) Removed() bool { return c.Key == "" }

// Taken returns when the capture was taken: where the host application did not say, when it arrived.
func (c Capture) Taken() time.Time {
	if c.CapturedAt.IsZero() {
		return c.CreatedAt
	}
	return c.CapturedAt
}

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

// PublicStatus returns the status as integrators may see it at a time: a review that can still be undone is not shown.
func (j Job) PublicStatus(now time.Time) Status {
	if now.Before(j.HeldUntil) {
		return Review
	}
	return j.Status
}
