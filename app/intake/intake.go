package intake

import (
	"context"
	"log/slog"
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

// Intake takes in what applicants' devices send.
type Intake struct {
	Store       *store.Store
	Clock       clock.Clock
	Keys        *keyring.Keys
	Evidence    evidence.Safe
	Log         *slog.Logger
	Environment string // of this installation, for URNs
	Region      string
	PublicURL   string // without a slash at the end
	Models      []Model
	WebP        bool // whether WebP pictures are taken

	// Nudge wakes the worker that decides jobs; it must not block. Nil for none.
	Nudge func()
	// Quality looks at one picture while the applicant can still take another. Nil where nothing can look.
	Quality func(ctx context.Context, kind onboarding.CaptureKind, picture []byte) (PictureQuality, error)
	// Extract reads documents at once, without a job. Nil where nothing can read.
	Extract func(ctx context.Context, captures []engine.Capture) (engine.Report, error)
}

// Caller is the authenticated integration on whose behalf a call runs.
type Caller struct {
	Company  string // slug
	ClientID string
	Sandbox  bool // whether it is a sandbox client, which may say how its jobs end
}

// Model is one of the engine's model files as the SDK downloads it.
type Model struct {
	Name    string
	Version string
	SHA256  string // lower-case hex
	Bytes   []byte
}

const maxText = 128 // characters of a free text of the host application

// noJob is the one answer for what does not exist and for what belongs to another company.
func noJob() error { return fault.New(fault.NotFound, "no such job") }

// job returns the caller's job of an id as it was sent.
func (in *Intake) job(ctx context.Context, c Caller, id string) (onboarding.Job, error) {
	canonical, ok := ids.ParseUUID(id)
	if !ok {
		return onboarding.Job{}, noJob()
	}
	return in.Store.Job(ctx, c.Company, canonical)
}

// URN names a capture of a company in this installation.
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
