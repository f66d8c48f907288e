package intake

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"strings"
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

// purgeBatch is how many rows one transaction of a purge removes.
const purgeBatch = 1000

// PurgeKeys removes all idempotency keys and draws of presets that have expired.
func (in *Intake) PurgeKeys(ctx context.Context) error {
	err := in.purge(ctx, func(tx *store.Tx) (int64, error) {
		return tx.PurgeIdempotencyKeys(ctx, tx.Now.Add(-idempotencyValidity), purgeBatch)
	})
	if err != nil {
		return err
	}
	return in.purge(ctx, func(tx *store.Tx) (int64, error) {
		return tx.PurgePresetDraws(ctx, tx.Now.Add(-drawValidity), purgeBatch)
	})
}

// purge removes batch after batch, each in a transaction of its own so that no writer waits long, until one is not
// full.
func (in *Intake) purge(ctx context.Context, batch func(*store.Tx) (int64, error)) error {
	for {
		var removed int64
		err := in.Store.Write(ctx, func(tx *store.Tx) (err error) {
			removed, err = batch(tx)
			return err
		})
		if err != nil || removed < purgeBatch {
			return err
		}
	}
}

// JobRequest describes a new job.
type JobRequest struct {
	Function     onboarding.Function `json:"function"`
	UniqueNumber string              `json:"uniqueNumber,omitempty"`
	Flavor       onboarding.Flavor   `json:"flavor"`
	SDKVersion   string              `json:"sdkVersion"`
	Line         onboarding.Line     `json:"line,omitempty"`
	Location     *SentLocation       `json:"location,omitempty"`
	Device       *onboarding.Device  `json:"device,omitempty"`
	// what the host application knows, by field of personalDetails
	Submitted map[string]string `json:"submitted,omitempty"`
	// SessionID is that of Initialize: the job gets the preset that the session got.
	SessionID string `json:"sessionId,omitempty"`
	// Preset is a name, or name@version as Initialize returned it; without it the session or the assignments decide.
	Preset string `json:"preset,omitempty"`
	// Captures are the kinds that the caller will capture, where it chooses them: with these alone, the job must be one
	// that can be submitted.
	Captures []onboarding.CaptureKind `json:"captures,omitzero"`
	Sandbox  *Sandbox                 `json:"sandbox,omitempty"` // of sandbox clients only

	specimen string // as in LinkRequest
}

// SentLocation is where an applicant is, as it is sent.
type SentLocation struct {
	Latitude  *float64 `json:"latitude"`
	Longitude *float64 `json:"longitude"`
	Accuracy  float64  `json:"accuracy,omitempty"`
}

// location returns a place that was checked; nil for none.
func (p *SentLocation) location() *onboarding.Location {
	if p == nil {
		return nil
	}
	return &onboarding.Location{Latitude: *p.Latitude, Longitude: *p.Longitude, Accuracy: p.Accuracy}
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
	Nonce     string               `json:"nonce,omitempty"` // for the results of the device; empty once the job is erased
	Preset    *PresetVersion       `json:"preset,omitempty"`
}

// CreateJob creates a job. With an idempotency key, the same request within 24 hours returns the same job, and another
// request is a Conflict; body is the request as it was sent.
func (in *Intake) CreateJob(ctx context.Context, c Caller, r JobRequest, key string, body []byte) (JobCreated, error) {
	version, line, err := r.check(c, key, in.Clock.Now())
	if err != nil {
		return JobCreated{}, err
	}
	job, err := in.prepareJob(ctx, c, r, version, line)
	if err != nil {
		return JobCreated{}, err
	}
	if job.request.Filmed, err = in.filmedBy(ctx, c, r.Function); err != nil {
		return JobCreated{}, err
	}
	if r.Captures != nil {
		if err := fault.BadFields(unmet(r.Function, r.Captures, job.request.Settings)); err != nil {
			return JobCreated{}, err
		}
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
				made, err = repeated(ctx, tx, claim, taken)
				return err
			}
		}
		made, err = job.insert(ctx, tx, c)
		return err
	})
	return made, err
}

// filmedBy returns of which selfies of a function the pages of a caller film moves: a client with origins is for pages.
func (in *Intake) filmedBy(ctx context.Context, c Caller, f onboarding.Function) (map[string]bool, error) {
	if public, err := in.IsPublic(ctx, c); err != nil || !public {
		return nil, err
	}
	company, err := in.Store.Company(ctx, c.Company)
	if err != nil || !films(f, company.Settings.StillSelfies) {
		return nil, err
	}
	return map[string]bool{"": true}, nil
}

// preparedJob is a job that is not in the database yet.
type preparedJob struct {
	onboarding.Job
	applicant store.ApplicantKey
	request   onboarding.RequestDetails
}

// prepareJob returns the job for a request that was checked.
func (in *Intake) prepareJob(
	ctx context.Context, c Caller, r JobRequest, version preset.Version, line onboarding.Line,
) (preparedJob, error) {
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
	where, err := in.drawn(ctx, c, r.SessionID, r.placement(job.ID))
	if err != nil {
		return preparedJob{}, err
	}
	options, err := in.optionsFor(ctx, c, where, version)
	if err != nil {
		return preparedJob{}, err
	}
	acting, err := in.guarded(ctx, c, where, version, options.options)
	if err != nil {
		return preparedJob{}, err
	}
	settings := onboarding.ServerOptions(acting.ForServer())
	if settings.Withholds(r.Function) {
		var f findings
		f.add("function", "withheld", "%s sends what the preset keeps on the device", r.Function)
		return preparedJob{}, fault.BadFields(f)
	}
	job.Preset = options.version().String()
	applicant, _, err := in.Keys.NewApplicantKey(ctx, c.Company, job.ID)
	if err != nil {
		return preparedJob{}, err
	}
	return preparedJob{Job: job, applicant: applicant, request: onboarding.RequestDetails{
		Location:  r.Location.location(),
		Device:    r.Device,
		Submitted: r.Submitted,
		Settings:  settings,
		Nonce:     rand.Text(),
		Specimen:  r.specimen,
	}}, nil
}

// placement returns for whom a job's options are wanted. The applicant is known by the unique number, or else by the
// device.
func (r JobRequest) placement(jobID string) placement {
	applicant := r.UniqueNumber
	if applicant == "" && r.Device != nil {
		applicant = r.Device.ID
	}
	return placement{preset: r.Preset, function: r.Function, applicant: cmp.Or(applicant, jobID)}
}

// insert adds the job, created now by a caller.
func (p preparedJob) insert(ctx context.Context, tx *store.Tx, by Caller) (JobCreated, error) {
	j := p.Job
	j.CreatedAt, j.Seq = tx.Now, tx.NextSeq()
	if err := tx.InsertJob(ctx, j); err != nil {
		return JobCreated{}, err
	}
	if err := tx.InsertApplicantKey(ctx, p.applicant); err != nil {
		return JobCreated{}, err
	}
	if err := tx.WriteJobDoc(ctx, j.Company, j.ID, store.DocRequest, p.request); err != nil {
		return JobCreated{}, err
	}
	return created(j, p.request.Nonce), tx.Audit(ctx, audit.Entry{
		Company: j.Company,
		Actor:   by.actor(),
		Action:  "job.create",
		Target:  "job:" + j.ID,
		Detail:  map[string]any{"function": j.Function},
	})
}

// repeated returns the job that an idempotency key refers to. The job was in CAPTURING when it was created, and the
// answer repeats that.
func repeated(ctx context.Context, tx *store.Tx, claim, taken store.IdempotencyKey) (JobCreated, error) {
	if taken.RequestSHA256 != claim.RequestSHA256 {
		return JobCreated{}, fault.New(fault.Conflict, "the idempotency-key was used for a different request")
	}
	j := onboarding.Job{ID: taken.JobID, CreatedAt: taken.CreatedAt}
	var request onboarding.RequestDetails
	made, err := tx.Job(ctx, claim.Company, taken.JobID)
	if err == nil {
		j.Preset = made.Preset
		err = tx.ReadJobDoc(ctx, claim.Company, taken.JobID, store.DocRequest, &request)
	}
	if err != nil && !fault.Is(err, fault.NotFound) { // erased, with its key, since the key was read
		return JobCreated{}, err
	}
	return created(j, request.Nonce), nil
}

// created returns the answer for a job that was just created.
func created(j onboarding.Job, nonce string) JobCreated {
	made := JobCreated{JobID: j.ID, Status: onboarding.Capturing, CreatedAt: stamp(j.CreatedAt), Nonce: nonce}
	if name, version, ok := strings.Cut(j.Preset, "@"); ok {
		number, _ := preset.ParseNumber(version) // as String wrote it
		made.Preset = &PresetVersion{Name: name, Version: number}
	}
	return made
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
	Missing     [][]onboarding.CaptureKind   `json:"missing"`         // one entry per need: any of its kinds meets it
	Nonce       string                       `json:"nonce,omitempty"` // as JobCreated has it, until the job is submitted
	// CaptureRequest is the newest request of an agent for captures anew; nil where there was none.
	CaptureRequest *RequestStatus `json:"captureRequest,omitempty"`
}

// Status returns the status of a job and what it still needs.
func (in *Intake) Status(ctx context.Context, c Caller, id string) (JobStatus, error) {
	job, err := in.job(ctx, c, id)
	if err != nil {
		return JobStatus{}, err
	}
	captures, err := in.capturesFor(ctx, c, job)
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
	if c.Asked != nil { // the applicant's browser asks what it still has to send
		for _, kind := range c.Asked.Missing(kindsOf(captures)) {
			s.Missing = append(s.Missing, []onboarding.CaptureKind{kind})
		}
		return s, nil
	}
	var request onboarding.RequestDetails
	if job.Status.Is(onboarding.Capturing) {
		if err := in.Store.ReadJobDoc(ctx, c.Company, job.ID, store.DocRequest, &request); err != nil {
			return JobStatus{}, err
		}
	}
	for _, need := range job.Function.Missing(append(kindsOf(captures), request.Settings.Withheld()...)) {
		s.Missing = append(s.Missing, need)
	}
	if c.Link != "" {
		return s, nil
	}
	if job.ClientID == c.ClientID {
		s.Nonce = request.Nonce
	}
	s.CaptureRequest, err = in.requestOf(ctx, c, job)
	return s, err
}

// capturesFor returns the captures of a job, as its host application sees them; for the browser of an applicant who is
// asked for captures anew, those that it has sent.
func (in *Intake) capturesFor(ctx context.Context, c Caller, job onboarding.Job) ([]onboarding.Capture, error) {
	if c.Asked != nil {
		return in.Store.StagedCaptures(ctx, c.Company, job.ID, c.Link)
	}
	return in.Store.Captures(ctx, c.Company, job.ID)
}

// documents lists captures as the payload does. Where the host application did not say when a capture was taken, the
// time of its arrival counts.
func (in *Intake) documents(captures []onboarding.Capture) []onboarding.PayloadDocument {
	docs := make([]onboarding.PayloadDocument, len(captures))
	for i, c := range captures {
		docs[i] = onboarding.PayloadDocument{
			URN:         in.URN(c.Company, c.ID),
			Kind:        c.Kind,
			ContentType: c.ContentType,
			Size:        c.Size,
			SHA256:      c.SHA256,
			Width:       c.Width,
			Height:      c.Height,
			CapturedAt:  stamp(c.Taken()),
		}
	}
	return docs
}
