package intake

import (
	"context"
	"slices"
	"strings"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// Submitted is the answer to a submit; a second submit gets the same.
type Submitted struct {
	JobID       string               `json:"jobId"`
	Status      onboarding.Status    `json:"status"`
	SubmittedAt onboarding.Timestamp `json:"submittedAt"`
}

// Submit hands a job over to processing. When it returns, the job is durable and will be decided. It drops the parts of
// captures that were never completed.
func (in *Intake) Submit(ctx context.Context, c Caller, id string) (Submitted, error) {
	return in.SubmitWith(ctx, c, id, SubmitRequest{})
}

// SubmitWith is Submit, and keeps what comes with it. Of a job that was submitted before, it keeps nothing.
func (in *Intake) SubmitWith(ctx context.Context, c Caller, id string, r SubmitRequest) (Submitted, error) {
	job, err := in.ownJob(ctx, c, id)
	if err != nil {
		return Submitted{}, err
	}
	if err := fault.BadFields(r.check()); err != nil {
		return Submitted{}, err
	}
	if c.Asked != nil {
		return in.submitRequest(ctx, c, job, r)
	}
	if !job.Status.Is(onboarding.Capturing) {
		return submitted(job), nil
	}
	var dropped []string
	err = in.Store.Write(ctx, func(tx *store.Tx) (err error) {
		dropped, err = c.submit(ctx, tx, &job, r)
		return err
	})
	if err != nil {
		return Submitted{}, err
	}
	in.nudge()
	in.unlink(ctx, c.Company, dropped)
	return submitted(job), nil
}

// submit hands a job over if it has what its function needs, and returns the objects of the parts that it drops. The
// job is held first: until then, captures of a link that has ended may still be removed. A job that was submitted
// before is read again, and stays as it is.
func (c Caller) submit(ctx context.Context, tx *store.Tx, job *onboarding.Job, r SubmitRequest) ([]string, error) {
	held, err := tx.HoldCapturing(ctx, c.Company, job.ID)
	if err != nil {
		return nil, err
	}
	if !held { // another submit was first
		*job, err = tx.Job(ctx, c.Company, job.ID)
		return nil, err
	}
	if err := c.holdLink(ctx, tx); err != nil {
		return nil, err
	}
	kinds, err := tx.CaptureKinds(ctx, c.Company, job.ID)
	if err != nil {
		return nil, err
	}
	if err := missing(ctx, tx, *job, kinds); err != nil {
		return nil, err
	}
	if _, err := tx.SubmitJob(ctx, c.Company, job.ID); err != nil {
		return nil, err
	}
	job.SubmittedAt = tx.Now
	if err := r.keep(ctx, tx, *job); err != nil {
		return nil, err
	}
	dropped, err := tx.DropUploads(ctx, c.Company, job.ID)
	if err != nil {
		return nil, err
	}
	return dropped, tx.Audit(ctx, audit.Entry{
		Company: c.Company,
		Actor:   c.actor(),
		Action:  "job.submit",
		Target:  "job:" + job.ID,
	})
}

func submitted(job onboarding.Job) Submitted {
	return Submitted{JobID: job.ID, Status: onboarding.Queued, SubmittedAt: stamp(job.SubmittedAt)}
}

// missing returns a fault with every need of a job's function that no capture meets, except what its options leave on
// the device.
func missing(ctx context.Context, tx *store.Tx, job onboarding.Job, have []onboarding.CaptureKind) error {
	if len(job.Function.Missing(have)) == 0 {
		return nil
	}
	var request onboarding.RequestDetails
	if err := tx.ReadJobDoc(ctx, job.Company, job.ID, store.DocRequest, &request); err != nil {
		return err
	}
	return fault.BadFields(unmet(job.Function, have, request.Settings))
}

// unmet returns a finding for every need of a function that no capture meets, except what options leave on the device.
func unmet(f onboarding.Function, have []onboarding.CaptureKind, options onboarding.ServerOptions) findings {
	var found findings
	for _, need := range f.Missing(slices.Concat(have, options.Withheld())) {
		names := make([]string, len(need))
		for i, kind := range need {
			names[i] = string(kind)
		}
		found.add("captures", "required", "%s needs the capture %s", f, strings.Join(names, " or "))
	}
	return found
}
