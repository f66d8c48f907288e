package store

import (
	"context"
	"strings"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
)

// CaseState is the state of a review case.
type CaseState string

// The states of a case. ESCALATED and PROPOSED wait for a senior or for another agent.
const (
	CaseOpen      CaseState = "OPEN"
	CaseEscalated CaseState = "ESCALATED"
	CaseProposed  CaseState = "PROPOSED"
	CaseDone      CaseState = "DONE"
)

// ReviewCase is a job in the review queue. Processing opens it with the decision REVIEW.
type ReviewCase struct {
	Company        string
	JobID          string
	Seq            int64 // the job's
	State          CaseState
	Function       onboarding.Function
	Summary        string // the main reasons in a few words, for the queue
	Words          string // the reasons as agents read them, in all languages, by which the queue is searched; not read
	Stakes         int    // what is at stake, as policy.Decision.Stakes returns it: 0 comes first
	DeadlineAt     time.Time
	OpenedAt       time.Time
	Holder         string // the agent who has claimed it until LeaseUntil
	Claim          string // secret of the claim; never part of a URL
	LeaseUntil     time.Time
	ClaimedAt      time.Time
	Proposer       string
	EvidenceDigest string // of the captures and the report that the case was opened with
	Version        int64  // grows with every change but a renewal of the lease
	ClosedAt       time.Time
	ClosedFrom     CaseState // the state to reopen in
	WaitsUntil     time.Time // for captures that the applicant was asked for: until then nobody gets it by its turn
	ReturnsTo      string    // the agent who gets it first until ReturnsUntil, as the captures came that they asked for
	ReturnsUntil   time.Time
}

// HeldBy reports whether the agent holds the case at a time.
func (c ReviewCase) HeldBy(agent string, now time.Time) bool {
	return c.Holder == agent && agent != "" && now.Before(c.LeaseUntil) && c.State != CaseDone
}

// Held reports whether anyone holds the case at a time.
func (c ReviewCase) Held(now time.Time) bool { return c.HeldBy(c.Holder, now) }

const (
	caseColumns = `company, job_id, seq, state, function, summary, stakes, deadline_at, opened_at, holder, claim,
		lease_until, claimed_at, proposer, evidence_digest, version, closed_at, closed_from,
		waits_until, returns_to, returns_until`
	caseInsert = `
		INSERT INTO review_cases (company, job_id, seq, state, function, summary, stakes, deadline_at, opened_at,
			evidence_digest, words, client_id, document_type, sandbox)
		VALUES (?, ?, ?, 'OPEN', ?, ?, ?, ?, ?, ?, ?,
			COALESCE((SELECT j.client_id FROM jobs j WHERE j.company = ? AND j.id = ?), ''),
			COALESCE((SELECT j.document_type FROM jobs j WHERE j.company = ? AND j.id = ?), ''), ` + ofSandbox + `)`
	caseOfJob         = `SELECT ` + caseColumns + ` FROM review_cases WHERE company = ? AND job_id = ?`
	casesWithoutWords = `
		SELECT ` + caseColumns + `
		FROM review_cases
		WHERE state <> 'DONE' AND words = ''
		ORDER BY opened_at
		LIMIT ?`
	setCaseWords = `UPDATE review_cases SET words = ? WHERE company = ? AND job_id = ? AND words = ''`
	heldCases    = `
		SELECT ` + caseColumns + `
		FROM review_cases
		WHERE company = ? AND holder = ? AND lease_until > ? AND state <> 'DONE'
		ORDER BY sandbox, stakes, opened_at, seq
		LIMIT 100`
	claimNext = `
		UPDATE review_cases
		SET holder = ?, claim = ?, lease_until = ?, claimed_at = ?, version = version + 1
		WHERE company = ? AND job_id = (
			SELECT c.job_id
			FROM review_cases c
			WHERE c.company = ? AND c.state = ? AND c.state <> 'DONE' AND c.lease_until <= ?
				AND NOT (c.state = 'PROPOSED' AND c.proposer = ?)
				AND c.waits_until <= ? AND (c.returns_until <= ? OR c.returns_to = ?)
				AND NOT EXISTS (
					SELECT 1
					FROM review_skips s
					WHERE s.company = c.company AND s.agent_id = ? AND s.job_id = c.job_id AND s.until > ?
				)
			ORDER BY c.sandbox, c.stakes, c.opened_at, c.seq
			LIMIT 1 `
	claimReturned = `
		UPDATE review_cases
		SET holder = ?, claim = ?, lease_until = ?, claimed_at = ?, version = version + 1
		WHERE company = ? AND job_id = (
			SELECT c.job_id
			FROM review_cases c
			WHERE c.company = ? AND c.returns_to = ? AND c.returns_to <> '' AND c.returns_until > ?
				AND c.state = 'OPEN' AND c.lease_until <= ? AND c.waits_until <= ?
				AND NOT EXISTS (
					SELECT 1
					FROM review_skips s
					WHERE s.company = c.company AND s.agent_id = ? AND s.job_id = c.job_id AND s.until > ?
				)
			ORDER BY c.returns_until, c.seq
			LIMIT 1 `
	claimCase = `
		UPDATE review_cases
		SET holder = ?, claim = ?, lease_until = ?, claimed_at = ?, version = version + 1
		WHERE company = ? AND job_id = ? AND state <> 'DONE' AND NOT (state = 'PROPOSED' AND proposer = ?)
			AND (lease_until <= ? OR holder = ?)
		RETURNING ` + caseColumns
	renewClaim = `
		UPDATE review_cases
		SET lease_until = ?
		WHERE company = ? AND job_id = ? AND holder = ? AND claim = ? AND lease_until > ? AND state <> 'DONE'`
	releaseClaim = `
		UPDATE review_cases
		SET holder = '', claim = '', lease_until = 0, version = version + 1
		WHERE company = ? AND job_id = ? AND holder = ? AND state <> 'DONE'`
	moveCase = `
		UPDATE review_cases
		SET state = ?, closed_from = state, closed_at = ?, proposer = CASE WHEN ? = '' THEN proposer ELSE ? END,
			holder = ?, claim = '', lease_until = 0, version = version + 1
		WHERE company = ? AND job_id = ? AND holder = ? AND claim = ? AND version = ? AND evidence_digest = ?
			AND lease_until > ? AND state <> 'DONE'`
	reopenCase = `
		UPDATE review_cases
		SET state = closed_from, closed_at = 0, holder = ?, claim = ?, lease_until = ?, claimed_at = ?,
			version = version + 1
		WHERE company = ? AND job_id = ? AND state = 'DONE' AND holder = ?`
	recallCase = `
		UPDATE review_cases
		SET state = closed_from, closed_at = 0, holder = ?, claim = ?, lease_until = ?, claimed_at = ?,
			version = version + 1
		WHERE company = ? AND job_id = ? AND state = 'ESCALATED' AND version = ?`
	agentName = `SELECT display_name FROM agents WHERE company = ? AND id = ?`
)

func scanCase(scan scanner) (ReviewCase, error) {
	var c ReviewCase
	err := scan(&c.Company, &c.JobID, &c.Seq, &c.State, &c.Function, &c.Summary, &c.Stakes, instant{&c.DeadlineAt},
		instant{&c.OpenedAt}, &c.Holder, &c.Claim, instant{&c.LeaseUntil}, instant{&c.ClaimedAt}, &c.Proposer,
		&c.EvidenceDigest, &c.Version, instant{&c.ClosedAt}, &c.ClosedFrom, instant{&c.WaitsUntil},
		&c.ReturnsTo, instant{&c.ReturnsUntil})
	return c, err
}

// OpenReviewCase adds a decided job to the queue. It uses the company, job, seq, function, summary, words, stakes,
// deadline and digest of the case, and copies the job's client and type of document, by which the queue is filtered. A
// job that has a case already is a Conflict.
func (tx *Tx) OpenReviewCase(ctx context.Context, c ReviewCase) error {
	return tx.change(ctx, caseInsert, c.Company, c.JobID, c.Seq, string(c.Function), c.Summary, c.Stakes,
		millis(c.DeadlineAt), millis(tx.Now), c.EvidenceDigest, c.searched(), c.Company, c.JobID, c.Company, c.JobID,
		c.Company, c.JobID)
}

// searched returns the text that the queue's filter by words looks into; it is never empty.
func (c ReviewCase) searched() string { return strings.ToLower(c.Summary + "\n" + c.Words) }

// CasesWithoutWords lists open cases of all companies that an older program left without words, the oldest first.
func (q queries) CasesWithoutWords(ctx context.Context, limit int) ([]ReviewCase, error) {
	return list(ctx, q, scanCase, casesWithoutWords, limit)
}

// SetCaseWords stores the words of a case that has none. It uses the company, job, summary and words of the case.
func (tx *Tx) SetCaseWords(ctx context.Context, c ReviewCase) error {
	_, err := tx.exec(ctx, setCaseWords, c.searched(), c.Company, c.JobID)
	return err
}

const (
	notInReview = "this job is not in review"
	noneWaiting = "no job is waiting for you now"
)

// ReviewCase returns a job's case; NotFound where the job never went to review.
func (q queries) ReviewCase(ctx context.Context, company, jobID string) (ReviewCase, error) {
	return scanCase(q.row(ctx, caseOfJob, company, jobID).or(notInReview).scan)
}

// LockCase returns the case of a job and keeps every other transaction that locks or changes it waiting until this one
// ends.
func (tx *Tx) LockCase(ctx context.Context, company, jobID string) (ReviewCase, error) {
	return scanCase(tx.row(ctx, caseOfJob+tx.dialect.forUpdate, company, jobID).or(notInReview).scan)
}

// Claim is who claims a case, with which secret, until when.
type Claim struct {
	Company string
	Agent   string
	Secret  string
	Until   time.Time
}

// ClaimNext claims the first case in a state, in the queue's order by what is at stake, that nobody holds and that the
// agent has neither skipped nor proposed, in one statement. Those of sandbox clients come last; those that wait for an
// applicant, or come back to another agent first, are left out. NotFound where there is none.
func (tx *Tx) ClaimNext(ctx context.Context, c Claim, state CaseState) (ReviewCase, error) {
	now := millis(tx.Now)
	claimed := tx.changing(ctx, claimNext+tx.dialect.skipLocked+`) RETURNING `+caseColumns, c.Agent, c.Secret,
		millis(c.Until), now, c.Company, c.Company, string(state), now, c.Agent, now, now, c.Agent, c.Agent, now)
	return scanCase(claimed.or(noneWaiting).scan)
}

// ClaimReturned claims the case that comes back to the agent first, as captures came that they asked for. NotFound
// where there is none.
func (tx *Tx) ClaimReturned(ctx context.Context, c Claim) (ReviewCase, error) {
	now := millis(tx.Now)
	claimed := tx.changing(ctx, claimReturned+tx.dialect.skipLocked+`) RETURNING `+caseColumns, c.Agent, c.Secret,
		millis(c.Until), now, c.Company, c.Company, c.Agent, now, now, now, c.Agent, now)
	return scanCase(claimed.or(noneWaiting).scan)
}

// ClaimCase claims one case if nobody else holds it. A case that is held or done is a Conflict.
func (tx *Tx) ClaimCase(ctx context.Context, c Claim, jobID string) (ReviewCase, error) {
	now := millis(tx.Now)
	taken, err := scanCase(tx.changing(ctx, claimCase, c.Agent, c.Secret, millis(c.Until), now, c.Company, jobID,
		c.Agent, now, c.Agent).scan)
	if fault.Is(err, fault.NotFound) {
		return taken, fault.New(fault.Conflict,
			"this job can't be taken now: another agent holds it, or it is no longer in review")
	}
	return taken, err
}

// RenewClaim moves the end of the lease; NotFound where the claim has run out or is another agent's.
func (tx *Tx) RenewClaim(ctx context.Context, c Claim, jobID string) error {
	return tx.mustChange(ctx, "you no longer hold this job", renewClaim, millis(c.Until), c.Company, jobID, c.Agent,
		c.Secret, millis(tx.Now))
}

// ReleaseClaim ends an agent's claim of a case. It does nothing where the agent does not hold it.
func (tx *Tx) ReleaseClaim(ctx context.Context, company, jobID, agent string) error {
	return tx.change(ctx, releaseClaim, company, jobID, agent)
}

// HeldCases locks and lists the cases that an agent holds, in the queue's order by what is at stake. It waits for those
// who decide, release or remove one, and leaves it out then.
func (tx *Tx) HeldCases(ctx context.Context, company, agent string) ([]ReviewCase, error) {
	return list(ctx, tx.queries, scanCase, heldCases+tx.dialect.forUpdate, company, agent, millis(tx.Now))
}

// CaseLock holds what a case must still be for a change to be made.
type CaseLock struct {
	Company string
	JobID   string
	Agent   string
	Claim   string
	Version int64
	Digest  string
}

func (tx *Tx) moveCase(
	ctx context.Context, l CaseLock, to CaseState, closedAt time.Time, proposer, holder string,
) error {
	n, err := tx.exec(ctx, moveCase, string(to), millis(closedAt), proposer, proposer, holder, l.Company, l.JobID,
		l.Agent, l.Claim, l.Version, l.Digest, millis(tx.Now))
	if err == nil && n != 1 {
		return fault.New(fault.Conflict, "this job has changed since you opened it")
	}
	return err
}

// CloseCase ends a case as decided; a mismatch is a Conflict.
func (tx *Tx) CloseCase(ctx context.Context, l CaseLock) error {
	return tx.moveCase(ctx, l, CaseDone, tx.Now, "", l.Agent)
}

// EscalateCase hands a case to the seniors; a mismatch is a Conflict.
func (tx *Tx) EscalateCase(ctx context.Context, l CaseLock) error {
	return tx.moveCase(ctx, l, CaseEscalated, time.Time{}, "", "")
}

// ProposeCase hands a case to another agent, who confirms or returns it; a mismatch is a Conflict.
func (tx *Tx) ProposeCase(ctx context.Context, l CaseLock) error {
	return tx.moveCase(ctx, l, CaseProposed, time.Time{}, l.Agent, "")
}

// ReopenCase reopens a case that is done, and returns it to the agent who closed it.
func (tx *Tx) ReopenCase(ctx context.Context, c Claim, jobID string) error {
	return tx.mustChange(ctx, "it is too late to undo this decision", reopenCase, c.Agent, c.Secret,
		millis(c.Until), millis(tx.Now), c.Company, jobID, c.Agent)
}

// RecallCase undoes an escalation and assigns the case to an agent. A case of another version is a Conflict.
func (tx *Tx) RecallCase(ctx context.Context, c Claim, jobID string, version int64) error {
	n, err := tx.exec(ctx, recallCase, c.Agent, c.Secret, millis(c.Until), millis(tx.Now), c.Company, jobID, version)
	if err == nil && n != 1 {
		return fault.New(fault.Conflict, "this job has changed since you opened it")
	}
	return err
}

// AgentName returns the name of an agent; the id where the agent no longer exists.
func (q queries) AgentName(ctx context.Context, company, id string) (string, error) {
	var name string
	err := q.row(ctx, agentName, company, id).scan(&name)
	if fault.Is(err, fault.NotFound) {
		return id, nil
	}
	return name, err
}
