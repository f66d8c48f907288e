package store

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
	"proofdesk/app/webhook"
)

// A row is marked once the rollups count it. Folding reads rows without the mark, and sets it and adds to the rollups
// in one transaction, so that nothing is counted twice, however many nodes fold and however often they try.

const holdWork = `
	INSERT INTO singletons (name, body, holder, lease_until) VALUES (?, '{}', ?, ?)
	ON CONFLICT (name) DO UPDATE
	SET holder = excluded.holder, lease_until = excluded.lease_until
	WHERE singletons.lease_until <= ? OR singletons.holder = excluded.holder`

// HoldWork takes or renews the lease of work that one node does for all, and reports whether it could.
func (tx *Tx) HoldWork(ctx context.Context, name, holder string, until time.Time) (bool, error) {
	n, err := tx.exec(ctx, holdWork, name, holder, millis(until), millis(tx.Now))
	return n == 1, err
}

// UnfoldedJob is a job whose submission or decision the rollups do not count yet.
type UnfoldedJob struct {
	Company     string
	ID          string
	Status      onboarding.Status
	SubmittedAt time.Time
	DecidedAt   time.Time
	Sandbox     bool // a test, which no figure counts
}

func scanUnfoldedJob(scan scanner) (UnfoldedJob, error) {
	var j UnfoldedJob
	sandbox := 0
	err := scan(&j.Company, &j.ID, &j.Status, instant{&j.SubmittedAt}, instant{&j.DecidedAt}, &sandbox)
	j.Sandbox = sandbox == 1
	return j, err
}

const (
	// isSandbox is 1 for a job j with a chosen outcome or of a sandbox client.
	isSandbox = `CASE WHEN j.sandbox <> '' OR EXISTS (
			SELECT 1
			FROM clients k
			WHERE k.company = j.company AND k.id = j.client_id AND k.sandbox = 1
		) THEN 1 ELSE 0 END`

	// ofSandbox is isSandbox of the job with a company and an id; 0 where there is none.
	ofSandbox = `COALESCE((SELECT ` + isSandbox + ` FROM jobs j WHERE j.company = ? AND j.id = ?), 0)`

	unfoldedSubmissions = `
		SELECT j.company, j.id, j.status, j.submitted_at, j.decided_at, ` + isSandbox + `
		FROM jobs j
		WHERE j.folded = 0 AND j.submitted_at > 0
		ORDER BY j.submitted_at
		LIMIT ?`
	unfoldedDecisions = `
		SELECT j.company, j.id, j.status, j.submitted_at, j.decided_at, ` + isSandbox + `
		FROM jobs j
		WHERE j.folded = 1 AND j.decided_at > 0
		ORDER BY j.decided_at
		LIMIT ?`
	markJob = `UPDATE jobs SET folded = ? WHERE company = ? AND id = ? AND folded = ?`
)

// UnfoldedSubmissions lists submitted jobs that the rollups do not count, oldest first.
func (q queries) UnfoldedSubmissions(ctx context.Context, limit int) ([]UnfoldedJob, error) {
	return list(ctx, q, scanUnfoldedJob, unfoldedSubmissions, limit)
}

// UnfoldedDecisions lists jobs whose decision by the engine the rollups do not count, oldest first.
func (q queries) UnfoldedDecisions(ctx context.Context, limit int) ([]UnfoldedJob, error) {
	return list(ctx, q, scanUnfoldedJob, unfoldedDecisions, limit)
}

// MarkSubmission marks a job's submission as counted, and reports whether it was not before.
func (tx *Tx) MarkSubmission(ctx context.Context, j UnfoldedJob) (bool, error) {
	n, err := tx.exec(ctx, markJob, 1, j.Company, j.ID, 0)
	return n == 1, err
}

// MarkDecision marks a job's decision as counted, and reports whether it was not before.
func (tx *Tx) MarkDecision(ctx context.Context, j UnfoldedJob) (bool, error) {
	n, err := tx.exec(ctx, markJob, 2, j.Company, j.ID, 1)
	return n == 1, err
}

// UnfoldedTimings is what devices measured while a job was captured and that the rollups do not count yet; nothing
// where it is damaged.
type UnfoldedTimings struct {
	Company string
	ID      string // of the job
	At      time.Time
	Timings onboarding.Timings
	Sandbox bool // a test, which no figure counts
	text    string
}

func scanUnfoldedTimings(scan scanner) (UnfoldedTimings, error) {
	var u UnfoldedTimings
	sandbox := 0
	if err := scan(&u.Company, &u.ID, instant{&u.At}, &u.text, &sandbox); err != nil {
		return u, err
	}
	u.Sandbox = sandbox == 1
	if json.Unmarshal([]byte(u.text), &u.Timings) != nil {
		u.Timings = onboarding.Timings{}
	}
	return u, nil
}

const (
	noteTimings     = `UPDATE jobs SET timings = ?, timed_at = ? WHERE company = ? AND id = ?`
	unfoldedTimings = `
		SELECT j.company, j.id, j.timed_at, j.timings, ` + isSandbox + `
		FROM jobs j
		WHERE j.timings <> ''
		ORDER BY j.timed_at
		LIMIT ?`
	markTimings = `UPDATE jobs SET timings = '' WHERE company = ? AND id = ? AND timings = ? AND timed_at = ?`
)

// NoteTimings keeps what devices measured while a job was captured until the rollups count it.
func (tx *Tx) NoteTimings(ctx context.Context, company, job string, timings onboarding.Timings) error {
	text, err := json.Marshal(timings)
	if err != nil {
		return fault.Wrap(err, fault.Internal, "timings were not encoded")
	}
	return tx.change(ctx, noteTimings, string(text), millis(tx.Now), company, job)
}

// UnfoldedTimings lists what devices measured and the rollups do not count, oldest first.
func (q queries) UnfoldedTimings(ctx context.Context, limit int) ([]UnfoldedTimings, error) {
	return list(ctx, q, scanUnfoldedTimings, unfoldedTimings, limit)
}

// MarkTimings forgets what was counted, and reports whether it was not before.
func (tx *Tx) MarkTimings(ctx context.Context, u UnfoldedTimings) (bool, error) {
	n, err := tx.exec(ctx, markTimings, u.Company, u.ID, u.text, millis(u.At))
	return n == 1, err
}

// UnfoldedReview is an agent's decision that was not undone and that the rollups do not count.
type UnfoldedReview struct {
	Company     string
	ID          string
	JobID       string
	AgentID     string
	Outcome     onboarding.Status
	Reasons     []onboarding.ReviewReason
	OpenedAt    time.Time // when the case came into the queue; zero where there is none
	StartedAt   time.Time
	CompletedAt time.Time
	// who proposed an outcome that this decision confirms or overrules; empty where nobody did
	Proposer  string
	Proposed  onboarding.Status // what they proposed
	Overrides []policy.Override // of red findings
	Sandbox   bool              // a test, which no figure counts
}

func scanUnfoldedReview(scan scanner) (UnfoldedReview, error) {
	var r UnfoldedReview
	var reasons, overrides string
	sandbox := 0
	err := scan(&r.Company, &r.ID, &r.JobID, &r.AgentID, &r.Outcome, &reasons, &overrides, instant{&r.StartedAt},
		instant{&r.CompletedAt}, instant{&r.OpenedAt}, &sandbox)
	r.Sandbox = sandbox == 1
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal([]byte(reasons), &r.Reasons); err != nil {
		return r, fault.Wrap(fmt.Errorf("reasons of review %s: %w", r.ID, err), fault.Internal,
			"a stored review is damaged")
	}
	r.Overrides, err = readOverrides(overrides, r.ID)
	return r, err
}

const (
	selectDecisions = `
	SELECT r.company, r.id, r.job_id, r.agent_id, r.outcome, r.reasons, r.overrides, r.started_at, r.completed_at,
		COALESCE(c.opened_at, 0), ` + isSandbox + `
	FROM reviews r
	JOIN jobs j ON j.company = r.company AND j.id = r.job_id
	LEFT JOIN review_cases c ON c.company = r.company AND c.job_id = r.job_id
	WHERE r.kind = 'DECISION' AND r.undone_at IS NULL`
	unfoldedReviews = selectDecisions + ` AND r.folded = 0 AND j.held_until < ?
	ORDER BY r.completed_at
	LIMIT ?`
	foldedReviews = selectDecisions + ` AND r.folded = 1 AND r.company = ? AND r.job_id = ?
	ORDER BY r.completed_at`
)

// UnfoldedReviews lists decisions that the rollups do not count and that can no longer be undone, because they were
// held until before a time, oldest first.
func (q queries) UnfoldedReviews(ctx context.Context, before time.Time, limit int) ([]UnfoldedReview, error) {
	all, err := list(ctx, q, scanUnfoldedReview, unfoldedReviews, millis(before), limit)
	if err != nil {
		return nil, err
	}
	return all, q.addProposals(ctx, all)
}

// FoldedReviews lists the decisions on a job that the rollups count, as they were when they were counted.
func (q queries) FoldedReviews(ctx context.Context, company, job string) ([]UnfoldedReview, error) {
	all, err := list(ctx, q, scanUnfoldedReview, foldedReviews, company, job)
	if err != nil {
		return nil, err
	}
	return all, q.addProposals(ctx, all)
}

// addProposals adds to decisions who had proposed what.
func (q queries) addProposals(ctx context.Context, all []UnfoldedReview) error {
	for i := range all {
		p, err := q.StandingProposal(ctx, all[i].Company, all[i].JobID)
		if fault.Is(err, fault.NotFound) {
			continue
		}
		if err != nil {
			return err
		}
		all[i].Proposer, all[i].Proposed = p.AgentID, p.Outcome
	}
	return nil
}

const markReview = `UPDATE reviews SET folded = 1 WHERE company = ? AND id = ? AND folded = 0 AND undone_at IS NULL`

// MarkReview marks a review as counted, and reports whether it was not before and has not been undone.
func (tx *Tx) MarkReview(ctx context.Context, r UnfoldedReview) (bool, error) {
	n, err := tx.exec(ctx, markReview, r.Company, r.ID)
	return n == 1, err
}

// UnfoldedAttempt is an attempt that the rollups do not count.
type UnfoldedAttempt struct {
	Company    string
	DeliveryID string
	N          int
	StartedAt  time.Time
	Latency    time.Duration
	Class      webhook.Class
	Sandbox    bool // of a sandbox client's delivery
}

func scanUnfoldedAttempt(scan scanner) (UnfoldedAttempt, error) {
	var a UnfoldedAttempt
	var ms int64
	sandbox := 0
	err := scan(&a.Company, &a.DeliveryID, &a.N, instant{&a.StartedAt}, &ms, &a.Class, &sandbox)
	a.Latency, a.Sandbox = time.Duration(ms)*time.Millisecond, sandbox == 1
	return a, err
}

const (
	unfoldedAttempts = `
		SELECT a.company, a.delivery_id, a.n, a.started_at, a.latency_ms, a.class, COALESCE(d.sandbox, 0)
		FROM attempts a
		LEFT JOIN deliveries d ON d.company = a.company AND d.id = a.delivery_id
		WHERE a.folded = 0
		ORDER BY a.started_at
		LIMIT ?`
	markAttempt = `UPDATE attempts SET folded = 1 WHERE company = ? AND delivery_id = ? AND n = ? AND folded = 0`
)

// UnfoldedAttempts lists attempts that the rollups do not count, oldest first.
func (q queries) UnfoldedAttempts(ctx context.Context, limit int) ([]UnfoldedAttempt, error) {
	return list(ctx, q, scanUnfoldedAttempt, unfoldedAttempts, limit)
}

// MarkAttempt marks an attempt as counted, and reports whether it was not before.
func (tx *Tx) MarkAttempt(ctx context.Context, a UnfoldedAttempt) (bool, error) {
	n, err := tx.exec(ctx, markAttempt, a.Company, a.DeliveryID, a.N)
	return n == 1, err
}

// UnfoldedDelivery is a delivery in a final state under which the rollups do not count it. Before is the state under
// which they do; empty for none.
type UnfoldedDelivery struct {
	Company    string
	ID         string
	EndpointID string
	State      webhook.State
	Before     webhook.State
	CreatedAt  time.Time
	Sandbox    bool // of a sandbox client
}

func scanUnfoldedDelivery(scan scanner) (UnfoldedDelivery, error) {
	var d UnfoldedDelivery
	sandbox := 0
	err := scan(&d.Company, &d.ID, &d.EndpointID, &d.State, &d.Before, instant{&d.CreatedAt}, &sandbox)
	d.Sandbox = sandbox == 1
	return d, err
}

const (
	unfoldedDeliveries = `
		SELECT company, id, endpoint_id, state, folded, created_at, sandbox
		FROM deliveries
		WHERE state IN ('delivered', 'failed') AND folded <> state
		ORDER BY finished_at
		LIMIT ?`
	markDelivery = `UPDATE deliveries SET folded = ? WHERE company = ? AND id = ? AND folded = ? AND state = ?`
)

// UnfoldedDeliveries lists deliveries whose final state the rollups do not count, oldest first.
func (q queries) UnfoldedDeliveries(ctx context.Context, limit int) ([]UnfoldedDelivery, error) {
	return list(ctx, q, scanUnfoldedDelivery, unfoldedDeliveries, limit)
}

// MarkDelivery marks a delivery as counted under its state, and reports whether it still was as it was read.
func (tx *Tx) MarkDelivery(ctx context.Context, d UnfoldedDelivery) (bool, error) {
	n, err := tx.exec(ctx, markDelivery, d.State, d.Company, d.ID, d.Before, d.State)
	return n == 1, err
}
