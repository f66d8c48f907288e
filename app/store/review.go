package store

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
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
	Comment     string
	Note        string
	StartedAt   time.Time
	CompletedAt time.Time
	UndoneAt    time.Time // zero unless it was taken back
	EventID     string
}

const reviewInsert = `
	INSERT INTO reviews (company, id, job_id, agent_id, kind, outcome, reasons, comment, note, started_at, completed_at,
		event_id)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

// InsertReview adds a review.
func (tx *Tx) InsertReview(ctx context.Context, r Review) error {
	reasons, err := json.Marshal(r.Reasons)
	if err != nil {
		return fault.Wrap(err, fault.Internal, "the reasons could not be written")
	}
	return tx.insert(ctx, reviewInsert, r.Company, r.ID, r.JobID, r.AgentID, string(r.Kind), string(r.Outcome),
		string(reasons), r.Comment, r.Note, millis(r.StartedAt), millis(r.CompletedAt), r.EventID)
}

const (
	selectReview = `
		SELECT r.company, r.id, r.job_id, r.agent_id, COALESCE(a.display_name, r.agent_id), r.kind, r.outcome,
			r.reasons, r.comment, r.note, r.started_at, r.completed_at, r.undone_at, r.event_id
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
	escalationsOf = selectReview + `
		WHERE r.company = ? AND r.kind = 'ESCALATION' AND r.undone_at IS NULL AND r.job_id IN (`
	reviewUndo = `
		UPDATE reviews
		SET undone_at = ?
		WHERE company = ? AND id = ? AND agent_id = ? AND undone_at IS NULL`
	handlingTimes = `
		SELECT started_at, completed_at
		FROM reviews
		WHERE company = ? AND agent_id = ? AND completed_at >= ? AND kind = 'DECISION' AND undone_at IS NULL
		ORDER BY completed_at DESC
		LIMIT 1000`
)

func scanReview(scan scanner) (Review, error) {
	var r Review
	var reasons string
	err := scan(&r.Company, &r.ID, &r.JobID, &r.AgentID, &r.AgentName, &r.Kind, &r.Outcome, &reasons, &r.Comment,
		&r.Note, instant{&r.StartedAt}, instant{&r.CompletedAt}, instant{&r.UndoneAt}, &r.EventID)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal([]byte(reasons), &r.Reasons); err != nil {
		return r, fault.Wrap(fmt.Errorf("reasons of review %s: %w", r.ID, err), fault.Internal,
			"a stored review is damaged")
	}
	return r, nil
}

// Reviews lists a job's reviews, oldest first, also those that were taken back.
func (q queries) Reviews(ctx context.Context, company, jobID string) ([]Review, error) {
	return list(ctx, q, scanReview, reviewsOfJob, company, jobID)
}

// StandingDecision returns the review that decided a job; NotFound where no review did.
func (q queries) StandingDecision(ctx context.Context, company, jobID string) (Review, error) {
	return scanReview(q.row(ctx, standingDecision, company, jobID).or("this job has no decision by an agent").scan)
}

// StandingProposal returns the newest proposal for a job; NotFound where there is none.
func (q queries) StandingProposal(ctx context.Context, company, jobID string) (Review, error) {
	return scanReview(q.row(ctx, standingProposal, company, jobID).or("nobody has proposed anything for this job").scan)
}

// StandingEscalation returns the newest escalation of a job that was not taken back; NotFound where there is none.
func (q queries) StandingEscalation(ctx context.Context, company, jobID string) (Review, error) {
	return scanReview(q.row(ctx, standingEscalation, company, jobID).or("nobody has escalated this job").scan)
}

// Escalations returns the newest escalation that was not taken back, by the ids of jobs. A job without one is left out.
func (q queries) Escalations(ctx context.Context, company string, jobIDs []string) (map[string]Review, error) {
	found := map[string]Review{}
	if len(jobIDs) == 0 {
		return found, nil
	}
	args := []any{company}
	for _, id := range jobIDs {
		args = append(args, id)
	}
	all, err := list(ctx, q, scanReview,
		escalationsOf+strings.Repeat("?, ", len(jobIDs)-1)+"?) ORDER BY r.completed_at, r.id", args...)
	for _, r := range all {
		found[r.JobID] = r
	}
	return found, err
}

// UndoReview marks an agent's review as taken back.
func (tx *Tx) UndoReview(ctx context.Context, company, id, agent string) error {
	return tx.mustChange(ctx, "this decision can no longer be taken back", reviewUndo, millis(tx.Now), company, id,
		agent)
}

// HandlingTimes lists how long an agent's decisions since a time took, newest first, at most 1,000.
func (q queries) HandlingTimes(ctx context.Context, company, agent string, since time.Time) ([]time.Duration, error) {
	return list(ctx, q, func(scan scanner) (time.Duration, error) {
		var started, completed time.Time
		err := scan(instant{&started}, instant{&completed})
		return completed.Sub(started), err
	}, handlingTimes, company, agent, millis(since))
}
