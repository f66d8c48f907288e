package processing

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"proofdesk/app/audit"
	"proofdesk/app/fault"
	"proofdesk/app/gallery"
	"proofdesk/app/ids"
	"proofdesk/app/inspection"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
	"proofdesk/engine"
)

// dossier holds everything that a decision is made from and leads to.
type dossier struct {
	job        onboarding.Job
	request    onboarding.RequestDetails
	thresholds engine.Thresholds
	captures   []onboarding.Capture
	report     engine.Report
	policy     policy.Policy
	decision   policy.Decision
	payload    onboarding.Payload
	enrol      *gallery.Enrolment
	near       []policy.Candidate
	deadline   time.Duration // for a review
	sandbox    bool          // whether the job is a test, which is about no real person
	last       bool          // whether what can't be read is left out, so that the job ends all the same
}

// decide processes a claimed job up to its outcome.
func (w *Worker) decide(ctx context.Context, claimed store.ClaimedJob) (onboarding.Status, error) {
	d := &dossier{job: claimed.Job}
	if err := w.gather(ctx, d); err != nil {
		return "", err
	}
	if err := w.judge(ctx, d); err != nil {
		return "", err
	}
	return d.decision.Outcome, w.conclude(ctx, claimed, d)
}

// judge sends the captures that were gathered to the engine, and sets what the policy makes of its report.
func (w *Worker) judge(ctx context.Context, d *dossier) error {
	submission, err := w.submission(ctx, d)
	if err != nil {
		return err
	}
	own := inspection.For(ctx, d.job.Company, d.job.ID)
	if d.report, err = w.Engine.Inspect(own, inspection.Batch, submission); err != nil {
		return err
	}
	if err := w.addDevice(ctx, d); err != nil {
		return err
	}
	w.addCameras(d)
	if err := w.findReplays(ctx, d); err != nil {
		return err
	}
	if err := w.findCopies(ctx, d); err != nil {
		return err
	}
	existing, err := w.lookUp(ctx, d)
	if err != nil {
		return err
	}
	d.decision = policy.Decide(d.policy, policy.Input{
		Function: d.job.Function,
		Captures: append(kinds(d.captures), d.request.Settings.Withheld()...),
		Due:      d.request.Due(d.job.Function, d.captures),
		Report:   d.report,
		Existing: existing,
	})
	d.decision.Candidates = d.near
	if d.job.Sandbox != "" {
		d.decision = sandboxed(d.decision, d.job.Sandbox)
	}
	return nil
}

// gather loads what was sent and the company's settings.
func (w *Worker) gather(ctx context.Context, d *dossier) (err error) {
	if d.sandbox, err = w.Store.IsSandbox(ctx, d.job.Company, d.job.ID); err != nil {
		return err
	}
	if d.captures, err = w.Store.Captures(ctx, d.job.Company, d.job.ID); err != nil {
		return err
	}
	if err := w.read(ctx, d, store.DocRequest, &d.request); err != nil {
		return err
	}
	if d.thresholds, err = engine.ThresholdsOf(d.request.Settings); err != nil && !d.last {
		return fault.Wrap(err, fault.Internal, "the job's options can't be read")
	}
	company, err := w.Store.Company(ctx, d.job.Company)
	if err != nil {
		return err
	}
	d.deadline = company.Settings.Deadlines.Of(d.job.Function, w.Deadline)
	d.policy = company.Settings.EffectivePolicy()
	return nil
}

// read reads a stored document of a job, if there is one. Where it is damaged, trying again would not mend it: at last
// the job goes on without it.
func (w *Worker) read(ctx context.Context, d *dossier, kind string, to any) error {
	err := w.Store.ReadJobDoc(ctx, d.job.Company, d.job.ID, kind, to)
	switch {
	case fault.Is(err, fault.NotFound):
		return nil
	case d.last && errors.Is(err, store.ErrDamaged):
		w.Log.Error("read stored document failed, going on without it", "job", d.job.ID, "document", kind, "error", err)
		return nil
	}
	return err
}

// submission decrypts the captures for the engine.
func (w *Worker) submission(ctx context.Context, d *dossier) (engine.Submission, error) {
	key, err := w.Keys.ApplicantKey(ctx, d.job.Company, d.job.ID)
	if err != nil {
		return engine.Submission{}, err
	}
	s := engine.Submission{
		Submitted:  d.request.Submitted,
		Thresholds: d.thresholds,
		Today:      w.Clock.Now(),
		MinimumAge: d.policy.MinimumAge,
		Countries:  w.Countries,
	}
	for _, c := range d.captures {
		body, err := w.Evidence.ReadAll(ctx, c, key)
		if err != nil {
			return engine.Submission{}, err
		}
		s.Captures = append(s.Captures, engine.Capture{
			ID:          w.urn(c),
			Kind:        string(c.Kind),
			ContentType: c.ContentType,
			Bytes:       body,
			Challenge:   challengeOf(d.request, c),
		})
	}
	return s, nil
}

func kinds(captures []onboarding.Capture) []onboarding.CaptureKind {
	var all []onboarding.CaptureKind
	for _, c := range captures {
		all = append(all, c.Kind)
	}
	return all
}

// conclude prepares the consequences of a decision and writes all of them in one transaction.
func (w *Worker) conclude(ctx context.Context, claimed store.ClaimedJob, d *dossier) error {
	d.payload = w.payload(d)
	d.job.FullName = displayName(d.report.Readings)
	if d.decision.Outcome == onboarding.Approved && d.job.Function.Enrols() && !d.sandbox {
		enrolment, err := w.Gallery.Prepare(ctx, customerOf(d.job, d.payload.PersonalDetails), d.report.Templates)
		if err != nil {
			return err
		}
		d.enrol = &enrolment
	}
	err := w.Store.Write(ctx, func(tx *store.Tx) error { return w.write(ctx, tx, claimed.Lease, d) })
	if err == nil && w.OnCommit != nil {
		w.OnCommit()
	}
	return err
}

// write is the one transaction of a decision: status, report, review case, event with its final bytes, deliveries,
// audit.
func (w *Worker) write(ctx context.Context, tx *store.Tx, lease string, d *dossier) error {
	job := d.job
	person := d.payload.PersonalDetails
	job.Status, job.DecidedAt = d.decision.Outcome, tx.Now
	job.DocumentNumber, job.DocumentType, job.IssuingCountry = person.DocumentNumber, person.DocumentType,
		person.IssuingCountry
	held, err := tx.DecideJob(ctx, job, lease)
	if err != nil || !held {
		return err // not held: another worker has the job, and this one's result is dropped
	}
	payload := d.payload
	payload.ApplicationDetails.DecidedAt = onboarding.Timestamp(tx.Now)
	if err := d.writeDocs(ctx, tx, job, payload); err != nil {
		return err
	}
	if d.decision.Outcome == onboarding.Review {
		if err := tx.OpenReviewCase(ctx, w.reviewCase(job, d, tx.Now)); err != nil {
			return err
		}
	}
	if d.enrol != nil {
		if err := d.enrol.Write(ctx, tx); err != nil {
			return err
		}
	}
	event, err := decisionEvent(job, payload, tx.Now)
	if err != nil {
		return err
	}
	if err := tx.EmitEvent(ctx, event, tx.Now); err != nil {
		return err
	}
	return tx.Audit(ctx, audit.Entry{
		Company: job.Company,
		Actor:   "system",
		Action:  "job.decide",
		Target:  "job:" + job.ID,
		Detail: map[string]any{
			"outcome":  d.decision.Outcome,
			"reasons":  codes(d.decision),
			"policy":   d.decision.Policy,
			"accepted": d.decision.Accepted,
			"event":    event.ID,
		},
	})
}

// writeDocs writes what was found about a job, and by which search finds it.
func (d *dossier) writeDocs(ctx context.Context, tx *store.Tx, job onboarding.Job, payload onboarding.Payload) error {
	for kind, value := range map[string]any{
		store.DocReport:   d.report,
		store.DocDecision: d.decision,
		store.DocPayload:  payload,
	} {
		if err := tx.WriteJobDoc(ctx, job.Company, job.ID, kind, value); err != nil {
			return err
		}
	}
	return tx.IndexJob(ctx, job, terms(job, d.request.Submitted, d.report)...)
}

// decisionEvent returns the application.decision event with the bytes that every attempt sends.
func decisionEvent(job onboarding.Job, payload onboarding.Payload, now time.Time) (webhook.Event, error) {
	event := webhook.Event{
		Company:    job.Company,
		ID:         ids.ULID(now),
		JobID:      job.ID,
		Type:       onboarding.ApplicationDecision,
		OccurredAt: now,
	}
	payload.Event = &onboarding.EventEnvelope{ID: event.ID, Type: event.Type, OccurredAt: onboarding.Timestamp(now)}
	body, err := json.Marshal(payload)
	if err != nil {
		return event, fault.Wrap(err, fault.Internal, "the event could not be written")
	}
	event.Body = body
	return event, nil
}

func codes(d policy.Decision) []string {
	all := []string{}
	for _, r := range d.Reasons {
		all = append(all, r.Code)
	}
	return all
}
