package processing

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/engine"
)

// ReturnTime is how long a job whose applicant has sent what an agent asked for comes back to that agent only.
const ReturnTime = 30 * time.Minute

// claimRequest takes one request whose captures are due to be checked.
func (w *Worker) claimRequest(ctx context.Context) (store.ClaimedRequest, bool) {
	var r store.ClaimedRequest
	err := w.Store.Write(ctx, func(tx *store.Tx) (err error) {
		r, err = tx.ClaimRequest(ctx, ids.UUID(), tx.Now.Add(w.Lease))
		return err
	})
	if err != nil && !fault.Is(err, fault.NotFound) {
		w.Log.Error("claim request for captures failed", "error", err)
	}
	return r, err == nil
}

// processRequest checks the captures of a request. A failure on our side is tried again; where the checks can't be made
// at all, the captures come into force all the same, so that the agent sees them, and whatever was found before.
func (w *Worker) processRequest(ctx context.Context, r store.ClaimedRequest) {
	started := time.Now()
	held, leave := w.hold(ctx, func(held context.Context, tx *store.Tx) (bool, error) {
		return tx.ExtendRequest(held, r, tx.Now.Add(w.Lease))
	})
	job, err := w.recheck(held, r, r.Attempts > maxAttempts)
	leave()
	switch {
	case err == nil:
		w.Log.Info("captures checked again", "job", r.JobID, "company", r.Company, "ms",
			time.Since(started).Milliseconds())
		w.prepareReview(ctx, job, onboarding.Review)
	case ctx.Err() != nil:
		w.releaseRequest(context.WithoutCancel(ctx), r, 0)
	default:
		w.Log.Error("check captures again failed, trying again", "job", r.JobID, "attempt", r.Attempts, "error", err)
		w.releaseRequest(ctx, r, retryDelay)
	}
}

func (w *Worker) releaseRequest(ctx context.Context, r store.ClaimedRequest, after time.Duration) {
	err := w.Store.Write(ctx, func(tx *store.Tx) error { return tx.ReturnRequest(ctx, r, tx.Now.Add(after)) })
	if err != nil {
		w.Log.Error("release request for captures failed", "job", r.JobID, "error", err)
	}
}

// passedCode is the code of the reason that new captures passed all checks.
const passedCode = "review.new_captures"

// recheck checks a job in REVIEW with the captures of a request in place of those that they supersede; unchecked leaves
// the engine out, and keeps what was found before. What comes of it is written in one transaction. The job stays in
// REVIEW whatever the policy says, and no event is sent.
func (w *Worker) recheck(ctx context.Context, r store.ClaimedRequest, unchecked bool) (onboarding.Job, error) {
	job, err := w.Store.Job(ctx, r.Company, r.JobID)
	if err != nil {
		return job, err
	}
	d := &dossier{job: job, last: unchecked}
	if err := w.gather(ctx, d); err != nil {
		return job, err
	}
	staged, err := w.Store.StagedCaptures(ctx, r.Company, r.JobID, r.ID)
	if err != nil {
		return job, err
	}
	superseded := d.renew(staged)
	if unchecked {
		err = w.keepFindings(ctx, d)
	} else {
		err = w.judgeAnew(ctx, d)
	}
	if err != nil {
		return job, err
	}
	if len(d.decision.Reasons) == 0 {
		d.decision.Reasons = []policy.Reason{
			{Code: passedCode, Band: policy.BandPolicy, Text: "The new captures passed all checks"},
		}
	}
	d.job.FullName = cmp.Or(displayName(d.report.Readings), job.FullName)
	d.payload = w.payload(d)
	p := &d.payload.ApplicationDetails
	p.Status, p.DecidedAt = onboarding.Review, onboarding.Timestamp(job.DecidedAt)
	d.payload.VerificationResults.Outcome = onboarding.Review
	err = w.Store.Write(ctx, func(tx *store.Tx) error { return w.land(ctx, tx, r, d, superseded) })
	return job, err
}

// judgeAnew judges a job that was judged before, and keeps where things were in the captures that are not in force any
// more. Where the report so far is damaged, nothing of it is kept.
func (w *Worker) judgeAnew(ctx context.Context, d *dossier) error {
	var before engine.Report
	err := w.Store.ReadJobDoc(ctx, d.job.Company, d.job.ID, store.DocReport, &before)
	if err != nil && !fault.Is(err, fault.NotFound) && !errors.Is(err, store.ErrDamaged) {
		return err
	}
	if err := w.judge(ctx, d); err != nil {
		return err
	}
	d.report.Earlier = earlier(before, d.report)
	return nil
}

// earlier returns where things were in captures that are not in force any more: the review page lays an earlier face
// over the new one by it. What was read in them goes, as it may be of somebody else.
func earlier(before, now engine.Report) []engine.CaptureReport {
	var all []engine.CaptureReport
	for _, r := range slices.Concat(before.Earlier, before.Captures) {
		if slices.ContainsFunc(now.Captures, func(c engine.CaptureReport) bool { return c.ID == r.ID }) {
			continue
		}
		all = append(all, engine.CaptureReport{
			ID: r.ID, Kind: r.Kind, Fault: r.Fault, Width: r.Width, Height: r.Height, Turned: r.Turned,
			Document: r.Document, Faces: r.Faces, Scores: r.Scores,
		})
	}
	return all
}

// keepFindings sets what was found about the captures before, with the reason that the new ones were not checked: what
// spoke against the applicant then still does, unless it is damaged.
func (w *Worker) keepFindings(ctx context.Context, d *dossier) error {
	for kind, to := range map[string]any{store.DocReport: &d.report, store.DocDecision: &d.decision} {
		if err := w.read(ctx, d, kind, to); err != nil {
			return err
		}
	}
	d.decision.Outcome = onboarding.Review
	earlier := slices.DeleteFunc(d.decision.Reasons, func(r policy.Reason) bool {
		return r.Code == passedCode || r.Code == policy.CodeUnchecked // of an earlier request
	})
	d.decision.Reasons = append([]policy.Reason{
		{Code: policy.CodeUnchecked, Band: policy.BandQuality, Text: "The new captures were not checked"},
	}, earlier...)
	return nil
}

// renew puts new captures in place of those that they supersede, and returns the kinds of these. What the device
// decided about captures that are superseded, or about none by name, no longer holds.
func (d *dossier) renew(staged []onboarding.Capture) []onboarding.CaptureKind {
	var superseded []onboarding.CaptureKind
	for _, c := range staged {
		superseded = append(superseded, c.Kind.Supersedes()...)
	}
	d.captures = slices.DeleteFunc(d.captures, func(c onboarding.Capture) bool {
		return slices.Contains(superseded, c.Kind)
	})
	d.captures = append(d.captures, staged...)
	d.request.Results = slices.DeleteFunc(d.request.Results, func(r onboarding.DeviceResult) bool {
		return r.Capture == "" || slices.Contains(superseded, r.Capture)
	})
	return superseded
}

// kindsOf returns the kinds of the captures that came for a request.
func kindsOf(captures []onboarding.Capture, request string) []onboarding.CaptureKind {
	kinds := []onboarding.CaptureKind{}
	for _, c := range captures {
		if c.Request == request {
			kinds = append(kinds, c.Kind)
		}
	}
	return kinds
}

// land is the one transaction of a recheck: captures, report, case, audit. It writes nothing where the request was
// revoked meanwhile, as the decision on the job does, or another worker has it.
func (w *Worker) land(
	ctx context.Context, tx *store.Tx, r store.ClaimedRequest, d *dossier, superseded []onboarding.CaptureKind,
) error {
	if _, err := tx.LockCase(ctx, r.Company, r.JobID); err != nil {
		return err
	}
	if done, err := tx.FinishRequest(ctx, r); err != nil || !done {
		return err
	}
	if err := tx.LandCaptures(ctx, r, superseded); err != nil {
		return err
	}
	job, person := d.job, d.payload.PersonalDetails
	if len(d.report.Readings) > 0 {
		job.DocumentNumber, job.DocumentType, job.IssuingCountry = person.DocumentNumber, person.DocumentType,
			person.IssuingCountry
	}
	if err := tx.RecheckJob(ctx, job); err != nil {
		return err
	}
	if err := tx.WriteJobDoc(ctx, job.Company, job.ID, store.DocRequest, d.request); err != nil {
		return err
	}
	if err := d.writeDocs(ctx, tx, job, d.payload); err != nil {
		return err
	}
	c := w.reviewCase(job, d, tx.Now)
	c.ReturnsTo, c.ReturnsUntil = r.AskedBy, tx.Now.Add(ReturnTime)
	if err := tx.ReturnCase(ctx, c); err != nil {
		return err
	}
	return tx.Audit(ctx, audit.Entry{
		Company: r.Company,
		Actor:   "system",
		Action:  "job.recheck",
		Target:  "job:" + r.JobID,
		Detail: map[string]any{
			"captures": kindsOf(d.captures, r.ID),
			"outcome":  d.decision.Outcome,
			"reasons":  codes(d.decision),
		},
	})
}
