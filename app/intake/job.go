package intake

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/preset"
	"proofdesk/app/store"
)

// idempotencyValidity is how long an idempotency key refers to its job.
const idempotencyValidity = 24 * time.Hour

// purgeBatch is how many idempotency keys one call removes at most.
const purgeBatch = 10_000

// PurgeKeys removes idempotency keys that have expired.
func (in *Intake) PurgeKeys(ctx context.Context) error {
	return in.Store.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.PurgeIdempotencyKeys(ctx, tx.Now.Add(-idempotencyValidity), purgeBatch)
		return err
	})
}

// JobRequest describes a new job.
type JobRequest struct {
	Function     onboarding.Function  `json:"function"`
	UniqueNumber string               `json:"uniqueNumber,omitempty"`
	Flavor       onboarding.Flavor    `json:"flavor"`
	SDKVersion   string               `json:"sdkVersion"`
	Line         onboarding.Line      `json:"line,omitempty"`
	Location     *onboarding.Location `json:"location,omitempty"`
	Device       *onboarding.Device   `json:"device,omitempty"`
	// what the host application knows, by field of personalDetails
	Submitted map[string]string `json:"submitted,omitempty"`
	Preset    string            `json:"preset,omitempty"`
	Sandbox   *Sandbox          `json:"sandbox,omitempty"` // of sandbox clients only
}

// Sandbox makes automated processing end a job with a chosen outcome, for an integrator's tests.
type Sandbox struct {
	Outcome onboarding.Status `json:"outcome"` // one of onboarding.DecisionOutcomes
}

// JobCreated is the answer to a JobRequest.
type JobCreated struct {
	JobID     string               `json:"jobId"`
	Status    onboarding.Status    `json:"status"`
	CreatedAt onboarding.Timestamp `json:"createdAt"`
}

// CreateJob creates a job. With an idempotency key, the same request within 24 hours returns the same job, and another
// request is a Conflict; body is the request as it was sent.
func (in *Intake) CreateJob(ctx context.Context, c Caller, r JobRequest, key string, body []byte) (JobCreated, error) {
	version, line, err := r.check(c, key)
	if err != nil {
		return JobCreated{}, err
	}
	job := onboarding.Job{
		ID:           ids.UUID(),
		Company:      c.Company,
		Function:     r.Function,
		Flavor:       r.Flavor,
		Line:         line,
		SDKVersion:   r.SDKVersion,
		Status:       onboarding.Capturing,
		UniqueNumber: r.UniqueNumber,
		ClientID:     c.ClientID,
	}
	if r.Sandbox != nil {
		job.Sandbox = r.Sandbox.Outcome
	}
	applicant, _, err := in.Keys.NewApplicantKey(ctx, c.Company, job.ID)
	if err != nil {
		return JobCreated{}, err
	}
	request := onboarding.RequestDetails{
		Location:  r.Location,
		Device:    r.Device,
		Submitted: r.Submitted,
		Settings:  preset.Defaults(version).Numbers(),
	}
	sum := sha256.Sum256(body)
	var made JobCreated
	err = in.Store.Write(ctx, func(tx *store.Tx) error {
		if key != "" {
			claim := store.IdempotencyKey{
				Company:       c.Company,
				ClientID:      c.ClientID,
				Key:           key,
				RequestSHA256: hex.EncodeToString(sum[:]),
				JobID:         job.ID,
			}
			taken, fresh, err := tx.ClaimIdempotencyKey(ctx, claim, idempotencyValidity)
			if err != nil {
				return err
			}
			if !fresh {
				made, err = repeated(claim, taken)
				return err
			}
		}
		j := job
		j.CreatedAt, j.Seq = tx.Now, tx.NextSeq()
		made = JobCreated{JobID: j.ID, Status: j.Status, CreatedAt: stamp(j.CreatedAt)}
		return insertJob(ctx, tx, j, applicant, request)
	})
	return made, err
}

func insertJob(
	ctx context.Context, tx *store.Tx, j onboarding.Job, applicant store.ApplicantKey, r onboarding.RequestDetails,
) error {
	if err := tx.InsertJob(ctx, j); err != nil {
		return err
	}
	if err := tx.InsertApplicantKey(ctx, applicant); err != nil {
		return err
	}
	if err := tx.WriteJobDoc(ctx, j.Company, j.ID, store.DocRequest, r); err != nil {
		return err
	}
	return tx.Audit(ctx, audit.Entry{
		Company: j.Company,
		Actor:   "client:" + j.ClientID,
		Action:  "job.create",
		Target:  "job:" + j.ID,
		Detail:  map[string]any{"function": j.Function},
	})
}

// repeated returns the job that an idempotency key refers to. The job was in CAPTURING when it was created, and the
// answer repeats that.
func repeated(claim, taken store.IdempotencyKey) (JobCreated, error) {
	if taken.RequestSHA256 != claim.RequestSHA256 {
		return JobCreated{}, fault.New(fault.Conflict, "the idempotency-key was used for a different request")
	}
	return JobCreated{JobID: taken.JobID, Status: onboarding.Capturing, CreatedAt: stamp(taken.CreatedAt)}, nil
}

// JobStatus is what a host application may know of a job.
type JobStatus struct {
	JobID       string                       `json:"jobId"`
	Function    onboarding.Function          `json:"function"`
	Status      onboarding.Status            `json:"status"`
	CreatedAt   onboarding.Timestamp         `json:"createdAt"`
	SubmittedAt onboarding.Timestamp         `json:"submittedAt"`
	DecidedAt   onboarding.Timestamp         `json:"decidedAt"`
	Captures    []onboarding.PayloadDocument `json:"captures"`
	Missing     [][]onboarding.CaptureKind   `json:"missing"` // one entry per need: any of its kinds meets it
}

// Status returns the status of a job and what it still needs.
func (in *Intake) Status(ctx context.Context, c Caller, id string) (JobStatus, error) {
	job, err := in.job(ctx, c, id)
	if err != nil {
		return JobStatus{}, err
	}
	captures, err := in.Store.Captures(ctx, c.Company, job.ID)
	if err != nil {
		return JobStatus{}, err
	}
	s := JobStatus{
		JobID:       job.ID,
		Function:    job.Function,
		Status:      job.PublicStatus(in.Clock.Now()),
		CreatedAt:   stamp(job.CreatedAt),
		SubmittedAt: stamp(job.SubmittedAt),
		DecidedAt:   stamp(job.DecidedAt),
		Captures:    in.documents(captures),
		Missing:     [][]onboarding.CaptureKind{},
	}
	var have []onboarding.CaptureKind
	for _, capture := range captures {
		have = append(have, capture.Kind)
	}
	for _, need := range job.Function.Missing(have) {
		s.Missing = append(s.Missing, need)
	}
	return s, nil
}

// documents lists captures as the payload does. Where the host application did not say when a capture was taken, the
// time of its arrival counts.
func (in *Intake) documents(captures []onboarding.Capture) []onboarding.PayloadDocument {
	docs := make([]onboarding.PayloadDocument, len(captures))
	for i, c := range captures {
		at := c.CapturedAt
		if at.IsZero() {
			at = c.CreatedAt
		}
		docs[i] = onboarding.PayloadDocument{
			URN:         in.URN(c.Company, c.ID),
			Kind:        c.Kind,
			ContentType: c.ContentType,
			Size:        c.Size,
			SHA256:      c.SHA256,
			Width:       c.Width,
			Height:      c.Height,
			CapturedAt:  stamp(at),
		}
	}
	return docs
}
