package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
)

// ReviewKind is what an agent did with a case.
type ReviewKind string

// The kinds of a review.
const (
	ReviewDecision   ReviewKind = "DECISION"
	ReviewProposal   ReviewKind = "PROPOSAL"
	ReviewEscalation ReviewKind = "ESCALATION"
)

// Review is what one agent did with a case. The client sees Comment; only the company sees Note.
type Review struct {
	ID          string
	Company     string
	JobID       string
	AgentID     string
	AgentName   string // filled when read
	Kind        ReviewKind
	Outcome     onboarding.Status
	Reasons     []onboarding.ReviewReason
	Overrides   []policy.Override // why it was approved in spite of red findings
	Comment     string
	Note        string
	StartedAt   time.Time
	CompletedAt time.Time
	UndoneAt    time.Time // zero unless it was taken back
	EventID     string
	RequestKey  string // of the form that it was sent with; empty for none
}

const reviewInsert = `
	INSERT INTO reviews (company, id, job_id, agent_id, kind, outcome, reasons, overrides, comment, note, started_at,
		completed_at, event_id, request_key)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// InsertReview adds a review.
func (tx *Tx) InsertReview(ctx context.Context, r Review) error {
	reasons, err := json.Marshal(r.Reasons)
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the reasons could not be written")
	}
	overrides, err := overrideText(r.Overrides)
	if err != nil {
		return err
	}
	return tx.change(ctx, reviewInsert, r.Company, r.ID, r.JobID, r.AgentID, string(r.Kind), string(r.Outcome),
		string(reasons), overrides, r.Comment, r.Note, millis(r.StartedAt), millis(r.CompletedAt), r.EventID,
		r.RequestKey)
}

const (
	selectReview = `
		SELECT r.company, r.id, r.job_id, r.agent_id, COALESCE(a.display_name, r.agent_id), r.kind, r.outcome,
			r.reasons, r.overrides, r.comment, r.note, r.started_at, r.completed_at, r.undone_at, r.event_id,
			r.request_key
		FROM reviews r
		LEFT JOIN agents a ON a.company = r.company AND a.id = r.agent_id `
	reviewsOfJob     = selectReview + `WHERE r.company = ? AND r.job_id = ? ORDER BY r.completed_at, r.id`
	standingDecision = selectReview + `
		WHERE r.company = ? AND r.job_id = ? AND r.kind = 'DECISION' AND r.undone_at IS NULL
		ORDER BY r.completed_at DESC
		LIMIT 1`
	standingProposal = selectReview + `
		WHERE r.company = ? AND r.job_id = ? AND r.kind = 'PROPOSAL'
		ORDER BY r.completed_at DESC, r.id DESC
		LIMIT 1`
	standingEscalation = selectReview + `
		WHERE r.company = ? AND r.job_id = ? AND r.kind = 'ESCALATION' AND r.undone_at IS NULL
		ORDER BY r.completed_at DESC, r.id DESC
		LIMIT 1`
	reviewOfForm = selectReview + `
		WHERE r.company = ? AND r.job_id = ? AND r.agent_id = ? AND r.request_key = ? AND r.request_key <> ''`
	newestOfKind = selectReview + `
		WHERE r.company = ? AND r.kind = ? AND r.undone_at IS NULL AND r.job_id IN (`
	reviewUndo = `
		UPDATE reviews
		SET undone_at = ?
		WHERE company = ? AND id = ? AND agent_id = ? AND undone_at IS NULL`
)

func scanReview(scan scanner) (Review, error) {
	var r Review
	var reasons, overrides string
	err := scan(&r.Company, &r.ID, &r.JobID, &r.AgentID, &r.AgentName, &r.Kind, &r.Outcome, &reasons, &overrides,
		&r.Comment, &r.Note, instant{&r.StartedAt}, instant{&r.CompletedAt}, instant{&r.UndoneAt}, &r.EventID,
		&r.RequestKey)
	if err != nil {
		return r, err
	}
	if err := decodeReasons(reasons, &r); err != nil {
		return r, err
	}
	r.Overrides, err = readOverrides(overrides, r.ID)
	return r, err
}

// decodeReasons decodes the reasons of a review.
func decodeReasons(text string, r *Review) error {
	if err := json.Unmarshal([]byte(text), &r.Reasons); err != nil {
		return fault.Wrap(fmt.Errorf("reasons of review %s: %w", r.ID, err), fault.Internal,
			"a stored review is damaged")
	}
	return nil
}

// overrideText returns overrides as their column has them.
func overrideText(overrides []policy.Override) (string, error) {
	if len(overrides) == 0 {
		return "[]", nil
	}
	text, err := json.Marshal(overrides)
	if err != nil {
		return "", fault.Wrap(err, fault.Internal, "the overrides could not be written")
	}
	return string(text), nil
}

// readOverrides decodes the overrides of a review or a check.
func readOverrides(text, id string) ([]policy.Override, error) {
	var overrides []policy.Override
	if err := json.Unmarshal([]byte(text), &overrides); err != nil {
		return nil, fault.Wrap(fmt.Errorf("overrides of %s: %w", id, err), fault.Internal, "a stored review is damaged")
	}
	return overrides, nil
}

// Reviews lists a job's reviews, oldest first, also those that were taken back.
func (q queries) Reviews(ctx context.Context, company, jobID string) ([]Review, error) {
	return list(ctx, q, scanReview, reviewsOfJob, company, jobID)
}

// StandingDecision returns the review that decided a job; NotFound where no review did.
func (q queries) StandingDecision(ctx context.Context, company, jobID string) (Review, error) {
	return scanReview(q.row(ctx, standingDecision, company, jobID).or("no agent has decided this job").scan)
}

// StandingProposal returns the newest proposal for a job; NotFound where there is none.
func (q queries) StandingProposal(ctx context.Context, company, jobID string) (Review, error) {
	return scanReview(q.row(ctx, standingProposal, company, jobID).or(
		"no decision is proposed for this job any more: reload the page").scan)
}

// StandingEscalation returns the newest escalation of a job that was not taken back; NotFound where there is none.
func (q queries) StandingEscalation(ctx context.Context, company, jobID string) (Review, error) {
	return scanReview(q.row(ctx, standingEscalation, company, jobID).or(
		"this job is not escalated any more: reload the page").scan)
}

// ReviewOfForm returns the review that an agent sent with the form of a key; NotFound where there is none, or no key.
func (q queries) ReviewOfForm(ctx context.Context, company, jobID, agent, key string) (Review, error) {
	return scanReview(q.row(ctx, reviewOfForm, company, jobID, agent, key).or(
		"there is no record that this form was sent: send it").scan)
}

// Escalations returns the newest escalation that was not taken back, by the ids of jobs. A job without one is left out.
func (q queries) Escalations(ctx context.Context, company string, jobIDs []string) (map[string]Review, error) {
	return q.newestOf(ctx, ReviewEscalation, company, jobIDs)
}

// Proposals returns the newest proposal that was not taken back, by the ids of jobs. A job without one is left out.
func (q queries) Proposals(ctx context.Context, company string, jobIDs []string) (map[string]Review, error) {
	return q.newestOf(ctx, ReviewProposal, company, jobIDs)
}

// newestOf returns the newest review of a kind that was not taken back, for each of some jobs.
func (q queries) newestOf(
	ctx context.Context, kind ReviewKind, company string, jobIDs []string,
) (map[string]Review, error) {
	found := map[string]Review{}
	if len(jobIDs) == 0 {
		return found, nil
	}
	args := []any{company, string(kind)}
	for _, id := range jobIDs {
		args = append(args, id)
	}
	all, err := list(ctx, q, scanReview,
		newestOfKind+strings.Repeat("?, ", len(jobIDs)-1)+"?) ORDER BY r.completed_at, r.id", args...)
	for _, r := range all {
		found[r.JobID] = r
	}
	return found, err
}

// UndoReview marks an agent's review as taken back.
func (tx *Tx) UndoReview(ctx context.Context, company, id, agent string) error {
	return tx.mustChange(ctx, "it is too late to undo this decision", reviewUndo, millis(tx.Now), company, id,
		agent)
}
