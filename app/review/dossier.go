package review

import (
	"context"
	"slices"
	"time"

	"proofdesk/app/draft"
	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// Dossier holds everything that is known about a job, for an agent.
type Dossier struct {
	Job         onboarding.Job
	Case        *store.ReviewCase // nil where the job never went to review
	Holder      string            // display name of who else holds it
	Captures    []onboarding.Capture
	Superseded  []onboarding.Capture // by captures that the applicant was asked for anew; the last superseded first
	Asked       []Asked              // the requests for such captures, the newest last
	Request     onboarding.RequestDetails
	Report      engine.Report // empty before processing
	Decision    policy.Decision
	Payload     onboarding.Payload
	Reviews     []store.Review
	Corrections []store.Correction
	Related     []onboarding.Job // others with the same unique number or document number, newest first
	Draft       draft.Draft
	Now         time.Time
	Found       []engine.Check // the checks before corrections, where there were any
	Masked      bool           // personal values are masked, and pictures must be shown blurred
	// Enrolled is the enrolled customer that the applicant is compared with; nil for none. ByFace reports whether they
	// were found by the face alone, and so may be somebody else.
	Enrolled *onboarding.Customer
	ByFace   bool
	Sandbox  bool // the job is a test: nobody real is related to it
}

// Asked is a request for captures of a job.
type Asked struct {
	store.CaptureLink
	By string // display name of the agent who asked
}

// LastAsked returns the newest request for captures; nil for none.
func (d Dossier) LastAsked() *Asked {
	if len(d.Asked) == 0 {
		return nil
	}
	return &d.Asked[len(d.Asked)-1]
}

// Submitted counts the captures that the job was submitted with: without those that its applicant was asked for since.
func (d Dossier) Submitted() (n int) {
	for _, c := range slices.Concat(d.Captures, d.Superseded) {
		if c.Request == "" {
			n++
		}
	}
	return n
}

// Renewals counts the requests whose captures came into force.
func (d Dossier) Renewals() (n int) {
	for _, l := range d.Asked {
		if !l.CheckedAt.IsZero() {
			n++
		}
	}
	return n
}

// Unchecked reports whether the captures that came into force last could not be checked, so that the report is about
// those before them.
func (d Dossier) Unchecked() bool {
	return slices.ContainsFunc(d.Decision.Reasons, func(r policy.Reason) bool { return r.Code == policy.CodeUnchecked })
}

// Held reports whether the agent may decide now.
func (d Dossier) Held(a Agent) bool { return d.Case != nil && d.Case.HeldBy(a.ID, d.Now) }

const maxRelated = 6

// Inspect returns the dossier of a job; that the agent saw it is audited.
func (d *Desk) Inspect(ctx context.Context, a Agent, jobID string) (Dossier, error) {
	dossier, err := d.Gather(ctx, a, jobID)
	if err != nil {
		return Dossier{}, err
	}
	return dossier, d.Saw(ctx, a, jobID)
}

// Saw records that the agent looked at a page that tells what came of a job, so that they can't judge it blind later.
// An event that is about no job is not recorded.
func (d *Desk) Saw(ctx context.Context, a Agent, jobID string) error {
	if jobID == "" {
		return nil
	}
	return d.Store.Write(ctx, func(tx *store.Tx) error { return tx.Audit(ctx, a.entry("job.view", jobID, nil)) })
}

// Gather does what Inspect does without the audit entry, for callers that audit in another way what the agent saw.
func (d *Desk) Gather(ctx context.Context, a Agent, jobID string) (Dossier, error) {
	job, err := d.Store.Job(ctx, a.Company, jobID)
	if err != nil {
		return Dossier{}, err
	}
	dossier := Dossier{Job: job, Now: d.Clock.Now()}
	if dossier.Sandbox, err = d.Store.IsSandbox(ctx, a.Company, jobID); err != nil {
		return Dossier{}, err
	}
	for _, read := range []func(context.Context, Agent, *Dossier) error{
		d.readCase, d.readDocs, d.readPeople, d.readRelated, d.readEnrolled,
	} {
		if err := read(ctx, a, &dossier); err != nil {
			return Dossier{}, err
		}
	}
	return dossier, nil
}

// ignoreNotFound drops a NotFound: what a job does not have stays empty.
func ignoreNotFound(err error) error {
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	return err
}

func (d *Desk) readCase(ctx context.Context, a Agent, to *Dossier) error {
	c, err := d.Store.ReviewCase(ctx, a.Company, to.Job.ID)
	if err != nil {
		return ignoreNotFound(err)
	}
	to.Case = &c
	if c.Held(to.Now) && c.Holder != a.ID {
		if to.Holder, err = d.Store.AgentName(ctx, a.Company, c.Holder); err != nil {
			return err
		}
	}
	to.Draft, err = draft.Read(ctx, d.Store, ownerOf(a, to.Job.ID))
	return err
}

func (d *Desk) readDocs(ctx context.Context, a Agent, to *Dossier) error {
	docs := []struct {
		kind string
		to   any
	}{
		{store.DocRequest, &to.Request},
		{store.DocReport, &to.Report},
		{store.DocDecision, &to.Decision},
		{store.DocPayload, &to.Payload},
	}
	for _, doc := range docs {
		if err := ignoreNotFound(d.Store.ReadJobDoc(ctx, a.Company, to.Job.ID, doc.kind, doc.to)); err != nil {
			return err
		}
	}
	return nil
}

func (d *Desk) readPeople(ctx context.Context, a Agent, to *Dossier) (err error) {
	if to.Captures, err = d.Store.Captures(ctx, a.Company, to.Job.ID); err != nil {
		return err
	}
	if to.Superseded, err = d.Store.SupersededCaptures(ctx, a.Company, to.Job.ID); err != nil {
		return err
	}
	if err := d.readRequests(ctx, a, to); err != nil {
		return err
	}
	if to.Reviews, err = d.Store.Reviews(ctx, a.Company, to.Job.ID); err != nil {
		return err
	}
	to.Corrections, err = d.Store.Corrections(ctx, a.Company, to.Job.ID)
	return err
}

func (d *Desk) readRequests(ctx context.Context, a Agent, to *Dossier) error {
	links, err := d.Store.Requests(ctx, a.Company, to.Job.ID)
	if err != nil {
		return err
	}
	for _, link := range links {
		name, err := d.Store.AgentName(ctx, a.Company, link.AskedBy)
		if err != nil {
			return err
		}
		to.Asked = append(to.Asked, Asked{CaptureLink: link, By: name})
	}
	return nil
}

func (d *Desk) readRelated(ctx context.Context, a Agent, to *Dossier) error {
	seen, err := d.blind(ctx, a)
	if err != nil {
		return err
	}
	seen[to.Job.ID] = true
	add := func(jobs []onboarding.Job, err error) error {
		for _, job := range jobs {
			if !seen[job.ID] && len(to.Related) < maxRelated {
				seen[job.ID] = true
				to.Related = append(to.Related, job)
			}
		}
		return err
	}
	if to.Sandbox {
		return nil // without a number or document there is nothing to relate
	}
	if to.Job.UniqueNumber != "" {
		if err := add(d.Store.JobsByNumber(ctx, a.Company, to.Job.UniqueNumber, maxRelated+1)); err != nil {
			return err
		}
	}
	if to.Job.DocumentNumber == "" {
		return nil
	}
	found, err := d.Store.FindJobs(ctx, a.Company, store.JobFilter{Text: to.Job.DocumentNumber}, 0, maxRelated+1)
	return add(found.Jobs, err)
}
