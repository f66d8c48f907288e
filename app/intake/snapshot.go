package intake

import (
	"context"
	"encoding/json"

	"proofdesk/app/access"
	"proofdesk/app/evidence"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
)

// Snapshot returns the JSON of a job's payload. Once the job is decided, these are the bytes that were stored with the
// decision.
func (in *Intake) Snapshot(ctx context.Context, company, jobID string) ([]byte, error) {
	job, body, err := in.Store.Snapshot(ctx, company, jobID, in.Clock.Now())
	if err != nil || body != nil {
		return body, err
	}
	return in.undecided(ctx, job)
}

// undecided builds the payload of a job that is not decided yet, from what was sent.
func (in *Intake) undecided(ctx context.Context, job onboarding.Job) ([]byte, error) {
	captures, err := in.Store.Captures(ctx, job.Company, job.ID)
	if err != nil {
		return nil, err
	}
	var request onboarding.RequestDetails
	if err := in.Store.ReadJobDoc(ctx, job.Company, job.ID, store.DocRequest, &request); err != nil &&
		!fault.Is(err, fault.NotFound) {
		return nil, err
	}
	p := onboarding.Payload{
		ApplicationDetails: onboarding.ApplicationDetails{
			JobID:        job.ID,
			Status:       job.Status,
			Function:     job.Function,
			UniqueNumber: job.UniqueNumber,
			Flavor:       job.Flavor,
			SDKVersion:   job.SDKVersion,
			CreatedAt:    stamp(job.CreatedAt),
			SubmittedAt:  stamp(job.SubmittedAt),
			Location:     request.Location,
			Device:       request.Device,
			Reasons:      []string{},
		},
		PersonalDetails: onboarding.PersonalDetails{Sources: map[string]string{}},
		Documents:       in.documents(captures),
		VerificationResults: onboarding.VerificationResults{
			Outcome:     job.Status,
			Checks:      []onboarding.PayloadCheck{},
			Comparisons: []onboarding.PayloadComparison{},
		},
	}
	body, err := json.Marshal(p)
	if err != nil {
		return nil, fault.Wrap(err, fault.Internal, "the payload could not be written")
	}
	return body, nil
}

// Document opens the capture that a URN names, for a company. The fault is the same for a capture of another company or
// installation and for one that does not exist.
func (in *Intake) Document(ctx context.Context, company, urn string) (onboarding.Capture, *evidence.Document, error) {
	missing := fault.New(fault.NotFound, "this document is not stored")
	name, ok := access.ParseURN(access.KindDocument, urn)
	if !ok || name.Environment != in.Environment || name.Region != in.Region || name.Company != company {
		return onboarding.Capture{}, nil, missing
	}
	capture, err := in.Store.Capture(ctx, company, name.ID)
	if err != nil {
		return onboarding.Capture{}, nil, err
	}
	key, err := in.Keys.ApplicantKey(ctx, company, capture.JobID)
	if fault.Is(err, fault.NotFound) {
		return onboarding.Capture{}, nil, missing
	}
	if err != nil {
		return onboarding.Capture{}, nil, err
	}
	document, err := in.Evidence.Open(ctx, capture, key)
	return capture, document, err
}
