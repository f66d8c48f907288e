package review

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"
	"unicode/utf8"

	"proofdesk/app/draft"
	"proofdesk/app/fault"
	"proofdesk/app/ids"
	"proofdesk/app/naming"
	"proofdesk/app/onboarding"
	"proofdesk/app/store"
	"proofdesk/app/webhook"
)

// The maximum lengths of a decision's texts, in characters.
const (
	MaxComment = draft.MaxComment
	MaxNote    = draft.MaxNote
)

// DecisionRequest is what an agent sends. Claim, Version and Digest are those that the page was opened with.
type DecisionRequest struct {
	JobID   string
	Claim   string
	Version int64
	Digest  string
	Outcome onboarding.Status
	Reasons []string // codes
	// Overrides holds why the job is approved in spite of red findings: codes of overrides by the keys of findings.
	Overrides map[string]string
	Comment   string // for the client
	Note      string // internal
	StartedAt time.Time
	Key       string // of the form, new with each page that shows one; empty for none
	// Seen are the names of the versions of the agent's draft that the page has shown.
	Seen []string
}

// Decided is the result of a decision.
type Decided struct {
	Outcome   onboarding.Status
	Proposed  bool      // whether another agent has to confirm it; no event is sent before
	HeldUntil time.Time // until then it may be undone
	EventID   string
}

// Decide writes a decision, its event and its audit entry in one transaction, if the job, the claim, the version and
// the evidence are still those that the agent saw; otherwise it returns a Conflict and writes nothing. A form that was
// carried out before returns what it did then, so that it can be sent again where the answer was lost.
func (d *Desk) Decide(ctx context.Context, a Agent, decision DecisionRequest) (Decided, error) {
	if err := a.may(); err != nil {
		return Decided{}, err
	}
	reasons, err := d.checked(ctx, a, &decision)
	if err != nil {
		return Decided{}, err
	}
	var done Decided
	err = d.Store.Write(ctx, func(tx *store.Tx) error {
		var err error
		done, err = d.decide(ctx, tx, a, decision, reasons)
		return err
	})
	if err == nil && d.Nudge != nil {
		d.Nudge()
	}
	return done, err
}

// checked validates the parts that need no transaction.
func (d *Desk) checked(ctx context.Context, a Agent, decision *DecisionRequest) ([]onboarding.ReviewReason, error) {
	at := slices.IndexFunc(onboarding.ReviewOutcomes(), decision.Outcome.Is)
	if at < 0 {
		return nil, fault.BadField("outcome", "one_of", "choose a decision: approve, decline or suspicious")
	}
	decision.Outcome = onboarding.ReviewOutcomes()[at]
	if utf8.RuneCountInString(decision.Comment) > MaxComment {
		return nil, fault.BadField("comment", "max_length", "the comment is longer than %d characters", MaxComment)
	}
	if utf8.RuneCountInString(decision.Note) > MaxNote {
		return nil, fault.BadField("note", "max_length", "the note is longer than %d characters", MaxNote)
	}
	if err := checkTexts(*decision); err != nil {
		return nil, err
	}
	all, err := d.Reasons(ctx, a.Company)
	if err != nil {
		return nil, err
	}
	reasons, err := pick(all, decision.Reasons)
	switch {
	case err != nil:
		return nil, err
	// reasons are for declining: those left ticked after a change of mind are dropped
	case decision.Outcome.Is(onboarding.Approved):
		return []onboarding.ReviewReason{}, nil
	case len(reasons) == 0:
		return nil, fault.BadField("reason", "required", "choose at least one reason")
	}
	return reasons, nil
}

func (d *Desk) decide(
	ctx context.Context, tx *store.Tx, a Agent, decision DecisionRequest, reasons []onboarding.ReviewReason,
) (Decided, error) {
	before, done, err := d.sentBefore(ctx, tx, a, decision, reasons)
	if err != nil || done {
		return before, err
	}
	unseen := draft.RefuseUnseen(ctx, tx, ownerOf(a, decision.JobID), decision.Draft())
	job, err := tx.Job(ctx, a.Company, decision.JobID) // after that, as it waits for whoever is deciding
	if err == nil && !job.Status.May(decision.Outcome) {
		return Decided{}, errNotInReview // comparing texts does not help any more
	}
	if err := cmp.Or(unseen, err); err != nil {
		return Decided{}, err
	}
	second, err := d.second(ctx, tx, a, decision)
	if err != nil {
		return Decided{}, err
	}
	decision.StartedAt = earlier(started(decision.StartedAt, tx.Now), second.since)
	if second.propose {
		return d.propose(ctx, tx, a, decision, reasons)
	}
	if err := d.close(ctx, tx, a, decision, job); err != nil {
		return Decided{}, err
	}
	overrides, err := d.named(ctx, tx, a, decision)
	if err != nil {
		return Decided{}, err
	}
	review := store.Review{
		ID:          ids.UUID(),
		Company:     a.Company,
		JobID:       job.ID,
		AgentID:     a.ID,
		Kind:        store.ReviewDecision,
		Outcome:     decision.Outcome,
		Reasons:     reasons,
		Overrides:   overrides,
		Comment:     decision.Comment,
		Note:        decision.Note,
		StartedAt:   decision.StartedAt,
		CompletedAt: tx.Now,
		EventID:     ids.ULID(tx.Now),
		RequestKey:  decision.Key,
	}
	until := tx.Now.Add(d.hold())
	if err := d.writeEvent(ctx, tx, a, review, second.first, until); err != nil {
		return Decided{}, err
	}
	if err := tx.InsertReview(ctx, review); err != nil {
		return Decided{}, err
	}
	if err := auditOverrides(ctx, tx, a, review); err != nil {
		return Decided{}, err
	}
	if err := saveForUndo(ctx, tx, a, decision); err != nil {
		return Decided{}, err
	}
	detail := map[string]any{
		"outcome": decision.Outcome,
		"reasons": codes(reasons),
		"review":  review.ID,
		"event":   review.EventID,
	}
	return Decided{
		Outcome:   decision.Outcome,
		HeldUntil: until,
		EventID:   review.EventID,
	}, tx.Audit(ctx, a.entry("review.decide", job.ID, detail))
}

var errNotInReview = fault.New(fault.Conflict, "this job is no longer in review")

// close updates the case if claim, version and digest match, and the job if status and version match.
func (d *Desk) close(ctx context.Context, tx *store.Tx, a Agent, decision DecisionRequest, job onboarding.Job) error {
	if !job.Status.May(decision.Outcome) {
		return errNotInReview
	}
	if err := tx.CloseCase(ctx, lock(a, decision)); err != nil {
		return err
	}
	done, err := tx.ReviewJob(ctx, a.Company, job.ID, decision.Outcome, job.Version, tx.Now.Add(d.hold()))
	if err == nil && !done {
		return fault.New(fault.Conflict, "this job has changed since you opened it")
	}
	if err != nil {
		return err
	}
	return endRequest(ctx, tx, a, job.ID)
}

var errCapturesComing = fault.New(fault.Conflict,
	"the applicant has sent new captures, which are being checked: decide once they are here")

// endRequest revokes the request for captures of a job that is decided, if there is one. Captures that have been sent
// are waited for, as nobody has looked at them yet.
func endRequest(ctx context.Context, tx *store.Tx, a Agent, jobID string) error {
	open, err := tx.OpenRequest(ctx, a.Company, jobID)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	if !open.SubmittedAt.IsZero() {
		return errCapturesComing
	}
	if err := tx.RevokeRequest(ctx, a.Company, jobID); err != nil {
		return err
	}
	return tx.Audit(ctx, a.entry("capture_request.revoke", jobID, nil))
}

func lock(a Agent, d DecisionRequest) store.CaseLock {
	return store.CaseLock{
		Company: a.Company,
		JobID:   d.JobID,
		Agent:   a.ID,
		Claim:   d.Claim,
		Version: d.Version,
		Digest:  d.Digest,
	}
}

// started returns the page's start time as far as it is plausible.
func started(at, now time.Time) time.Time {
	if at.IsZero() || at.After(now) || now.Sub(at) > 24*time.Hour {
		return now
	}
	return at
}

// earlier counts the time on a job from when it was claimed, although a reload of its page starts again.
func earlier(page, taken time.Time) time.Time {
	if taken.IsZero() || page.Before(taken) {
		return page
	}
	return taken
}

// writeEvent builds the job's new payload and the event with its final bytes, held until a time.
func (d *Desk) writeEvent(
	ctx context.Context, tx *store.Tx, a Agent, review store.Review, first *store.Review, until time.Time,
) error {
	var payload onboarding.Payload
	if err := tx.ReadJobDoc(ctx, a.Company, review.JobID, store.DocPayload, &payload); err != nil {
		return err
	}
	corrections, err := tx.Corrections(ctx, a.Company, review.JobID)
	if err != nil {
		return err
	}
	if err := tx.MoveJobDoc(ctx, a.Company, review.JobID, store.DocPayload, store.DocPayloadBefore); err != nil {
		return err
	}
	apply(&payload, a, review, corrections)
	if first != nil {
		confirm(payload.ReviewDetails, *first)
	}
	if err := tx.WriteJobDoc(ctx, a.Company, review.JobID, store.DocPayload, payload); err != nil {
		return err
	}
	payload.Event = &onboarding.EventEnvelope{
		ID:         review.EventID,
		Type:       onboarding.ApplicationReviewed,
		OccurredAt: onboarding.Timestamp(tx.Now),
	}
	body, err := json.Marshal(payload)
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the event could not be written")
	}
	return tx.EmitEvent(ctx, webhook.Event{
		Company:    a.Company,
		ID:         review.EventID,
		JobID:      review.JobID,
		Type:       onboarding.ApplicationReviewed,
		OccurredAt: tx.Now,
		Body:       body,
	}, until)
}

// apply writes a review into a payload.
func apply(p *onboarding.Payload, a Agent, review store.Review, corrections []store.Correction) {
	details := &onboarding.ReviewDetails{
		ReviewID:    review.ID,
		Outcome:     review.Outcome,
		Reasons:     wireReasons(review),
		Comment:     review.Comment,
		Reviewer:    onboarding.Reviewer{ID: a.ID, DisplayName: a.Name},
		StartedAt:   onboarding.Timestamp(review.StartedAt),
		CompletedAt: onboarding.Timestamp(review.CompletedAt),
		Corrections: []onboarding.Correction{},
	}
	for _, c := range corrections {
		details.Corrections = append(details.Corrections, onboarding.Correction{
			Field:  c.Field,
			Source: c.Source,
			Before: c.Before,
			After:  c.After,
		})
		if p.PersonalDetails.Sources[c.Field] == c.Source {
			setField(&p.PersonalDetails, c.Field, c.After)
		}
	}
	p.ApplicationDetails.Status = review.Outcome
	p.ReviewDetails = details
}

// checkTexts refuses texts that whoever reads them would read in another order.
func checkTexts(decision DecisionRequest) error {
	return fault.JoinFields(naming.CheckText("comment", decision.Comment), naming.CheckText("note", decision.Note))
}
