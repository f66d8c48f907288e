package store

import (
	"context"
	"time"

	"proofdesk/app/onboarding"
)

const jobColumns = `company, id, seq, function, flavor, line, sdk_version, status, unique_number, client_id, sandbox,
	preset, created_at, submitted_at, decided_at, reviewed_at, full_name, document_number, document_type,
	issuing_country, version, held_until, captures_removed_at`

const (
	jobByID      = `SELECT ` + jobColumns + ` FROM jobs WHERE company = ? AND id = ?`
	jobPage      = `SELECT ` + jobColumns + ` FROM jobs WHERE company = ? AND seq < ? ORDER BY seq DESC LIMIT ?`
	jobsOfStatus = `
		SELECT ` + jobColumns + `
		FROM jobs
		WHERE company = ? AND status = ? AND seq < ?
		ORDER BY seq DESC
		LIMIT ?`
	jobsOfNumber = `
		SELECT ` + jobColumns + `
		FROM jobs
		WHERE company = ? AND unique_number = ? AND sandbox = ''
		ORDER BY seq DESC
		LIMIT ?`
	sandboxJobsOfNumber = `
		SELECT ` + jobColumns + `
		FROM jobs
		WHERE company = ? AND unique_number = ? AND sandbox <> ''
		ORDER BY seq DESC
		LIMIT ?`
	jobsToEnrol = `SELECT ` + jobColumns + ` FROM jobs WHERE enrol_at > 0 AND enrol_at <= ? ORDER BY enrol_at LIMIT ?`

	jobInsert = `
		INSERT INTO jobs (company, id, seq, function, flavor, line, sdk_version, status, unique_number, client_id,
			sandbox, preset, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	jobSubmit = `
		UPDATE jobs
		SET status = ?, submitted_at = ?, due_at = ?, version = version + 1
		WHERE company = ? AND id = ? AND status = ?`
	claimJobs = `
		WITH due AS MATERIALIZED (
			SELECT id
			FROM jobs
			WHERE status IN ('QUEUED', 'PROCESSING') AND due_at <= ?
			ORDER BY due_at, seq
			LIMIT ? `
	claimDueJobs = `)
		UPDATE jobs
		SET status = 'PROCESSING', lease = ?, due_at = ?, attempts = attempts + 1
		WHERE id IN (SELECT id FROM due)
		RETURNING ` + jobColumns + `, attempts`
	jobExtend = `UPDATE jobs SET due_at = ? WHERE id = ? AND lease = ? AND status = 'PROCESSING'`
	jobReturn = `UPDATE jobs SET due_at = ?, lease = '' WHERE id = ? AND lease = ? AND status = 'PROCESSING'`
	jobDecide = `
		UPDATE jobs
		SET status = ?, decided_at = ?, full_name = ?, document_number = ?, document_type = ?, issuing_country = ?,
			version = version + 1, lease = '', due_at = 0
		WHERE company = ? AND id = ? AND lease = ? AND status = 'PROCESSING'`
	jobReview = `
		UPDATE jobs AS j
		SET status = ?, reviewed_at = ?, held_until = ?, version = version + 1,
			enrol_at = CASE
				WHEN ? = 1 AND ` + isSandbox + ` = 0 AND function IN ('ENROLLMENT', 'BIOMETRIC_ENROLLMENT')
				THEN CAST(? AS BIGINT)
				ELSE 0
			END
		WHERE j.company = ? AND j.id = ? AND j.status = ? AND j.version = ?`
	jobIsSandbox = `SELECT ` + ofSandbox
	jobUnreview  = `
		UPDATE jobs
		SET status = ?, reviewed_at = 0, held_until = 0, enrol_at = 0, version = version + 1
		WHERE company = ? AND id = ? AND held_until > ?`
	jobEnrolAt = `UPDATE jobs SET enrol_at = ? WHERE company = ? AND id = ? AND enrol_at > 0 AND enrol_at <= ?`
)

const noJob = "this job does not exist, or it was removed"

func scanJob(scan scanner) (onboarding.Job, error) {
	var j onboarding.Job
	err := scan(&j.Company, &j.ID, &j.Seq, &j.Function, &j.Flavor, &j.Line, &j.SDKVersion, &j.Status, &j.UniqueNumber,
		&j.ClientID, &j.Sandbox, &j.Preset, instant{&j.CreatedAt}, instant{&j.SubmittedAt}, instant{&j.DecidedAt},
		instant{&j.ReviewedAt}, &j.FullName, &j.DocumentNumber, &j.DocumentType, &j.IssuingCountry, &j.Version,
		instant{&j.HeldUntil}, instant{&j.CapturesRemovedAt})
	return j, err
}

// Job returns a company's job.
func (q queries) Job(ctx context.Context, company, id string) (onboarding.Job, error) {
	return scanJob(q.row(ctx, jobByID, company, id).or(noJob).scan)
}

// Jobs lists a company's jobs, newest first, before a seq (0 for the newest).
func (q queries) Jobs(ctx context.Context, company string, before int64, limit int) ([]onboarding.Job, error) {
	if before == 0 {
		before = 1<<63 - 1
	}
	return list(ctx, q, scanJob, jobPage, company, before, limit)
}

// JobsByStatus lists a company's jobs in one status, newest first, before a seq (0 for the newest).
func (q queries) JobsByStatus(
	ctx context.Context, company string, status onboarding.Status, before int64, limit int,
) ([]onboarding.Job, error) {
	if before == 0 {
		before = 1<<63 - 1
	}
	return list(ctx, q, scanJob, jobsOfStatus, company, status, before, limit)
}

// JobsByNumber lists a company's jobs for a unique number, newest first, without those whose outcome was chosen.
func (q queries) JobsByNumber(ctx context.Context, company, uniqueNumber string, limit int) ([]onboarding.Job, error) {
	return list(ctx, q, scanJob, jobsOfNumber, company, uniqueNumber, limit)
}

// SandboxJobsByNumber lists a company's jobs for a unique number whose outcome was chosen, newest first. They are no
// part of what is known about a customer, and go with them.
func (q queries) SandboxJobsByNumber(
	ctx context.Context, company, uniqueNumber string, limit int,
) ([]onboarding.Job, error) {
	return list(ctx, q, scanJob, sandboxJobsOfNumber, company, uniqueNumber, limit)
}

// InsertJob adds a job in CAPTURING.
func (tx *Tx) InsertJob(ctx context.Context, j onboarding.Job) error {
	return tx.change(ctx, jobInsert, j.Company, j.ID, j.Seq, j.Function, j.Flavor, j.Line, j.SDKVersion, j.Status,
		j.UniqueNumber, j.ClientID, j.Sandbox, j.Preset, millis(j.CreatedAt))
}

// SubmitJob moves a job from CAPTURING to QUEUED, due at once, and reports whether it did.
func (tx *Tx) SubmitJob(ctx context.Context, company, id string) (bool, error) {
	n, err := tx.exec(ctx, jobSubmit, onboarding.Queued, millis(tx.Now), millis(tx.Now), company, id,
		onboarding.Capturing)
	return n == 1, err
}

// ClaimedJob is a job that a worker has claimed until its lease runs out.
type ClaimedJob struct {
	onboarding.Job
	Lease    string
	Attempts int
}

// ClaimJobs claims up to limit due jobs for a worker until a time. A job whose lease has run out is due again. The jobs
// are chosen once, before the update: as a subquery PostgreSQL may choose anew for each row, and claim more of them.
func (tx *Tx) ClaimJobs(ctx context.Context, lease string, until time.Time, limit int) ([]ClaimedJob, error) {
	tx.dirty = true
	scan := func(scan scanner) (ClaimedJob, error) {
		var c ClaimedJob
		job, err := scanJob(func(dest ...any) error { return scan(append(dest, &c.Attempts)...) })
		c.Job, c.Lease = job, lease
		return c, err
	}
	return list(ctx, tx.queries, scan, claimJobs+tx.dialect.skipLocked+claimDueJobs, millis(tx.Now), limit, lease,
		millis(until))
}

// ExtendJob moves the end of a claimed job's lease, and reports whether the lease was still held.
func (tx *Tx) ExtendJob(ctx context.Context, id, lease string, until time.Time) (bool, error) {
	n, err := tx.exec(ctx, jobExtend, millis(until), id, lease)
	return n == 1, err
}

// ReturnJob makes a claimed job due again at a time, because it could not be processed.
func (tx *Tx) ReturnJob(ctx context.Context, id, lease string, due time.Time) error {
	return tx.change(ctx, jobReturn, millis(due), id, lease)
}

// DecideJob writes the outcome of automated processing if the lease is still held, and reports whether it was.
func (tx *Tx) DecideJob(ctx context.Context, j onboarding.Job, lease string) (bool, error) {
	n, err := tx.exec(ctx, jobDecide, j.Status, millis(j.DecidedAt), j.FullName, j.DocumentNumber, j.DocumentType,
		j.IssuingCountry, j.Company, j.ID, lease)
	return n == 1, err
}

// ReviewJob moves a job from REVIEW to a reviewer's outcome, which integrators see from heldUntil on, and reports
// whether it did. The approved applicant of a function that enrols is enrolled at that time, unless it is a sandbox
// job.
func (tx *Tx) ReviewJob(
	ctx context.Context, company, id string, outcome onboarding.Status, version int64, heldUntil time.Time,
) (bool, error) {
	n, err := tx.exec(ctx, jobReview, outcome, millis(tx.Now), millis(heldUntil), flag(outcome.Is(onboarding.Approved)),
		millis(heldUntil), company, id, onboarding.Review, version)
	return n == 1, err
}

// IsSandbox reports whether a job is a test: its outcome was chosen, or its client is a sandbox client.
func (q queries) IsSandbox(ctx context.Context, company, id string) (bool, error) {
	n := 0
	err := q.row(ctx, jobIsSandbox, company, id).scan(&n)
	return n == 1, err
}

// UnreviewJob moves a job back to REVIEW while its outcome is held, and reports whether it did.
func (tx *Tx) UnreviewJob(ctx context.Context, company, id string) (bool, error) {
	n, err := tx.exec(ctx, jobUnreview, onboarding.Review, company, id, millis(tx.Now))
	return n == 1, err
}

// EnrolmentsDue lists jobs of all companies whose applicants are due for enrolment.
func (q queries) EnrolmentsDue(ctx context.Context, now time.Time, limit int) ([]onboarding.Job, error) {
	return list(ctx, q, scanJob, jobsToEnrol, millis(now), limit)
}

// FinishEnrolment records that a job's applicant was enrolled, and reports whether the enrolment was still due.
func (tx *Tx) FinishEnrolment(ctx context.Context, company, id string) (bool, error) {
	n, err := tx.exec(ctx, jobEnrolAt, 0, company, id, millis(tx.Now))
	return n == 1, err
}

// PostponeEnrolment lets a job's applicant who is due be due again at until.
func (tx *Tx) PostponeEnrolment(ctx context.Context, company, id string, until time.Time) error {
	return tx.change(ctx, jobEnrolAt, millis(until), company, id, millis(tx.Now))
}
