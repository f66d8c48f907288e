package store

import (
	"context"
	"strings"
	"time"

	"proofdesk/app/fault"
	"proofdesk/app/onboarding"
	"proofdesk/app/policy"
)

// CheckState is the state of a quality check.
type CheckState string

// The states of a quality check.
const (
	CheckOpen CheckState = "OPEN"
	CheckDone CheckState = "DONE"
	CheckVoid CheckState = "VOID" // closed without a second judgement
)

// Verdict is whose judgement a team lead upheld after two agents disagreed.
type Verdict string

// The verdicts.
const (
	VerdictFirst  Verdict = "FIRST"
	VerdictSecond Verdict = "SECOND"
	VerdictEither Verdict = "EITHER" // either decision is defensible
)

// Judgement is one agent's judgement of a job.
type Judgement struct {
	AgentID   string
	AgentName string // filled when read
	Outcome   onboarding.Status
	Reasons   []string          // codes
	Note      string            // of the second agent; the first agent's is part of the review
	Overrides []policy.Override // why it was approved in spite of red findings
	StartedAt time.Time
	At        time.Time
}

// QualityCheck is a decision of an agent that was sampled for a second, blind review. Its ID is that of the first
// review.
type QualityCheck struct {
	Company     string
	ID          string
	JobID       string
	Function    onboarding.Function
	First       Judgement
	Rate        int // per cent of such decisions that were sampled at the time
	DrawnAt     time.Time
	State       CheckState
	Holder      string // who claimed it last; the lease may be over
	HolderName  string // filled when read
	Claim       string
	LeaseUntil  time.Time
	ClaimedAt   time.Time
	Version     int64
	Second      Judgement
	Agreed      bool // whether both chose the same outcome
	Verdict     Verdict
	JudgeID     string
	JudgeName   string // filled when read
	VerdictNote string
	VerdictAt   time.Time
}

// Disputed reports whether two agents have judged the job and chose different outcomes.
func (c QualityCheck) Disputed() bool { return c.State == CheckDone && !c.Agreed }

// Undrawn is a decision that was not undone and that sampling has not looked at.
type Undrawn struct {
	Review   Review
	Function onboarding.Function
	Sandbox  bool // whether the job is a sandbox client's, which no check is made of
}

const undrawnReviews = `
	SELECT r.company, r.id, r.job_id, r.agent_id, r.agent_id, r.kind, r.outcome, r.reasons, r.overrides, '', '',
		r.started_at, r.completed_at, r.undone_at, r.event_id, r.request_key, j.function, ` + isSandbox + `
	FROM reviews r
	JOIN jobs j ON j.company = r.company AND j.id = r.job_id
	WHERE r.drawn = 0 AND r.kind = 'DECISION' AND r.undone_at IS NULL AND j.held_until < ?
	ORDER BY r.completed_at
	LIMIT ?`

// UndrawnReviews lists decisions that sampling has not looked at and that can no longer be undone, because they were
// held until before a time, oldest first.
func (q queries) UndrawnReviews(ctx context.Context, before time.Time, limit int) ([]Undrawn, error) {
	return list(ctx, q, func(scan scanner) (u Undrawn, err error) {
		sandbox := 0
		u.Review, err = scanReview(func(dest ...any) error { return scan(append(dest, &u.Function, &sandbox)...) })
		u.Sandbox = sandbox == 1
		return u, err
	}, undrawnReviews, millis(before), limit)
}

const (
	markDrawn   = `UPDATE reviews SET drawn = 1 WHERE company = ? AND id = ? AND drawn = 0 AND undone_at IS NULL`
	checkInsert = `
		INSERT INTO quality_checks (company, id, job_id, function, agent_id, outcome, reasons, reviewed_at, rate,
			drawn_at, state)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'OPEN')`
)

// MarkDrawn marks a review as looked at by sampling, and reports whether it was not before and has not been undone.
func (tx *Tx) MarkDrawn(ctx context.Context, company, reviewID string) (bool, error) {
	n, err := tx.exec(ctx, markDrawn, company, reviewID)
	return n == 1, err
}

// InsertQualityCheck adds a check: a second, blind review of a decision.
func (tx *Tx) InsertQualityCheck(ctx context.Context, u Undrawn, rate int) error {
	r := u.Review
	codes := make([]string, 0, len(r.Reasons))
	for _, reason := range r.Reasons {
		codes = append(codes, reason.Code)
	}
	return tx.change(ctx, checkInsert, r.Company, r.ID, r.JobID, string(u.Function), r.AgentID, string(r.Outcome),
		strings.Join(codes, ","), millis(r.CompletedAt), rate, millis(tx.Now))
}

const (
	checkColumns = `q.company, q.id, q.job_id, q.function, q.agent_id, COALESCE(f.display_name, q.agent_id), q.outcome,
		q.reasons, COALESCE(r.overrides, '[]'), q.reviewed_at, q.rate, q.drawn_at, q.state, q.holder,
		COALESCE(h.display_name, q.holder), q.claim, q.lease_until, q.claimed_at, q.version, q.second_id,
		COALESCE(s.display_name, q.second_id),
		q.second_outcome, q.second_reasons, q.second_overrides, q.second_note, q.started_at, q.closed_at, q.agreed,
		q.verdict, q.judge_id,
		COALESCE(g.display_name, q.judge_id), q.verdict_note, q.verdict_at`
	selectCheck = `
		SELECT ` + checkColumns + `
		FROM quality_checks q
		LEFT JOIN reviews r ON r.company = q.company AND r.id = q.id
		LEFT JOIN agents f ON f.company = q.company AND f.id = q.agent_id
		LEFT JOIN agents h ON h.company = q.company AND h.id = q.holder
		LEFT JOIN agents s ON s.company = q.company AND s.id = q.second_id
		LEFT JOIN agents g ON g.company = q.company AND g.id = q.judge_id
		WHERE q.company = ? `
)

func scanCheck(scan scanner) (QualityCheck, error) {
	var c QualityCheck
	var first, overridden, second, overrides string
	var agreed int64
	err := scan(&c.Company, &c.ID, &c.JobID, &c.Function, &c.First.AgentID, &c.First.AgentName, &c.First.Outcome,
		&first, &overridden, instant{&c.First.At}, &c.Rate, instant{&c.DrawnAt}, &c.State, &c.Holder, &c.HolderName,
		&c.Claim, instant{&c.LeaseUntil}, instant{&c.ClaimedAt}, &c.Version, &c.Second.AgentID, &c.Second.AgentName,
		&c.Second.Outcome, &second, &overrides, &c.Second.Note, instant{&c.Second.StartedAt}, instant{&c.Second.At},
		&agreed,
		&c.Verdict, &c.JudgeID, &c.JudgeName, &c.VerdictNote, instant{&c.VerdictAt})
	if err != nil {
		return c, err
	}
	c.First.Reasons, c.Second.Reasons, c.Agreed = splitCodes(first), splitCodes(second), agreed == 1
	if c.First.Overrides, err = readOverrides(overridden, c.ID); err != nil {
		return c, err
	}
	c.Second.Overrides, err = readOverrides(overrides, c.ID)
	return c, err
}

func splitCodes(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ",")
}

const (
	checkByID  = selectCheck + `AND q.id = ?`
	checkOfJob = selectCheck + `AND q.job_id = ?`
	checkLock  = `SELECT id FROM quality_checks WHERE company = ? AND job_id = ?`
	checksHeld = selectCheck + `
		AND q.holder = ? AND q.state = 'OPEN' AND q.holder <> ''
		ORDER BY q.claimed_at
		LIMIT 20`
)

const noCheckOfJob = "there is no quality check of this job"

// QualityCheck returns a check by its id.
func (q queries) QualityCheck(ctx context.Context, company, id string) (QualityCheck, error) {
	return scanCheck(q.row(ctx, checkByID, company, id).or("this quality check does not exist").scan)
}

// QualityCheckOf returns the check of a job; NotFound where its decision was not sampled.
func (q queries) QualityCheckOf(ctx context.Context, company, jobID string) (QualityCheck, error) {
	return scanCheck(q.row(ctx, checkOfJob, company, jobID).or(noCheckOfJob).scan)
}

// LockCheck returns the check of a job and keeps every other transaction that locks or changes it waiting until this
// one ends.
func (tx *Tx) LockCheck(ctx context.Context, company, jobID string) (QualityCheck, error) {
	var id string
	if err := tx.row(ctx, checkLock+tx.dialect.forUpdate, company, jobID).or(noCheckOfJob).scan(&id); err != nil {
		return QualityCheck{}, err
	}
	return tx.QualityCheckOf(ctx, company, jobID)
}

// HeldChecks lists the open checks that an agent claimed last, also those whose lease is over: until somebody else
// claims one, it is theirs.
func (q queries) HeldChecks(ctx context.Context, company, agent string) ([]QualityCheck, error) {
	return list(ctx, q, scanCheck, checksHeld, company, agent)
}

// blindFor picks the checks that are blind for an agent: not of their own decisions, not of jobs that they have acted
// on or looked at, and not those that they have let go of, since nothing was hidden from them from then on. An empty
// text is appended to some values so that SQLite reads the few rows of the job, not the index of everything that the
// agent ever did.
const blindFor = `
	AND q.agent_id <> ?
	AND NOT EXISTS (
		SELECT 1
		FROM reviews r
		WHERE r.company = q.company AND r.job_id = q.job_id AND r.agent_id || '' = ?
	)
	AND NOT EXISTS (
		SELECT 1
		FROM audit l
		WHERE l.company = q.company AND l.target = 'job:' || q.job_id AND l.actor || '' = ?
			AND l.action || '' IN ('job.view', 'job.export', 'review.claim')
	)
	AND (q.holder = ? OR NOT EXISTS (
		SELECT 1
		FROM audit l
		WHERE l.company = q.company AND l.target = 'check:' || q.id AND l.actor || '' = ?
			AND l.action || '' = 'quality.claim'
	))`

// blindArgs returns the arguments of blindFor.
func blindArgs(agent string) []any {
	actor := "agent:" + agent
	return []any{agent, agent, actor, agent, actor}
}

const claimCheck = `
	UPDATE quality_checks
	SET holder = ?, claim = ?, lease_until = ?, claimed_at = ?, version = version + 1
	WHERE company = ? AND id = (
		SELECT q.id
		FROM quality_checks q
		WHERE q.company = ? AND q.state = 'OPEN' AND q.lease_until <= ?` + blindFor + `
		ORDER BY q.drawn_at, q.id
		LIMIT 1 `

// ClaimCheck claims the oldest check that nobody holds and that is blind for the agent, in one statement, and returns
// its job. NotFound where there is none.
func (tx *Tx) ClaimCheck(ctx context.Context, c Claim) (string, error) {
	now := millis(tx.Now)
	var job string
	err := tx.changing(ctx, claimCheck+tx.dialect.skipLocked+`) RETURNING job_id`,
		append([]any{c.Agent, c.Secret, millis(c.Until), now, c.Company, c.Company, now}, blindArgs(c.Agent)...)...,
	).or("no quality check is waiting for you now").scan(&job)
	return job, err
}

const openChecks = selectCheck + `
	AND q.state = 'OPEN'` + blindFor + `
	ORDER BY q.drawn_at, q.id
	LIMIT ?`

// OpenChecks lists the open checks that are blind for an agent, also those that somebody holds, oldest first.
func (q queries) OpenChecks(
	ctx context.Context, company, agent string, limit int,
) ([]QualityCheck, error) {
	return list(ctx, q, scanCheck, openChecks, append(append([]any{company}, blindArgs(agent)...), limit)...)
}

const countChecks = `
	SELECT count(*), COALESCE(MIN(c.drawn_at), 0)
	FROM (
		SELECT q.drawn_at
		FROM quality_checks q
		WHERE q.company = ? AND q.state = 'OPEN'` + blindFor + `
		ORDER BY q.drawn_at, q.id
		LIMIT ?
	) AS c`

// CountChecks counts the open checks that are blind for an agent, up to a bound, and returns when the oldest was
// created.
func (q queries) CountChecks(
	ctx context.Context, company, agent string, bound int,
) (n int, oldest time.Time, err error) {
	err = q.row(ctx, countChecks, append(append([]any{company}, blindArgs(agent)...), bound)...).scan(&n,
		instant{&oldest})
	return n, oldest, err
}

const (
	renewCheck = `
		UPDATE quality_checks
		SET lease_until = ?
		WHERE company = ? AND job_id = ? AND holder = ? AND claim = ? AND state = 'OPEN'`
	releaseCheck = `
		UPDATE quality_checks
		SET holder = '', claim = '', lease_until = 0, version = version + 1
		WHERE company = ? AND job_id = ? AND holder = ? AND state = 'OPEN'`
	closeCheck = `
		UPDATE quality_checks
		SET state = 'DONE', second_id = ?, second_outcome = ?, second_reasons = ?, second_overrides = ?,
			second_note = ?, started_at = ?, closed_at = ?,
			agreed = CASE WHEN lower(outcome) = lower(?) THEN 1 ELSE 0 END,
			lease_until = 0, version = version + 1
		WHERE company = ? AND job_id = ? AND holder = ? AND claim = ? AND state = 'OPEN'
		RETURNING id`
	judgeCheck = `
		UPDATE quality_checks
		SET verdict = ?, judge_id = ?, verdict_note = ?, verdict_at = ?, version = version + 1
		WHERE company = ? AND id = ? AND state = 'DONE' AND agreed = 0 AND agent_id <> ? AND second_id <> ?`
)

// RenewCheck moves the end of a check's lease; NotFound where somebody else has claimed it.
func (tx *Tx) RenewCheck(ctx context.Context, c Claim, jobID string) error {
	return tx.mustChange(ctx, "you no longer hold this quality check", renewCheck, millis(c.Until), c.Company, jobID,
		c.Agent, c.Secret)
}

// ReleaseCheck ends an agent's claim of a check. It does nothing where the agent does not hold it.
func (tx *Tx) ReleaseCheck(ctx context.Context, company, jobID, agent string) error {
	return tx.change(ctx, releaseCheck, company, jobID, agent)
}

// CloseCheck writes the second judgement of a check that its agent still holds, and returns the check's id. A check
// that somebody else has claimed or closed is a Conflict.
func (tx *Tx) CloseCheck(ctx context.Context, c Claim, jobID string, j Judgement) (string, error) {
	overrides, err := overrideText(j.Overrides)
	if err != nil {
		return "", err
	}
	var id string
	err = tx.changing(ctx, closeCheck, j.AgentID, string(j.Outcome), strings.Join(j.Reasons, ","), overrides, j.Note,
		millis(j.StartedAt), millis(j.At), string(j.Outcome), c.Company, jobID, c.Agent, c.Secret).scan(&id)
	if fault.Is(err, fault.NotFound) {
		return "", fault.New(fault.Conflict, "somebody else has already taken this quality check")
	}
	return id, err
}

// JudgeCheck writes a team lead's verdict on a disagreement that they had no part in; NotFound for any other check.
func (tx *Tx) JudgeCheck(ctx context.Context, c QualityCheck) error {
	return tx.mustChange(ctx,
		"there is no disagreement to adjudicate for this job", judgeCheck, string(c.Verdict), c.JudgeID,
		c.VerdictNote, millis(tx.Now), c.Company, c.ID, c.JudgeID, c.JudgeID)
}
