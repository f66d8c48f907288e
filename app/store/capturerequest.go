package store

import (
	"context"
	"time"

	"proofdesk/app/onboarding"
)

const (
	openRequest = linkSelect + `
		WHERE l.company = ? AND l.job_id = ? AND l.asked_by <> '' AND l.revoked_at = 0 AND l.checked_at = 0`
	lastRequest   = linkSelect + ` WHERE l.company = ? AND l.job_id = ? AND l.asked_by <> '' ORDER BY l.id DESC LIMIT 1`
	requestsOfJob = linkSelect + ` WHERE l.company = ? AND l.job_id = ? AND l.asked_by <> '' ORDER BY l.id`

	requestSubmitted = `
		UPDATE capture_links
		SET submitted_at = ?, due_at = ?
		WHERE company = ? AND id = ? AND submitted_at = 0 AND revoked_at = 0`
	requestClaim = `
		UPDATE capture_links
		SET lease = ?, due_at = ?, attempts = attempts + 1
		WHERE id = (
			SELECT l.id
			FROM capture_links l
			WHERE l.due_at > 0 AND l.due_at <= ?
			ORDER BY l.due_at
			LIMIT 1 `
	requestClaimed = `) RETURNING company, id, job_id, asked_by, lease, attempts`
	requestDue     = `UPDATE capture_links SET due_at = ? WHERE company = ? AND id = ? AND lease = ? AND due_at > 0`
	requestReturn  = `
		UPDATE capture_links
		SET due_at = ?, lease = ''
		WHERE company = ? AND id = ? AND lease = ? AND due_at > 0`
	requestFinish = `
		UPDATE capture_links
		SET checked_at = ?, due_at = 0, lease = ''
		WHERE company = ? AND id = ? AND lease = ? AND due_at > 0 AND revoked_at = 0`
	requestRevoke = `
		UPDATE capture_links
		SET revoked_at = ?, due_at = 0, lease = ''
		WHERE company = ? AND job_id = ? AND asked_by <> '' AND revoked_at = 0 AND checked_at = 0`
	requestEnd     = `UPDATE capture_links SET revoked_at = ? WHERE company = ? AND id = ? AND revoked_at = ?`
	requestRestore = `
		UPDATE capture_links
		SET revoked_at = 0
		WHERE company = ? AND job_id = ? AND asked_by <> '' AND revoked_at = ?`

	stagedReplace = `
		UPDATE captures
		SET replaced_at = ?
		WHERE company = ? AND job_id = ? AND kind = ? AND request = ? AND replaced_at = 0`
	stagedCaptures = `
		SELECT ` + captureColumns + `
		FROM captures
		WHERE company = ? AND job_id = ? AND request = ? AND replaced_at = 0
		ORDER BY created_at, id`
	stagedOfContent = `
		SELECT ` + captureColumns + `
		FROM captures
		WHERE company = ? AND job_id = ? AND request = ? AND kind = ? AND sha256 = ? AND size = ? AND replaced_at = 0`
	captureSupersede = `
		UPDATE captures
		SET replaced_at = ?, superseded_by = ?
		WHERE company = ? AND job_id = ? AND kind = ? AND replaced_at IS NULL`
	stagedLand = `
		UPDATE captures
		SET replaced_at = NULL
		WHERE company = ? AND job_id = ? AND request = ? AND replaced_at = 0`
	supersededOfJob = `
		SELECT ` + captureColumns + `
		FROM captures
		WHERE company = ? AND job_id = ? AND superseded_by <> ''
		ORDER BY replaced_at DESC, created_at, id`

	jobRechecked = `
		UPDATE jobs
		SET full_name = ?, document_number = ?, document_type = ?, issuing_country = ?
		WHERE company = ? AND id = ? AND status = 'REVIEW'`

	caseWait    = `UPDATE review_cases SET waits_until = ? WHERE company = ? AND job_id = ?`
	caseArrived = `
		UPDATE review_cases
		SET version = version + 1
		WHERE company = ? AND job_id = ? AND state <> 'DONE'`
	caseReturn = `
		UPDATE review_cases
		SET state = CASE WHEN state = 'PROPOSED' THEN 'OPEN' ELSE state END, proposer = '', summary = ?, words = ?,
			stakes = ?, evidence_digest = ?, waits_until = 0, version = version + 1,
			returns_to = CASE WHEN state = 'ESCALATED' THEN '' ELSE ? END, returns_until = ?,
			document_type = COALESCE((SELECT j.document_type FROM jobs j WHERE j.company = ? AND j.id = ?), '')
		WHERE company = ? AND job_id = ? AND state <> 'DONE'`
	caseForAll = `UPDATE review_cases SET returns_to = '', returns_until = 0 WHERE company = ? AND job_id = ?`
)

// OpenRequest returns the request for captures of a job that is neither revoked nor checked; it may have expired.
// NotFound where there is none.
func (q queries) OpenRequest(ctx context.Context, company, jobID string) (CaptureLink, error) {
	return scanLink(q.row(ctx, openRequest, company, jobID).or(noLink).scan)
}

// LastRequest returns the newest request for captures of a job; NotFound where there was none.
func (q queries) LastRequest(ctx context.Context, company, jobID string) (CaptureLink, error) {
	return scanLink(q.row(ctx, lastRequest, company, jobID).or(noLink).scan)
}

// Requests lists the requests for captures of a job, the newest last.
func (q queries) Requests(ctx context.Context, company, jobID string) ([]CaptureLink, error) {
	return list(ctx, q, scanLink, requestsOfJob, company, jobID)
}

// SubmitRequest records that the captures of a request are there, so that they are checked, and reports whether it was
// open. The decision of an agent who has not seen that is refused from now on.
func (tx *Tx) SubmitRequest(ctx context.Context, l CaptureLink) (bool, error) {
	n, err := tx.exec(ctx, requestSubmitted, millis(tx.Now), millis(tx.Now), l.Company, l.ID)
	if err != nil || n != 1 {
		return false, err
	}
	return true, tx.change(ctx, caseArrived, l.Company, l.JobID)
}

// ClaimedRequest is a request whose captures a worker checks.
type ClaimedRequest struct {
	Company  string
	ID       string
	JobID    string
	AskedBy  string
	Lease    string
	Attempts int // this one included
}

// ClaimRequest claims a request of any company whose captures are due to be checked. One whose lease has run out is
// due again. NotFound where there is none.
func (tx *Tx) ClaimRequest(ctx context.Context, lease string, until time.Time) (r ClaimedRequest, err error) {
	claimed := tx.changing(ctx, requestClaim+tx.dialect.skipLocked+requestClaimed, lease, millis(until),
		millis(tx.Now))
	err = claimed.or(noLink).scan(&r.Company, &r.ID, &r.JobID, &r.AskedBy, &r.Lease, &r.Attempts)
	return r, err
}

// ExtendRequest moves the end of a worker's lease, and reports whether the worker has it still.
func (tx *Tx) ExtendRequest(ctx context.Context, r ClaimedRequest, until time.Time) (bool, error) {
	n, err := tx.exec(ctx, requestDue, millis(until), r.Company, r.ID, r.Lease)
	return n == 1, err
}

// ReturnRequest ends a worker's lease; the request is due again at a time.
func (tx *Tx) ReturnRequest(ctx context.Context, r ClaimedRequest, dueAt time.Time) error {
	return tx.change(ctx, requestReturn, millis(dueAt), r.Company, r.ID, r.Lease)
}

// FinishRequest records that the captures of a request are checked, and reports whether the worker has the lease still
// and nobody revoked the request.
func (tx *Tx) FinishRequest(ctx context.Context, r ClaimedRequest) (bool, error) {
	n, err := tx.exec(ctx, requestFinish, millis(tx.Now), r.Company, r.ID, r.Lease)
	return n == 1, err
}

// RevokeRequest ends the open request of a job, if there is one, and the waiting for it. The caller has locked the
// case.
func (tx *Tx) RevokeRequest(ctx context.Context, company, jobID string) error {
	if err := tx.change(ctx, requestRevoke, millis(tx.Now), company, jobID); err != nil {
		return err
	}
	return tx.WaitForApplicant(ctx, company, jobID, time.Time{})
}

// EndRequest records that a request that was revoked at a time is not to be restored.
func (tx *Tx) EndRequest(ctx context.Context, company, id string, revokedAt time.Time) error {
	later := tx.Now
	if !later.After(revokedAt) {
		later = revokedAt.Add(time.Millisecond)
	}
	return tx.change(ctx, requestEnd, millis(later), company, id, millis(revokedAt))
}

// RestoreRequest takes back that the request of a job was revoked at a time, and the end of the waiting for it. It
// reports whether it was. The caller has locked the case.
func (tx *Tx) RestoreRequest(ctx context.Context, company, jobID string, revokedAt time.Time) (bool, error) {
	n, err := tx.exec(ctx, requestRestore, company, jobID, millis(revokedAt))
	if err != nil || n == 0 {
		return false, err
	}
	open, err := tx.OpenRequest(ctx, company, jobID)
	if err != nil {
		return false, err
	}
	return true, tx.WaitForApplicant(ctx, company, jobID, open.ExpiresAt)
}

// WaitForApplicant keeps the case of a job from being claimed by its turn until a time; the zero time ends that.
func (tx *Tx) WaitForApplicant(ctx context.Context, company, jobID string, until time.Time) error {
	return tx.change(ctx, caseWait, millis(until), company, jobID)
}

// StagedCaptures lists the captures of a request that have not come into force.
func (q queries) StagedCaptures(ctx context.Context, company, jobID, request string) ([]onboarding.Capture, error) {
	return list(ctx, q, scanCapture, stagedCaptures, company, jobID, request)
}

// StagedOfContent returns the capture of a kind that a request has brought and that has not come into force, if it has
// this size and SHA-256.
func (q queries) StagedOfContent(
	ctx context.Context, company, jobID, request string, kind onboarding.CaptureKind, size int64, sha256 string,
) (onboarding.Capture, error) {
	r := q.row(ctx, stagedOfContent, company, jobID, request, kind, sha256, size)
	return scanCapture(r.or("this document is not stored").scan)
}

// LandCaptures brings the captures of a request into force. Those of the kinds before them are superseded, and kept.
func (tx *Tx) LandCaptures(ctx context.Context, r ClaimedRequest, superseded []onboarding.CaptureKind) error {
	for _, kind := range superseded {
		err := tx.change(ctx, captureSupersede, millis(tx.Now), r.ID, r.Company, r.JobID, kind)
		if err != nil {
			return err
		}
	}
	return tx.change(ctx, stagedLand, r.Company, r.JobID, r.ID)
}

// SupersededCaptures lists the captures of a job whose place those of requests have taken, the last superseded first.
func (q queries) SupersededCaptures(ctx context.Context, company, jobID string) ([]onboarding.Capture, error) {
	return list(ctx, q, scanCapture, supersededOfJob, company, jobID)
}

// RecheckJob writes what lists show of a job in REVIEW whose captures were checked again.
func (tx *Tx) RecheckJob(ctx context.Context, j onboarding.Job) error {
	return tx.change(ctx, jobRechecked, j.FullName, j.DocumentNumber, j.DocumentType, j.IssuingCountry, j.Company,
		j.ID)
}

// ReturnCase sets the reasons and the evidence of a case to those of new captures. A proposal on the evidence before is
// cancelled. Until a time the case is offered to one agent only; an escalated one stays with the seniors.
func (tx *Tx) ReturnCase(ctx context.Context, c ReviewCase) error {
	return tx.change(ctx, caseReturn, c.Summary, c.searched(), c.Stakes, c.EvidenceDigest, c.ReturnsTo,
		millis(c.ReturnsUntil), c.Company, c.JobID, c.Company, c.JobID)
}

// OfferToAll ends that a case comes back to one agent first.
func (tx *Tx) OfferToAll(ctx context.Context, company, jobID string) error {
	return tx.change(ctx, caseForAll, company, jobID)
}
