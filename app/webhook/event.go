package webhook

import (
	"strconv"
	"time"

	"proofdesk/app/onboarding"
)

// Event is something that happened to a job. Body is created once and sent unchanged in every attempt.
type Event struct {
	Company    string
	ID         string // ULID, unchanged across retries
	JobID      string
	Type       onboarding.EventType
	OccurredAt time.Time
	Body       []byte
	Test       bool // sent by an administrator to test one endpoint
}

// EndpointState is the state of an endpoint.
type EndpointState string

// The states of an endpoint.
const (
	EndpointActive EndpointState = "ACTIVE"
	EndpointPaused EndpointState = "PAUSED"
)

// Endpoint is the address at which a client receives events.
type Endpoint struct {
	Company       string
	ID            string
	URL           string
	Host          string // scheme://host:port, the unit of lanes and breakers
	Events        []onboarding.EventType
	SealedHeaders []byte   // JSON object of static headers, sealed with the company's key
	HeaderNames   []string // their names, which may be shown
	State         EndpointState
	PauseReason   string
	Description   string
	Version       int64
	CreatedAt     time.Time
	UpdatedAt     time.Time
}

// KeyState is the state of an HMAC key.
type KeyState string

// The states of an HMAC key: a pending one can be checked at the receiver before it signs.
const (
	KeyPending KeyState = "PENDING"
	KeyActive  KeyState = "ACTIVE"
	KeyRetired KeyState = "RETIRED"
)

// EndpointKey is an endpoint's HMAC key.
type EndpointKey struct {
	Company      string
	EndpointID   string
	KID          string
	SealedSecret []byte
	State        KeyState
	CreatedAt    time.Time
	RetiredAt    time.Time
}

// State is the state of a delivery. A pending one whose host's breaker is open is shown as held.
type State string

// The states of a delivery.
const (
	Pending   State = "pending"
	Paused    State = "paused"
	Delivered State = "delivered"
	Failed    State = "failed"
)

// Delivery is one event on its way to one endpoint.
type Delivery struct {
	Company     string
	ID          string
	Seq         int64
	EventID     string
	EndpointID  string
	JobID       string
	Type        onboarding.EventType
	Host        string
	State       State
	Attempts    int
	MaxAttempts int
	DueAt       time.Time
	ExpiresAt   time.Time // after it a delivery that could not be attempted is given up
	Lease       string
	LastClass   Class
	LastStatus  int
	LastError   string
	CreatedAt   time.Time
	FinishedAt  time.Time
	SettledAt   time.Time // zero for one that nobody settled
	SettledBy   string    // actor as in the audit trail
	SettledWhy  string
}

// Failure puts into words how the last attempt failed.
func (d Delivery) Failure() string { return FailureText(d.LastError, d.LastStatus) }

// FailureText returns the words for a failed attempt: its error, or else the status that it was answered with.
func FailureText(problem string, status int) string {
	if problem != "" {
		return problem
	}
	return "status " + strconv.Itoa(status)
}

// Attempt is one request that was sent.
type Attempt struct {
	Company         string
	DeliveryID      string
	N               int
	StartedAt       time.Time
	Latency         time.Duration
	Class           Class
	Status          int
	Error           string
	RequestHeaders  string // as sent, secret values masked
	ResponseHeaders string
	ResponseExcerpt []byte
	Address         string
	KID             string
}
