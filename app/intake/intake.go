package intake

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"proofdesk/app/access"
	"proofdesk/app/clock"
	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/keyring"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// Intake implements the calls that applicants' devices make.
type Intake struct {
	Store       *store.Store
	Clock       clock.Clock
	Keys        *keyring.Keys
	Evidence    evidence.Safe
	Log         *slog.Logger
	Environment string // of this installation, for URNs
	Region      string
	PublicURL   string         // without a slash at the end
	Models      func() []Model // the engine's, listed when a device first asks for them; nil for none
	WebP        bool           // whether WebP pictures are accepted
	Unsubmitted int64          // how many bytes a client's jobs hold that are not submitted; 0 for any number
	SDKVersion  string         // of the web SDK, which the hosted capture page runs

	// Nudge wakes the worker that decides jobs; it must not block. Nil for none.
	Nudge func()
	// Quality checks one picture, or one film of moves, by the job's thresholds, while the applicant can still take
	// another. Nil where no engine can check it.
	Quality func(ctx context.Context, c engine.Capture, t engine.Thresholds) (PictureQuality, error)
	// Extract reads documents at once, without a job. Nil where no engine can read them.
	Extract func(ctx context.Context, captures []engine.Capture) (engine.Report, error)

	tallies sync.Map // of *tally, by company and client
}

// Caller is the authenticated integration on whose behalf a call runs.
type Caller struct {
	Company  string // slug
	ClientID string
	Sandbox  bool // whether it is a sandbox client, which may choose the outcome of its jobs

	// Link and JobID are set where an applicant's browser calls with the token of a capture link: it may send the
	// captures of that job, and nothing else.
	Link  string
	JobID string
	// bearer is the hash of that token: the link may belong to another browser before an upload has arrived.
	bearer string
	// Asked is what an agent asks for by the link; nil where it is the link of the whole job.
	Asked *onboarding.CaptureRequest
	// Agent is who acts for the client in the console; empty where the client itself calls.
	Agent string
}

// Model is one of the engine's model files as the SDK downloads it.
type Model struct {
	Name    string
	Version string
	SHA256  string // lower-case hex
	Size    int    // bytes
	Bytes   func() []byte
}

// actor names who acts, for the audit trail.
func (c Caller) actor() string {
	switch {
	case c.Agent != "":
		return "agent:" + c.Agent
	case c.Link != "":
		return "link:" + c.Link
	}
	return "client:" + c.ClientID
}

const maxText = 128 // characters of a free text of the host application

// noJob returns the fault for a job that does not exist and for one that belongs to another company alike.
func noJob() error { return fault.New(fault.NotFound, "this job does not exist, or it was removed") }

// job returns the caller's job by its id as sent.
func (in *Intake) job(ctx context.Context, c Caller, id string) (onboarding.Job, error) {
	canonical, ok := ids.ParseUUID(id)
	if !ok {
		return onboarding.Job{}, noJob()
	}
	return in.Store.Job(ctx, c.Company, canonical)
}

// ownJob returns the caller's job by its id as sent, to add something to it. Only the client that created a job may do
// that; the others of its company may read it.
func (in *Intake) ownJob(ctx context.Context, c Caller, id string) (onboarding.Job, error) {
	job, err := in.job(ctx, c, id)
	if err == nil && job.ClientID != c.ClientID {
		return onboarding.Job{}, fault.New(fault.Forbidden, "another client of your company created this job")
	}
	return job, err
}

// URN returns the name of a capture of a company in this installation.
func (in *Intake) URN(company, captureID string) string {
	return access.URN{
		Kind:        access.KindDocument,
		Environment: in.Environment,
		Region:      in.Region,
		Company:     company,
		ID:          captureID,
	}.String()
}

func (in *Intake) nudge() {
	if in.Nudge != nil {
		in.Nudge()
	}
}

func (in *Intake) log() *slog.Logger {
	if in.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return in.Log
}

func stamp(t time.Time) onboarding.Timestamp { return onboarding.Timestamp(t) }
